import { type RawBuilder, sql } from 'kysely';
import { unitAway } from './facts.ts';
import type { Case, Truth } from './kit.ts';

/*
 * Questions as operators put them, one by one, each with the SQL of its truth: most of them written before their author
 * looked at the engine, when 60 % were right. `-` has no answer there, `!` is a request to change something. {m} is the
 * name of the last month, {M} this one, {d} and {D} in German, {b} the one before in German, {i} the last in Italian;
 * in SQL m0 and m1 are its first and last day, w0 and w1 those of last week, n0 the first of this month.
 */

const VIEWS = `with item as (
    select v.id, v.sku, p.name as product, p.category, v.unit_price as price, v.unit_cost as cost, s.code as supplier
    from variants v join products p on p.id = v.product_id left join suppliers s on s.id = v.supplier_id),
  place as (select id, code as loc, type as kind from locations),
  ledger as (
    select (e.occurred_at at time zone 'Europe/Berlin')::date as d, e.entry_type as t, e.reason, i.sku, i.product,
      i.category, i.supplier, loc, kind,
      quantity_change as q, value_change as v, revenue, reference_id
    from ledger_entries e join item i on i.id = e.variant_id join place l on l.id = e.location_id),
  sold as (
    select d, sku, product, category, supplier, loc, kind, -q as q, revenue, -v as cost, reference_id as o
    from ledger where t = 'order_fulfilled'
    union all select h.date, sku, product, category, supplier, loc, kind, quantity, null, null, null
    from demand_history h join item i on i.id = h.variant_id join place l on l.id = h.location_id),
  back as (select d, sku, loc, -revenue as money from ledger where t like 'return_%'),
  level as (
    select i.*, loc, kind, quantity_on_hand as oh, quantity_available as av, quantity_incoming as inc,
      value, reorder_point as rp
    from inventory_levels x join item i on i.id = x.variant_id join place l on l.id = x.location_id
    left join inventory_policies p on p.variant_id = x.variant_id and p.location_id = x.location_id),
  bought as (select p.*, s.code as sup, loc from purchase_orders p join suppliers s on s.id = p.supplier_id
      join place l on l.id = p.location_id),
  lot as (select l.*, i.sku, i.product from lots l join item i on i.id = l.variant_id)`;

const QUESTIONS = `
How many units of tea did the two stores sell in the first half of {m}? | select sum(q) from sold where category = 'Tea' and kind = 'store' and d between m0 and m0 + 14
Which products sold fewer than 15 units in {m}? | select product, sum(q) from sold where d between m0 and m1 group by 1 having sum(q) < 15
Total revenue last month without coffee | select sum(revenue) from sold where category <> 'Coffee' and d between m0 and m1
Which items priced above 100 euros are in stock in Hamburg? | select sku, oh from level where price > 100 and loc = 'HAM' and oh > 0
Compare margin of Hamburg Warehouse with Munich Store for last month | select loc, sum(revenue) - sum(cost) from sold where loc in ('HAM', 'MUC') and d between m0 and m1 group by 1
Which five SKUs brought in the most money last week? | select sku, sum(revenue) from sold where d between w0 and w1 group by 1 order by 2 desc limit 5
How much stock value is tied up in green coffee? | select sum(value) from level where category = 'Green coffee'
Average order value per location in {m} | select loc, sum(revenue) / count(distinct o) from sold where d between m0 and m1 group by 1
Which orders are still waiting to be shipped? | select number from orders where status in ('pending', 'reserved', 'partially_fulfilled')
Which purchase orders from Kanto Brewing Tools are still open? | select number from bought where sup = 'HARIO' and status = 'submitted'
When is the next delivery from Andes Direct Trade expected? | select number from bought where sup = 'ANDES' and status = 'submitted'
How many paper filters 01 are on order? | select sum(quantity - quantity_received) from purchase_order_items x join bought b on b.id = x.purchase_order_id join item i on i.id = x.variant_id where sku = 'FLT-01' and status = 'submitted'
Which lots of Decaf Ridgeline expire within the next 30 days? | select lot_number from lot where product = 'Decaf Ridgeline' and expiry_date <= today + 30 and quantity_remaining > 0
Which lots are in quarantine? | select lot_number from lot where status = 'quarantine'
How much House Filter did we roast in {m}? | select sum(q) from ledger where t = 'production_output' and product = 'House Filter' and d between m0 and m1
Production output per product in the last 30 days | select product, sum(q) from ledger where t = 'production_output' and d > today - 30 group by 1
How much Green Brazil Cerrado went into production since {m}? | select -sum(q) from ledger where t = 'production_consumed' and sku = 'GRN-BRA' and d >= m0
Which batches are running right now? | select number from production_batches where status = 'in_progress'
Which SKUs have less than 5 available in Munich but more than 20 in Hamburg? | select a.sku from level a join level b on a.sku = b.sku where a.loc = 'MUC' and a.av < 5 and b.loc = 'HAM' and b.av > 20
Which supplier do we have the most open orders with? | select sup, count(*) from bought where status = 'submitted' group by 1
Everything under its reorder point in Munich Store | select sku from level where loc = 'MUC' and av < rp
Sales of KTL-EL and KTL-1L side by side, last month | select sku, sum(q) from sold where sku in ('KTL-EL', 'KTL-1L') and d between m0 and m1 group by 1
How many Kestrel Mugs have we got that are not reserved? | select sum(av) from level where sku = 'MUG-KES'
What did we sell on the 14th of {m} in Berlin Mitte? | select sku, sum(q) from sold where loc = 'MITTE' and d = m0 + 13 group by 1
On which weekday do we sell the most? | select extract(isodow from d), sum(q) from sold where d > today - 30 group by 1
Which products have more than 100 units on hand but sold less than 30 in the past 4 weeks? | select product from item i left join (select sku, sum(oh) as oh from level group by 1) l using (sku) left join (select sku, sum(q) as q from sold where d > today - 28 group by 1) s using (sku) group by 1 having sum(oh) > 100 and coalesce(sum(q), 0) < 30
Items from Papyrus Packaging with fewer than 50 on hand in total | select sku, sum(oh) from level where supplier = 'PAPYR' group by 1 having sum(oh) < 50
How many orders did Hamburg ship last week? | select count(distinct o) from sold where loc = 'HAM' and d between w0 and w1
Units received from Keramik am Deich since 1 {M} | select coalesce(sum(q), 0) from ledger where t = 'purchase_received' and d >= n0 and supplier = 'CERAM'
What was our stock of CUP-ESP at the end of {m}? | select sum(q) from ledger where sku = 'CUP-ESP' and d <= m1
Which transfers are under way? | select number from stock_transfers where status = 'shipped'
Which returns are not yet received? | select number from return_authorizations where status = 'pending'
What came back damaged? | select sku, sum(quantity) from return_authorization_items r join item i on i.id = r.variant_id where condition = 'damaged' group by 1
Any stock adjustments made today, and why? | select reason, sum(q) from ledger where t = 'adjustment' and d = today group by 1
What fraction of purchase orders arrived on time in {m}? | select avg(((received_at at time zone 'Europe/Berlin')::date <= expected_on)::int) from bought where (received_at at time zone 'Europe/Berlin')::date between m0 and m1
Top 3 stores or warehouses by revenue last month | select loc, sum(revenue) from sold where d between m0 and m1 group by 1 order by 2 desc limit 3
What is our most expensive item? | select sku from item where price is not null order by price desc limit 1
Sales between 10 and 20 {m} excluding the stores | select sum(q) from sold where d between m0 + 9 and m0 + 19 and kind = 'warehouse'
Umsatz letzte Woche nach Standort | select loc, sum(revenue) from sold where d between w0 and w1 group by 1
Welche Bestellungen sind überfällig? | select number from bought where status = 'submitted' and expected_on < today
Welche Artikel außer Kaffee haben sich letzten Monat mehr als 60 mal verkauft? | select sku, sum(q) from sold where category <> 'Coffee' and d between m0 and m1 group by 1 having sum(q) > 60
Combien d'unités de thé avons-nous vendues à Munich le mois dernier ? | select sum(q) from sold where category = 'Tea' and loc = 'MUC' and d between m0 and m1
Quels lots expirent avant 60 jours ? | select lot_number from lot where expiry_date <= today + 60 and quantity_remaining > 0
¿Cuáles son los cinco productos más vendidos este año? | select product, sum(q) from sold where d >= date_trunc('year', today) group by 1 order by 2 desc limit 5
Qual é o valor do estoque em Hamburgo? | select sum(value) from level where loc = 'HAM'
Quanto abbiamo venduto la settimana scorsa a Berlino Mitte? | select sum(q) from sold where loc = 'MITTE' and d between w0 and w1
How much money did Berlin Mitte make last Saturday? | select coalesce(sum(revenue), 0) from sold where loc = 'MITTE' and d = today - 1 - extract(dow from today)::int
List every SKU with zero stock in Hamburg | select sku from level where loc = 'HAM' and oh = 0
Did we sell more tea or more cups in {m}? | select category, sum(q) from sold where category in ('Tea', 'Cups') and d between m0 and m1 group by 1
How many units of CUP-LAT are on their way to us? | select sum(inc) from level where sku = 'CUP-LAT'
Which orders are partially fulfilled? | select number from orders where status = 'partially_fulfilled'
How many orders did each location fulfil last week? | select loc, count(distinct o) from sold where d between w0 and w1 group by 1
How many kg of Brazil did the roastery use in {m}? | select -sum(q) from ledger where t = 'production_consumed' and sku = 'GRN-BRA' and d between m0 and m1
Which SKUs cost us between 5 and 8 euros? | select sku from item where cost between 5 and 8
Which SKUs have no price? | select sku from item where price is null
Wie hoch war die Marge bei Tee letzten Monat? | select sum(revenue) - sum(cost) from sold where category = 'Tea' and d between m0 and m1
Zeig mir alle Artikel unter Mindestbestand in München | select sku from level where loc = 'MUC' and av < rp
Quel magasin a vendu le plus le mois dernier ? | select loc, sum(q) from sold where kind = 'store' and d between m0 and m1 group by 1
¿Qué pedidos están abiertos? | select number from orders where status in ('pending', 'reserved', 'partially_fulfilled')
Quali lotti scadono entro 30 giorni? | select lot_number from lot where expiry_date <= today + 30 and quantity_remaining > 0
Which products under 15 euros sold more than 60 units in {m}? | select i.product, sum(q) from sold s join item i using (sku) where price < 15 and d between m0 and m1 group by 1 having sum(q) > 60
How many orders over 600 euros did we have last month? | select number, sum(revenue) from sold s join orders x on x.id = s.o where d between m0 and m1 group by 1 having sum(revenue) > 600
Which items sold less last month than the month before? | select sku from sold where d between m0 - 31 and m1 group by 1 having coalesce(sum(q) filter (where d >= m0), 0) < coalesce(sum(q) filter (where d < m0 and d >= date_trunc('month', m0 - 1)), 0)
Which supplier sold us the most last month? | select supplier, sum(q) from ledger where t = 'purchase_received' and d between m0 and m1 group by 1
Umsatz letzte Woche verglichen mit der Woche davor, nach Standort | select loc, sum(revenue) from sold where d between w0 and w1 group by 1
What did we receive from Papyrus last month and what did it cost? | select sum(q), sum(v) from ledger where t = 'purchase_received' and supplier = 'PAPYR' and d between m0 and m1
Which items sold in Munich last week but not in Hamburg? | -
Which items sold more in Munich than in Hamburg last month? | -
How much did Munich get from Hamburg last month? | -
Which customers bought the Hand Grinder? | -
What did we order from Papyrus last week? | select number from bought where sup = 'PAPYR' and (submitted_at at time zone 'Europe/Berlin')::date between w0 and w1
Which items sold every week in {m}? | -
Delete purchase order PO-000051 | !
Please move 10 TEA-SEN from Berlin to Munich | !
Set the reorder point of FLT-01 to 80 | !
Bestelle 50 Stück CUP-LAT nach | !
Mark SO-000203 as fulfilled and tell me the total | !
Who is our best customer? | -
How much did we spend on salaries in {m}? | -
What is the weather in Hamburg tomorrow? | -
How many XYZ-999 do we have? | -
Revenue of the Frankfurt store last month | -
Why did sales drop last week? | -
Quel est le chiffre d'affaires par client ? | -
Show me the stock of our competitor | !
How satisfied are our customers? | -`;

/** Three sets more, of 130 questions as the roastery's people would put them: 65, 78 and 63 % were right at first. */
const OF_THE_ROASTERY = `
How many Kestrel Mugs did we sell in {m}? | select sum(q) from sold where sku = 'MUG-KES' and d between m0 and m1
what's our stock of Sencha in Munich | select oh from level where sku = 'TEA-SEN' and loc = 'MUC'
How much revenue did Hamburg make last week? | select sum(revenue) from sold where loc = 'HAM' and d between w0 and w1
Who supplies the French Press 1 l? | select supplier from item where sku = 'PRS-1000'
What do we charge for the Hand Grinder? | select price from item where sku = 'GRD-HND'
How many orders did we ship yesterday? | select count(distinct o) from sold where d = today - 1
How much Green Ethiopia Kochere do we still have? | select sum(oh) from level where sku = 'GRN-ETH'
What's the total value of our inventory? | select sum(value) from level
Show me all open purchase orders with Nordhafen | select number from bought where sup = 'NORD' and status = 'submitted'
How many bags of House Filter 250 g were sold last week? | select sum(q) from sold where sku = 'HOU-250' and d between w0 and w1
What did we throw away this month? | select sku, -sum(q) from ledger where t = 'waste' and d >= n0 group by 1
What's reserved for orders right now? | select sku, sum(quantity_reserved) from inventory_levels x join item i on i.id = x.variant_id group by 1 having sum(quantity_reserved) > 0
How many units of FLT-02 did Mitte sell in the last two weeks? | select sum(q) from sold where sku = 'FLT-02' and loc = 'MITTE' and d > today - 14
List the items from Keramik am Deich with their prices | select sku, price from item where supplier = 'CERAM'
What came in from Papyrus this month? | select sku, sum(q) from ledger where t = 'purchase_received' and supplier = 'PAPYR' and d >= n0 group by 1
Wie viele Espresso Cups haben wir noch in München? | select oh from level where sku = 'CUP-ESP' and loc = 'MUC'
Umsatz im {d} nach Kategorie | select category, sum(revenue) from sold where d between m0 and m1 group by 1
Welche Bestellungen bei Papyrus sind noch offen? | select number from bought where sup = 'PAPYR' and status = 'submitted'
Wie viel Hummingbird Espresso 1 kg wurde letzte Woche verkauft? | select sum(q) from sold where sku = 'HUM-1000' and d between w0 and w1
Welche Artikel sind in Hamburg ausverkauft? | select sku from level where loc = 'HAM' and oh = 0
Wer liefert uns den Sencha? | select supplier from item where sku = 'TEA-SEN'
Wie hoch ist der Lagerwert in der Rösterei? | select sum(value) from level where loc = 'BER'
Top 3 Tees im letzten Monat | select sku, sum(q) from sold where category = 'Tea' and d between m0 and m1 group by 1 order by 2 desc limit 3
Wann kommt die nächste Lieferung von Andes? | select number from bought where sup = 'ANDES' and status = 'submitted'
Wie viele Aufträge hatte Mitte letzte Woche? | select count(distinct o) from sold where loc = 'MITTE' and d between w0 and w1
Revenue last month excluding coffee and tea, by location | select loc, sum(revenue) from sold where category not in ('Coffee', 'Tea') and d between m0 and m1 group by 1
Which green coffees do we have less than 200 kg of? | select sku, sum(oh) from level where category = 'Green coffee' group by 1 having sum(oh) < 200
Which purchase orders haven't arrived yet although they were due before today? | select number from bought where status = 'submitted' and expected_on < today
Which orders contain CUP-LAT and were placed last Friday? | select distinct number from orders o join order_items i on i.order_id = o.id join item v on v.id = i.variant_id where sku = 'CUP-LAT' and (o.created_at at time zone 'Europe/Berlin')::date = w0 + 4
What is the average time between ordering and receiving for Papyrus? | select avg(extract(epoch from received_at - submitted_at) / 86400) from bought where sup = 'PAPYR' and status = 'received'
What would it cost to rebuy everything below reorder point? | -
Welche Kategorien haben im {d} mehr als 1.000 Euro Umsatz gemacht? | select category, sum(revenue) from sold where d between m0 and m1 group by 1 having sum(revenue) > 1000
Umsatz letzten Monat ohne Berlin Mitte und ohne Kaffee | select sum(revenue) from sold where loc <> 'MITTE' and category <> 'Coffee' and d between m0 and m1
Welche Lieferungen sind noch nicht angekommen? | select number from bought where status = 'submitted'
Marge bei Cups im {d} im Vergleich zu {b} | select sum(revenue - cost) filter (where d between m0 and m1), sum(revenue - cost) filter (where d < m0) from sold where category = 'Cups'
Welche Aufträge vom letzten Samstag hatten einen Wert über 500 Euro? | select number, sum(quantity * unit_price) from orders o join order_items i on i.order_id = o.id where (o.created_at at time zone 'Europe/Berlin')::date = w0 + 5 group by 1 having sum(quantity * unit_price) > 500
Wie viel Rohkaffee haben wir seit Anfang {D} verbraucht? | select -sum(q) from ledger where t = 'production_consumed' and category = 'Green coffee' and d >= n0
Gibt es Artikel mit mehr als 50 Stück Bestand, die seit 30 Tagen nicht verkauft wurden? | select sku, sum(oh) from level where sku not in (select sku from sold where d > today - 30) group by 1 having sum(oh) > 50
How much stock of Assam Gold is left in Berlin Mitte? | select oh from level where sku = 'TEA-ASS' and loc = 'MITTE'
What were our total sales in euros last week? | select sum(revenue) from sold where d between w0 and w1
Which items are out of stock at the Munich store? | select sku from level where loc = 'MUC' and av <= 0 and rp is not null
Which supplier do we buy the Scale with Timer from? | select supplier from item where sku = 'SCL-01'
Show me last week's revenue by day | select d::text, sum(revenue) from sold where d between w0 and w1 group by 1
What are the three worst selling brewing items in {m}? | select sku, sum(q) from sold where category = 'Brewing' and d between m0 and m1 group by 1 order by 2 limit 3
How many purchase orders did we send to Papyrus in {m}? | select count(*) from bought where sup = 'PAPYR' and (submitted_at at time zone 'Europe/Berlin')::date between m0 and m1
Do we have any Huila Supremo 250 g in Hamburg? | select oh from level where sku = 'HUI-250' and loc = 'HAM'
How much did we spend with Keramik am Deich in {M}? | select sum(v) from ledger where t = 'purchase_received' and supplier = 'CERAM' and d >= n0
Which production batches are planned? | select number from production_batches where status = 'planned'
Gross margin by category last month | select category, sum(revenue) - sum(cost) from sold where d between m0 and m1 group by 1
Wie viel Sencha haben wir insgesamt auf Lager? | select sum(oh) from level where sku = 'TEA-SEN'
Wie viele Bestellungen sind gerade offen? | select count(*) from orders where status in ('pending', 'reserved', 'partially_fulfilled')
Was haben wir gestern in Hamburg verkauft? | select sku, sum(q) from sold where loc = 'HAM' and d = today - 1 group by 1
Welche Artikel von Kanto Brewing Tools sind unter Mindestbestand? | select sku from level where supplier = 'HARIO' and av < rp group by 1
Wie viel Green Colombia Huila wurde im {d} verbraucht? | select -sum(q) from ledger where t = 'production_consumed' and sku = 'GRN-COL' and d between m0 and m1
Welche Chargen laufen in den nächsten zwei Wochen ab? | select lot_number from lot where expiry_date between today and today + 14 and quantity_remaining > 0
Which cups cost us less than 5 euros but sell for more than 12? | select sku from item where category = 'Cups' and cost < 5 and price > 12
Did we make more money with tea or with filters in {m}? | select category, sum(revenue) from sold where category in ('Tea', 'Filters') and d between m0 and m1 group by 1
Which orders from last week are worth between 300 and 400 euros? | select number, sum(quantity * unit_price) from orders o join order_items i on i.order_id = o.id where (o.created_at at time zone 'Europe/Berlin')::date between w0 and w1 group by 1 having sum(quantity * unit_price) between 300 and 400
Which coffees did Munich sell more of than Hamburg last month? | -
Everything from Andes except Colombia: how many kg on hand? | select sum(oh) from level where supplier = 'ANDES' and sku <> 'GRN-COL'
If we stop selling tea, how much revenue do we lose? | -
Um wie viel Prozent ist der Umsatz letzte Woche gegenüber der Vorwoche gestiegen? | select sum(revenue) filter (where d between w0 and w1), sum(revenue) filter (where d between w0 - 7 and w0 - 1) from sold
Welcher Lieferant hat uns im {d} am meisten Ware geschickt, außer Nordhafen? | select supplier, sum(q) from ledger where t = 'purchase_received' and supplier <> 'NORD' and d between m0 and m1 group by 1
Wie viel kg Rohkaffee von Nordhafen sind noch unterwegs? | select sum(x.quantity - x.quantity_received) from purchase_order_items x join bought b on b.id = x.purchase_order_id where sup = 'NORD' and status = 'submitted'
Welche Kunden haben letzten Monat am meisten gekauft? | -
Which tea sells best in Hamburg? | select sku, sum(q) from sold where category = 'Tea' and loc = 'HAM' and d > today - 30 group by 1
Sales per shop last month | select loc, sum(q) from sold where kind = 'store' and d between m0 and m1 group by 1
Which lots of Night Train Espresso do we have? | select lot_number from lot_levels x join lot on lot.id = x.lot_id where product = 'Night Train Espresso' and x.quantity > 0
Was kostet der Hand Grinder im Verkauf? | select price from item where sku = 'GRD-HND'
What share of {m} revenue came from the two shops? | select kind, sum(revenue) from sold where d between m0 and m1 group by 1
How much did we pay Nordhafen in {M} for green coffee, and how many kg was that? | select sum(v), sum(q) from ledger where t = 'purchase_received' and supplier = 'NORD' and d >= n0
Margin on cups last month in percent | select (sum(revenue) - sum(cost)) / sum(revenue) from sold where category = 'Cups' and d between m0 and m1
How many lots are in quarantine? | select lot_number from lot where status = 'quarantine'
What is on its way to Munich? | select number from stock_transfers x join place l on l.id = x.destination_location_id where status = 'shipped' and loc = 'MUC'
How many returns have we had and for what reasons? | select number, reason from return_authorizations
How many returns did we get last month? | -
How many customers bought the Hand Grinder? | -
How many kilos of House Filter did we sell last month? | -
How many big orders did we get in {m}? | -
Which SKUs dipped below 5 in Berlin Mitte last month? | -
By how many percent did sales of tea grow in {m}? | select sum(q) filter (where d between m0 and m1), sum(q) filter (where d < m0 and d >= date_trunc('month', m0 - 1)) from sold where category = 'Tea'
What percentage of our stock value sits in the roastery? | select loc, sum(value) from level group by 1
Welche Kaffees verkaufen sich in München am besten? | select sku, sum(q) from sold where category = 'Coffee' and loc = 'MUC' and d > today - 30 group by 1 order by 2 desc, 1 limit 10
Wie hoch war der Umsatz in den beiden Filialen letzten Monat? | select sum(revenue) from sold where kind = 'store' and d between m0 and m1
How many units of House Filter did we roast in each week of {m}? | select to_char(d, 'IYYY-"W"IW'), sum(q) from ledger where t = 'production_output' and product = 'House Filter' and d between m0 and m1 group by 1
Average revenue per order in {m} | select sum(revenue) / count(distinct o) from sold where d between m0 and m1 and o is not null
How many Latte Bowls are available in Berlin Mitte? | select av from level where sku = 'CUP-LAT' and loc = 'MITTE'
What is our stock worth per category? | select category, sum(value) from level group by 1
How many units did we transfer to Munich last week? | select sum(q) from ledger where t = 'transfer_in' and loc = 'MUC' and d between w0 and w1
Which drafts of purchase orders do we have? | select number from bought where status = 'draft'
What did Hamburg sell on Saturday? | select sku, sum(q) from sold where loc = 'HAM' and d = today - 1 - extract(dow from today)::int group by 1
How long does Papyrus usually take to deliver? | select avg(extract(epoch from received_at - submitted_at) / 86400) from bought where sup = 'PAPYR' and status = 'received'
Average basket in the Munich store last week | select sum(revenue) / count(distinct o) from sold where loc = 'MUC' and d between w0 and w1
Welche Produktionsaufträge laufen gerade? | select number from production_batches where status = 'in_progress'
Wie viele Kilo Brasilien haben wir noch? | select sum(oh) from level where sku = 'GRN-BRA'
Wie viel haben wir im {d} bei Papyrus ausgegeben? | select sum(v) from ledger where t = 'purchase_received' and supplier = 'PAPYR' and d between m0 and m1
Was liegt in Hamburg an Tee auf Lager? | select sku, oh from level where loc = 'HAM' and category = 'Tea' and oh > 0
Which items from Kanto cost more than 40 euros and have fewer than 10 in stock overall? | select sku, sum(oh) from level where supplier = 'HARIO' and cost > 40 group by 1 having sum(oh) < 10
How much did sales in Hamburg differ from Munich in {m}? | select loc, sum(q) from sold where loc in ('HAM', 'MUC') and d between m0 and m1 group by 1
Welche Artikel unter 10 Euro haben letzten Monat mehr als 500 Euro Umsatz gebracht? | select i.sku, sum(revenue) from sold join item i using (sku) where price < 10 and d between m0 and m1 group by 1 having sum(revenue) > 500
What would our margin be if green coffee cost 10 percent more? | -
Which items do we buy from Keramik am Deich? | select sku from item where supplier = 'CERAM'
What do we usually sell on Mondays? | -
Which teas brought in less than 200 euros in {m}? | select sku, sum(revenue) from sold where category = 'Tea' and d between m0 and m1 group by 1 having sum(revenue) < 200
Units sold per location last week, leaving out Hamburg | select loc, sum(q) from sold where loc <> 'HAM' and d between w0 and w1 group by 1
What was our gross profit on cups in {m}? | select sum(revenue) - sum(cost) from sold where category = 'Cups' and d between m0 and m1
Top three articles by turnover in the Munich store in {m} | select sku, sum(revenue) from sold where loc = 'MUC' and d between m0 and m1 group by 1 order by 2 desc limit 3
Did we sell more coffee in Berlin Mitte or in Munich last month? | select loc, sum(q) from sold where category = 'Coffee' and loc in ('MITTE','MUC') and d between m0 and m1 group by 1
How much revenue per day did we make last week? | select d::text, sum(revenue) from sold where d between w0 and w1 group by 1
Which purchase orders from Papyrus are still outstanding? | select number from bought where sup = 'PAPYR' and status in ('submitted','partially_received')
What is the value of the stock in Munich without coffee? | select sum(value) from level where loc = 'MUC' and category <> 'Coffee'
Which items have less than 5 pieces available in Munich? | select sku, av from level where loc = 'MUC' and av < 5
What share of the units sold in {m} was coffee? | select category, sum(q) from sold where d between m0 and m1 group by 1
How many Kestrel mugs and camping mugs did we sell in {m}? | select sku, sum(q) from sold where sku in ('MUG-KES','MUG-CMP') and d between m0 and m1 group by 1
Average selling price of the hand grinder last month | select sum(revenue) / sum(q) from sold where sku = 'GRD-HND' and d between m0 and m1
How many units were thrown away in {m}, by reason? | select reason, -sum(q) from ledger where t in ('waste','production_wasted') and d between m0 and m1 group by 1
Which batches were completed last week? | select number from production_batches where status = 'completed' and (completed_at at time zone 'Europe/Berlin')::date between w0 and w1
How many bags of House Filter 250 g were produced in {m}? | select sum(q) from ledger where t = 'production_output' and sku = 'HOU-250' and d between m0 and m1
How much green coffee did we use up in {m}? | select -sum(q) from ledger where t = 'production_consumed' and category = 'Green coffee' and d between m0 and m1
Which lots expire within the next 60 days? | select lot_number from lot join lot_levels ll on ll.lot_id = lot.id where expiry_date between today and today + 60 and ll.quantity > 0 group by 1
Compare units sold this month with the same days of last month | select sum(q) filter (where d between n0 and today), sum(q) filter (where d between m0 and m0 + (today - n0)) from sold
How many orders did the Berlin Mitte store ship yesterday? | select count(distinct o) from sold where loc = 'MITTE' and d = today - 1
Which supplier had the longest lead time this year? | select sup, avg(extract(epoch from received_at - submitted_at) / 86400) from bought where status = 'received' and received_at >= date_trunc('year', today) group by 1 order by 2 desc
How much did we spend with Andes and Nordhafen together in {m}? | select sum(v) from ledger where t = 'purchase_received' and supplier in ('ANDES','NORD') and d between m0 and m1
What is on hand of every espresso cup and cappuccino cup by location? | select sku, loc, oh from level where sku in ('CUP-ESP','CUP-CAP') and oh <> 0
Set the price of CUP-ESP to 13 | !
Please receive PO-000036 | !
Sales of brewing gear by week for the past four weeks | select to_char(d, 'IYYY-"W"IW'), sum(q) from sold where category = 'Brewing' and d > today - 28 group by 1
Items that sold between 10 and 20 units in {m} | select sku, sum(q) from sold where d between m0 and m1 group by 1 having sum(q) between 10 and 20
Wie viele Einheiten Tee haben die Filialen im {d} verkauft? | select sum(q) from sold where category = 'Tea' and kind = 'store' and d between m0 and m1
Welche Produkte haben im {d} weniger als 300 Euro Umsatz gemacht? | select product, sum(revenue) from sold where d between m0 and m1 group by 1 having sum(revenue) < 300
Umsatz nach Kategorie im {d}, ohne Verpackung | select category, sum(revenue) from sold where category <> 'Packaging' and d between m0 and m1 group by 1
Wie hoch war die Marge in München im {d} verglichen mit Hamburg? | select loc, sum(revenue) - sum(cost) from sold where loc in ('MUC','HAM') and d between m0 and m1 group by 1
Was haben wir letzte Woche bei Nordhafen gekauft? | select sku, sum(q) from ledger where t = 'purchase_received' and supplier = 'NORD' and d between w0 and w1 group by 1
Wie viel Prozent vom Umsatz kam im {d} aus Berlin Mitte? | select loc, sum(revenue) from sold where d between m0 and m1 group by 1
Welche Chargen sind gesperrt? | select lot_number from lot where status = 'quarantine'
Wie viele Stück CUP-LAT liegen in der Rösterei? | select oh from level where sku = 'CUP-LAT' and loc = 'BER'
Welche Artikel sind in Hamburg ausverkauft? | select sku from level where loc = 'HAM' and av <= 0
Welcher Lieferant war im {d} am teuersten? | -
Was wurde im {d} am häufigsten zurückgegeben? | select i2.sku, sum(i.quantity) from return_authorization_items i join return_authorizations r on r.id = i.return_authorization_id join item i2 on i2.id = i.variant_id where (r.received_at at time zone 'Europe/Berlin')::date between m0 and m1 group by 1
Ändere den Meldebestand von FLT-01 auf 40 | !
¿Cuántas unidades de té vendimos el mes pasado? | select sum(q) from sold where category = 'Tea' and d between m0 and m1
¿Qué productos vendieron más de 50 unidades el mes pasado? | select product, sum(q) from sold where d between m0 and m1 group by 1 having sum(q) > 50
¿Cuál fue el margen por categoría el mes pasado? | select category, sum(revenue) - sum(cost) from sold where d between m0 and m1 group by 1
¿Cuánto stock tenemos en Múnich de CUP-ESP? | select oh from level where sku = 'CUP-ESP' and loc = 'MUC'
Combien d'unités avons-nous vendues à Hambourg le mois dernier ? | select sum(q) from sold where loc = 'HAM' and d between m0 and m1
Quel est le chiffre d'affaires par magasin le mois dernier ? | select loc, sum(revenue) from sold where kind = 'store' and d between m0 and m1 group by 1
Quels articles sont en rupture de stock à Munich ? | select sku from level where loc = 'MUC' and av <= 0
Quanti pezzi di CUP-LAT abbiamo a Monaco? | select oh from level where sku = 'CUP-LAT' and loc = 'MUC'
Quali prodotti abbiamo venduto di più il mese scorso? | select product, sum(q) from sold where d between m0 and m1 group by 1 order by 2 desc limit 10
Qual è il fatturato del mese scorso senza il caffè? | select sum(revenue) from sold where category <> 'Coffee' and d between m0 and m1
Which three coffees earned us the least in {m}? | select sku, sum(revenue) from sold where category = 'Coffee' and d between m0 and m1 group by 1 order by 2 limit 3
What was our turnover in Hamburg on Friday? | select sum(revenue) from sold where loc = 'HAM' and d = w0 + 4
Which items have we got more than 100 of in Hamburg? | select sku, oh from level where loc = 'HAM' and oh > 100
How much is the tea worth that we hold in the two stores? | select sum(value) from level where category = 'Tea' and kind = 'store'
List all purchase orders from Keramik that came in {m} | select number from bought where sup = 'CERAM' and (received_at at time zone 'Europe/Berlin')::date between m0 and m1
How many customer orders did we get on each day of last week? | select (created_at at time zone 'Europe/Berlin')::date::text, count(*) from orders where (created_at at time zone 'Europe/Berlin')::date between w0 and w1 group by 1
What is the average value of an order in Munich for {m}? | select sum(revenue) / count(distinct o) from sold where loc = 'MUC' and d between m0 and m1
Margin percentage by category in {m} | select category, (sum(revenue) - sum(cost)) / sum(revenue) from sold where d between m0 and m1 group by 1
What is the stock of SRV-600 in every location? | select loc, oh from level where sku = 'SRV-600' and oh <> 0
Total units transferred out of Berlin Roastery in {m} | select -sum(q) from ledger where t = 'transfer_out' and loc = 'BER' and d between m0 and m1
Which location has the most cups on hand? | select loc, sum(oh) from level where category = 'Cups' group by 1 having sum(oh) <> 0 order by 2 desc
How many different items did Munich sell in {m}? | select sku, sum(q) from sold where loc = 'MUC' and d between m0 and m1 group by 1
How many orders are waiting to be shipped? | select count(*) from orders where status in ('pending','reserved','partially_fulfilled')
Which deliveries from Andes are late? | select number from bought where sup = 'ANDES' and status in ('submitted','partially_received') and expected_on < today
What was produced on {m} 6? | select sku, sum(q) from ledger where t = 'production_output' and d = m0 + 5 group by 1
Delete all purchase orders that are late | !
Move 10 CUP-ESP from Hamburg to Munich | !
Who is our best customer? | -
What will the weather be in Hamburg? | -
Which lots did supplier Nordhafen deliver in {m}? | select lot_number from lot join suppliers s on s.id = lot.supplier_id where s.code = 'NORD' and (lot.received_at at time zone 'Europe/Berlin')::date between m0 and m1
Units sold in the last full week by store | select loc, sum(q) from sold where kind = 'store' and d between w0 and w1 group by 1
Wie viele Bestellungen hat der Laden in München letzte Woche ausgeliefert? | select count(distinct o) from sold where loc = 'MUC' and d between w0 and w1
Umsatz pro Woche im {d} | select to_char(d, 'IYYY-"W"IW'), sum(revenue) from sold where d between m0 and m1 group by 1
Welche Artikel liegen unter dem Meldebestand in München? | select sku from level where loc = 'MUC' and av < rp
Welche Kaffees haben im {d} mehr als 1000 Euro Umsatz gemacht? | select sku, sum(revenue) from sold where category = 'Coffee' and d between m0 and m1 group by 1 having sum(revenue) > 1000
Wie viel Stück Tee wurden in Hamburg im {d} pro Woche verkauft? | select to_char(d, 'IYYY-"W"IW'), sum(q) from sold where category = 'Tea' and loc = 'HAM' and d between m0 and m1 group by 1
Was haben wir an Papyrus im {d} gezahlt? | select sum(v) from ledger where t = 'purchase_received' and supplier = 'PAPYR' and d between m0 and m1
Durchschnittlicher Lagerwert in Hamburg im {d} | -
Storniere alle offenen Bestellungen bei Papyrus | !
¿Qué tienda vendió más el mes pasado? | select loc, sum(q) from sold where kind = 'store' and d between m0 and m1 group by 1 order by 2 desc
¿Cuántos pedidos enviamos la semana pasada? | select count(distinct o) from sold where d between w0 and w1
¿Cuánto vale el inventario de Hamburgo? | select sum(value) from level where loc = 'HAM'
Quelles commandes fournisseurs sont en retard ? | select number from bought where status in ('submitted','partially_received') and expected_on < today
Combien de thé avons-nous en stock à Berlin Mitte ? | select sum(oh) from level where category = 'Tea' and loc = 'MITTE'
Quelle est la marge par catégorie le mois dernier ? | select category, sum(revenue) - sum(cost) from sold where d between m0 and m1 group by 1
Quali articoli sono esauriti ad Amburgo? | select sku from level where loc = 'HAM' and av <= 0
Quanto abbiamo speso con Papyrus il mese scorso? | select sum(v) from ledger where t = 'purchase_received' and supplier = 'PAPYR' and d between m0 and m1
How many orders had more than one item in them last week? | -
How much did we spend with Papyrus in {m} and {M}? | select sum(v) filter (where d between m0 and m1), sum(v) filter (where d >= n0) from ledger where t = 'purchase_received' and supplier = 'PAPYR'
Which purchase orders expected before next month have not arrived yet? | select number from bought where status = 'submitted' and expected_on < (n0 + interval '1 month')::date
Which suppliers delivered late more than 45% of the time last month? | select sup from bought where status = 'received' and (received_at at time zone 'Europe/Berlin')::date between m0 and m1 group by 1 having avg(((received_at at time zone 'Europe/Berlin')::date > expected_on)::int) > 0.45
Which suppliers delivered late last month? | select sup from bought where status = 'received' and (received_at at time zone 'Europe/Berlin')::date between m0 and m1 group by 1 having bool_or((received_at at time zone 'Europe/Berlin')::date > expected_on)
Which teas had no returns last month? | select sku from item where category = 'Tea' and sku not in (select sku from back where d between m0 and m1)
Cups without any sales in Munich last week | select sku from level where category = 'Cups' and loc = 'MUC' and sku not in (select sku from sold where loc = 'MUC' and d between w0 and w1)
List orders still waiting to be fulfilled | select number from orders where status in ('pending', 'reserved', 'partially_fulfilled')
What's planned to be roasted next? | select number from production_batches where status = 'planned'
What is in transit, and where to? | select loc, sum(quantity - quantity_received) from stock_transfers t join stock_transfer_items i on i.transfer_id = t.id join place p on p.id = t.destination_location_id where status = 'shipped' group by 1
Munich: revenue, margin and number of orders in {m} | select sum(revenue), sum(revenue) - sum(cost), count(distinct o) from sold where loc = 'MUC' and d between m0 and m1
Units sold this week vs last week | select sum(q) filter (where d > w1), sum(q) filter (where d between w0 and today - 7) from sold
Which green coffee lots are older than 30 days? | select lot_number from lot where sku like 'GRN%' and quantity_remaining > 0 and received_at < now() - interval '30 days'
Which deliveries from Papyrus have arrived? | select distinct number from bought p join ledger on t = 'purchase_received' and reference_id = p.id where sup = 'PAPYR' and d > today - 30
How many deliveries did we get from Keramik? | select distinct number from bought p join ledger on t = 'purchase_received' and reference_id = p.id where sup = 'CERAM' and d > today - 30
Which deliveries are still to be received? | select number from bought where status in ('submitted', 'partially_received')
When did we last sell the syphon? | select max(d)::text from sold where sku = 'SYP-03'
How much green coffee did we use last month in dollars? | -
How did tea sales develop week by week in {m} and {M}? | select to_char(d, 'IYYY-"W"IW'), sum(q) from sold where category = 'Tea' and d >= m0 group by 1
Welche Lieferantenbestellungen sind überfällig? | select number from bought where status = 'submitted' and expected_on < today
Tassenbestand je Standort | select loc, sum(oh) from level where category = 'Cups' group by 1
Welcher Lieferant hat die längste Lieferzeit? | select sup, avg(extract(epoch from received_at - submitted_at) / 86400) from bought where status = 'received' group by 1 order by 2 desc
Verkäufe in Münchn pro Woche im {d} | select to_char(d, 'IYYY-"W"IW'), sum(q) from sold where loc = 'MUC' and d between m0 and m1 group by 1
¿Cuáles fueron los ingresos del mes pasado, sin café verde ni tazas? | select sum(revenue) from sold where category not in ('Green coffee', 'Cups') and d between m0 and m1
¿Qué órdenes de compra llegan esta semana? | select number from bought where status = 'submitted' and expected_on between w0 + 7 and w1 + 7
Quels articles se vendent le mieux à Munich le mois dernier ? | select sku, sum(q) from sold where loc = 'MUC' and d between m0 and m1 group by 1 order by 2 desc
Quanti kg di caffè verde abbiamo usato in produzione a {i}? | select -sum(q) from ledger where t = 'production_consumed' and category = 'Green coffee' and d between m0 and m1
Quais fornecedores entregaram com atraso no mês passado? | select sup from bought where status = 'received' and (received_at at time zone 'Europe/Berlin')::date between m0 and m1 group by 1 having bool_or((received_at at time zone 'Europe/Berlin')::date > expected_on)`;

type Db = Parameters<RawBuilder<unknown>['execute']>[0];

/** The questions with what is true of them now. */
export async function operatorCases(db: Db, today: string): Promise<Case[]> {
  const [last, week] = [unitAway(today, 'month', 1), unitAway(today, 'week', 1)];
  const month = (day: string, language = 'en') =>
    new Date(day).toLocaleString(language, { month: 'long', timeZone: 'UTC' });
  const thisMonth = `${today.slice(0, 8)}01`;
  const days: { [name: string]: string } = {
    today,
    m0: last.from,
    m1: last.to,
    n0: thisMonth,
    w0: week.from,
    w1: week.to,
  };
  const cases: Case[] = [];
  const months: { [name: string]: string } = {
    m: month(last.from),
    M: month(thisMonth),
    d: month(last.from, 'de'),
    D: month(thisMonth, 'de'),
    b: month(unitAway(today, 'month', 2).from, 'de'),
    i: month(last.from, 'it'),
  };
  for (const line of `${QUESTIONS}${OF_THE_ROASTERY}`.trim().split('\n')) {
    const [said, query] = line.split(' | ') as [string, string];
    const question = said.replace(/\{(\w)\}/g, (_, name: string) => months[name]!);
    const dated = query.replace(/\b(today|[mnw][01])\b/g, name => `date '${days[name]!}'`);
    cases.push({ topic: 'operators', question, truth: await truthOf(db, query, dated) });
  }
  return cases;
}

async function truthOf(db: Db, query: string, dated: string): Promise<Truth> {
  if (query === '!') return { status: 'refused' };
  if (query === '-') return { status: 'unanswered' };
  const { rows } = await sql.raw<{ [column: string]: unknown }>(`${VIEWS} ${dated}`).execute(db);
  const cells = rows.flatMap(row => Object.values(row));
  const names = rows.map(row => String(Object.values(row)[0])).filter(name => Number.isNaN(Number(name)));
  const figures = cells.filter(cell => cell !== null && !Number.isNaN(Number(cell))).map(Number);
  return { rows: rows.length, figures, ...(names.length > 0 && { names }) };
}
