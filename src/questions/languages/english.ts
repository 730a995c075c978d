/** What English words mean to a question: see dictionary.ts. */
export const english = `
measure units_sold: outsell{,s,ing} outsold sold sell+ selling unit_sales shift* {customers,people}_{buy,bought}
  clients_buy sell_through_the_till {went,go,goes,gone,going}_over_the_counter
  {went,go,goes,gone}_to_{customers,clients} changed_hands change_hands {sn,l}apped_up
  {crossed,cross,crosses}_the_counter {found,find,finds}_a_{buyer,home}
  {purchased,bought}_by_{customers,clients,people} customers_purchased customers_took_home clients_bought
  clients_purchased clients_took_home shoppers_bought shoppers_purchased shoppers_took_home people_purchased
  people_took_home {customers,clients,people}_{purchase,take_home} offload* flog{,ged,s,ging}
  {left,leave,leaves,leaving}_the_{shop,store,shops,stores} sales_qty sell_out offtake
  {go,goes,going,went,gone,walked,leave,left,get,got}_out_{the,of_the}_door {flew,fly,flown}_off_the_shel{f,ves}
  {ring,rings,rang,rung,ringing}_up turn_over turned_over
measure revenue: revenue+ {brought,bring,brings,bringing,took}_in takings income earnings earn+ earned
  sales_{value,revenue,in_euros,in_eur,in_money,figures} turnover {turned,turn}_over made_in_sales gross{ed,ing}
  {rang,ring,rings}_up sales_income rake_in raked_in pull_in pulled_in cash_in cashed_in
  {money,cash}_{came,comes,come,has_come,flowed}_in {did_the_till,the_till}_{take,took}
  {did_customers,customers}_{spend,spent} {net,gross,total}_{sales_revenue,revenue,takings,turnover} proceeds
  sales_amount value_of_{sales,the_sales} cash_taken money_made top_line {we,did_we}_{bill,invoice} billed
  {takes,take,taken,taking}_in ringing_up {did_we,the_store,the_shop,did_the_store,did_the_shop}_generate rung_up took
  takes taken {take,takes}_the_most earner+ money_maker+ money_spinner+
measure margin: margin+ profit+ gross_{profit,margin} profitab{le,ility} earn_on earned_on gross_profits gp gm
  contribution{_margin,} did_we_clear net_of_cost {make,made,earn,earned}_after_cost+ gain+
measure margin_rate: margin_{percentage,percent,ratio,in_percent} {profit,percentage}_margin
  gross_margin_percent{age,} gp_percent{,age} {gp,gm}_%; cogs: cogs goods_cost cost_of_{goods_sold,sales,goods}
measure average_order_value: aov avg_{order_value,order_size,basket,basket_value} average_order{_size,,_total,_worth}
  mean_{order_value,basket} average_{basket,basket_value,ticket,sale_value} basket{_size,}
  average_value_{of_an_order,per_order,of_orders}
measure units_per_order: {avg_items,average_items,items,pieces}_per_order {units,items}_an_order
measure average_price: {average_selling,mean,average_sales}_price
measure order_count: orders_{fulfilled,shipped} {fulfilled,shipped}_orders
measure orders_created: orders_{placed,received,made,come_in,came_in} new_orders
measure daily_sales: {daily_sales,sold_per_day_on,daily}_average average_{daily_sales,sales_per_day,sales_a_day}
  average_units_per_day sales_velocity velocity run_rate
measure units_returned: returned {came,come,coming,sent,brought,sending,send,sends}_back
  {handed,handing,gave,given,giving,bring,brings}_back {bringing,took,taken,take,takes,comes}_back went_back
  {get,got,gets}_back refused take..back
measure return_rate: ratio_of_returns_to_sales returns_{to_sales_ratio,rate}
  {share_of_sales,percentage,percent}_returned rate_of_returns
measure fill_rate: service_{level,rate} fillrate order_fill_rate; sell_through: sell_{through_rate,thru} sellthr{ough,u}
measure turnover: stock_turn{over,ed} inventory_turn{over,s} stock_turn+ turned_{its_stock,their_stock,stock,over_stock}
  {turns_its,turn_its,turns}_stock
measure stock_out_days: sold_out_days days_{sold_out,out_of_stock,without_stock,stocked_out} stockout{_days,s}
  stock_outs; lost_sales: missed_sales; units_lost: lost_{in_transit,on_the_way} lost_in_transfer+
measure units_to_fulfill: units_{outstanding,still_to_ship,on_backorder} backlog still_to_{ship,go_out}
  {owed_to,owe,owe_our}_customers {owe,owed_to}_clients backorder+ back_order+ backordered back_ordered
  {is,still}_missing
measure on_hand: in_stock physically {on_the,on}_shelf lying_around onhand {on,stock_on,quantity_on}_hand soh qoh
  {on_the,on_our,on}_shelves in_the_stockroom
measure available: free avail availab{le,ility} promise {can_we,could_we,free_to,can,available_to}_sell {can,could}_we_ship
  {free,sellable}_stock atp {available,free}_to_promise unallocated uncommitted unreserved
measure reserved: reserved reserved_for_{orders,customers} allocat{ed,ing} commit{ted,ments} promised reservation+
  allocation+ earmarked spoken_for; on_hold: held blocked quarantined held_back
measure on_order: still_{get,to_get,coming,to_come,to_deliver} yet_to_come
  {ordered,on_its_way,on_the_way}_from_suppliers {outstanding,still_due}_from_suppliers {yet,still_has}_to_deliver
  owe_us owes_us on_order {have_we,we_have,we}_ordered
measure incoming: incoming inbound coming_in already_{re,}ordered already_on_order; in_transit: {in,units_in}_transit
  in_transit_between
measure stock_value: in_stock_value valuation+ stock_valuation inventory_valu{ation,e}
  money_{sitting_in_stock,sitting,sits,in_stock,tied_up} value{,d} worth value_of_{stock,inventory}
  {capital,money_is,capital_is}_tied_up {tied,tie,ties}_up capital invested
measure days_of_cover: cover{,age,_days} {days,stock}_cover days_of_{stock,supply,inventory,inventory_on_hand}
  days_on_hand doh weeks_{of_cover,of_stock,of_supply,on_hand,cover}
measure age_days: {average,mean,stock}_age age age_of_stock
measure units_adjusted: adjust* adjustment+ shrink{age,} correction+; units_transferred_in: transferred_in moved_in
measure units_transferred_out: transferred_out moved_out
measure units_received: {get,get_some,getting}_more arriv{ing,ed} recei{ved,pts} receive+ delivered{,_to_us}
  {arrived_from,brought_in_by}_suppliers {came,come,comes,got,taken,goods,get}_in bought
  {sold,sell,sells,selling,supply,supplied}_us supplied arrive+ deliver buy buying {come,coming}_into intake land* arrival+ {bring,brings,bringing}_in
  goods_received goods_receipt+ turned_up showed_up {roll,rolled}_in {booked,book,checked,brought}_in
  {reached,reach,reaches}_us unload* {hit,hits}_{the_dock,our_dock} came_through_the_door
  {did_suppliers,suppliers}_{send_us,sent_us} stock_received inbound_deliver{y,ies} goods_inward
  {sent,send,sends,ship,shipped}_us {took,take,taken,taking}_delivery_of take_in takes_in took_in taking_in took taken
measure purchase_value: spent spend+ purchasing_spend spending bought_for paid pay+ paying
measure average_purchase_price: average_{buying_price,price_paid,cost_price} mean_{purchase,buying}_price
measure purchase_price_change: {price,purchase_prices}_change cost_increase dearer
measure units_produced: yield{,ed} produc{ed,ing} produce+ {made_by,made_in}_production output+ roast* roaster
  manufactur{ed,ing} manufacture+ baked brewed bake+ baking turned_out churned_out {turn,turns}_out {churn,churns}_out
  bagged {came,come,comes}_{off_the_line,out_of_production}
measure buildable: {can,could}_{we,i}{,_still}_{make,produce,roast,bake,manufacture}
  {we,i}_{can,could}{,_still}_{make,produce,roast,bake,manufacture}
  can{,_still}_be_{made,produced,roasted,baked} buildable enough_to_{make,produce,roast,bake}
measure batches_completed: {batches,batch}_completed completed_batches
measure value_purchased: purchase_order_value value_of_purchase_orders ordered_value
measure units_used: use+ using {went,gone,go,goes}_into_{production,roasting}
  {use_in,used_in,used_by,used_for}_production used consumed consume+ consumption usage consumed_by_production
  production_{consume,use} consuming used_up process{ed,} did_production_eat eaten_up roast*
measure units_wasted: {in,went_in,gone_in,go_in}_the_bin wast{ed,age,ing} waste+
  {thrown,throw,threw,throwing,throws}_away scrap+ scrapp{ed,ing} dispos{ed,e,ing} {written,wrote,writing,writes}_off
  write_off+ spoil{age,t} binned throw{ing,,n} threw {chucked,thrown,throws,throw,throwing,threw}_out broke
  toss{ed,,es,ing} written_down writeoff+ write_off_units breakage+ breaks disposal+ discard* dump* bin+ binning
  chuck* spoil* {go,goes,went,gone,going}_to_waste perished landfill smashed trash{ed,} {end,ended,ends}_up_in_the_bin
  losses {had,have,has}_to_bin wreck* {got,get,were,was}_{broken,smashed} {lose,lost}_to_{breakage,spoilage}
measure waste_value: value_of_waste cost_of_{waste,wasted,what_we_threw_away} waste_cost
weak units_sold: sales demand how_did volume seller+ mover+; on_hand: inventory supply stocked warehouse_stock stock+
weak units_produced: production; revenue: money rev cash
list BEST: best_seller+ bestseller+ top_seller+ fastest_{movers,moving} fast_moving sells_{fastest,most}
  {top,best}_selling best_sold most_{sold,popular} popular {sells,selling,sold,sell}_best in_demand trending winners
  flying_off_the_shelves champion+ stars hits top_articles sell_most {best,top}_performing best_performer+
  top_performer+ hottest hot_seller+ fast_seller+ fast_mover+ {quickest,strongest}_sellers
list WORST: least_{popular,wanted,in_demand} worst_{selling,performing} worst_seller+ {sold,sells,sell}_worst least_sold worst_performer+
  {poorest,poor,weakest}_sellers
list SLOW: slow_mover+ slow_{moving,sellers,selling} slowest_{moving,selling} sells_slow{ly,est} slowest_seller+
  sell_slowly slowest_mover+; UNMOVED: not_{moved,moving,move,been_moved} never_moved no_movement+
list DEAD: {sold,selling}_nothing nobody_{bought,has_bought,wants,buys} no_one_bought
  {not_had,no,zero,has_no,have_no}_sales never_sold {never,does_not,do_not}_sell unsold dead_stock obsolete stagnant
  {collecting,gathering}_dust dead non_moving non_mover+ not_{shifting,shifted,selling,been_selling}
list OVERSTOCK: overstock* too_much excess surplus too_many mark_down markdown clearance over_stocked
list LOW: {topping,top,need_topping}_up {runs,run,ran,getting}_low running_{low,short,low_on} low_stock low
  short{,_on,_of} scarce shortage+ below_{threshold,par,min,minimum,min_level} {nearly,almost}_{out,out_of}
  under_{par,min,minimum} {hit,hits,hitting,reached,at}_{its,their,the}_{reorder,minimum}
  {hit,hits,hitting,reached,at}_{its,their,the}_{reorder,minimum}_{point,points,level,levels}
  {nearly,almost}_{gone,sold_out,finished} {are,is}_{tight,critical} down_to_the_last_{few,one,ones}
  down_to_{our,the}_last thin_on_the_ground {in_short,short_in}_supply {close_to,about_to}_{run,running}_out
  critical{ly_low,} low_in_stock
list OUT: {zero,out_of,no,not_in}_stock zero_{units,left} with_zero {sold,have_run,ran,stocked,stock}_out stockout
  nothing_left {have,have_we,we_have}_run_out_of ran_out_of out_of gaps empty oos all_gone lacking is_gone are_gone
  {have,has}_none_left {have,has,do_we_have,we_have,with}_none_of {at,on}_zero wiped_out cleaned_out unavailable
  none_left out_of_order_stock are_missing {is,are}..out {are,is}..missing
list REORDER: reorder{,ing,ed} should_{we_reorder,i_reorder,we_order,i_order,we_buy,i_buy,order,buy}
  {need_to,to,suggest_we,next}_order to_buy restock{,ing} replenish{,ment,ing} {reorder,order,purchasing}_suggestions
  purchasing_recommendations recommendation+ recommend shopping_list suggest_ordering {order,buy}_more stock_{up,up_on}
list OLD: oldest older old aging aged ageing lying lain sitting how_long_{has,have} been_in_stock stale
list RUNS_OUT: {run,when_are_we,when_will_we_be}_out_of {run,runs,running,sell,sells,stocking}_out
  {stockout,stock_out}_risk {how_long,how_many_days}_will last{s,_until,_us,_long} runs_dry {will,to,not}_last
  make_{it_through,it_to,it} {gone,empty}_soon run_dry danger_of_running_out going_to_be_gone be_gone will..gone enough
  {not,will_not}_make_it will..last
list EXPIRES: expire+ expir{ing,ation,y} best_before shelf_date {going,go,goes}_bad {spoils,use_up}_soon go_off goes_off
  {use,be_used,best}_by bad {need_to,must,have_to}_be_used lapse+
list STOLEN: theft+ {lose,lost}_to_theft stole{n,} steal pilfer{ed,age} {got,was}_stolen
list MOVED: movement+ stock_movement+ ledger ledger_entries history what_happened happened
  {changed,changes_of,change_of}_stock drop+ dropped fell disappeared {who,what}_changed stock_change+
  every_stock_change; LATE_SUPPLIERS: slowest delivers_slowest slowest_supplier takes_longest
list FAST_SUPPLIERS: fastest quickest delivers_fastest fastest_supplier
list RELIABLE: reliable most_{reliable,punctual} punctual dependable best_supplier supplier_{performance,scorecard}
  performing perform+
list UNRELIABLE: least_{reliable,punctual} unreliable worst_supplier unpunctual
  {delivers,always,deliver,delivering,most_often}_late
list SUPPLIES: supplie{s,d_by,rs_of} supplier_{delivers,supplies,makes,of} {vendor,who}_delivers who_makes
  {bought,buy}_from {buy,get,order}..from comes_from_supplier source{,d} from_whom
list CATEGORY_OF: category_of {which,what}_category_is
list DEAREST: most_expensive dearest priciest costliest highest_priced; CHEAPEST: cheapest least_expensive lowest_priced
list LEAD_TIME: take{,s}..deliver time_between_ordering_and_receiving {time,days}_between_order_and_delivery time_from_order_to_delivery
  lead_time+ delivery_time+ {how_many_days,how_long}_does; ON_TIME: on_time_{rate,percentage} punctuality on_time
list COMING: still_expect{,ing,ed} more_{due,coming,arrive,arrives,arriving} due eta delivery_date expected_deliver{y,ies} when_will_arrive coming come_from_suppliers got_coming
  when_can_we_expect scheduled_to_arrive {in_the,our}_pipeline {are_we,we_are,still}_waiting_for outstanding_from
  still_outstanding {suppliers_bringing,are_suppliers_bringing} not_here_yet back_in_stock {get,gets}_here
list POINT: reorder_{point,points,level,levels,threshold} minimum_stock min_{stock,level,levels} minimum_level+
  par_level+ rop
list VARIANCES: variance+ discrepanc{y,ies} differences; BUSIEST: busiest; RESTOCKED: restocked got_restocked
list GONE: {get,gets,got,getting}_through {go,goes,went,gone,going}_through {get,got,getting}_rid_of
  {chew,chews,chewed,chewing,burn,burned,burnt,rattle,rattled}_through
group sku: sku+ item+ variant+ things goods size+ flavo{urs,rs} versions colours colors different_{products,items,skus}
  article+ {product,stock}_lines
group product: product+; category: categor{y,ies}; location: location+ place+ site+ branch{,es}
group supplier: supplier+ vendor+; reason: reason+ why; condition: condition+; abc_class: abc_class{,es} class{,es}
group day,week,month,quarter,year: day/days week/weeks month/months quarter/quarters year/years
group status: {order_,purchase_order_,lot_,batch_,return_,transfer_,}{status,statuses,state,states}
group weekday: weekday+ day_of_week dow {day,days}_of_the_week
onday 1..7: mondays tuesdays wednesdays thursdays fridays saturdays sundays; 6 7: weekends
timely day,week,month,quarter,year: daily/day_by_day weekly/week_by_week monthly/month_by_month quarterly
  yearly/annual/annually
noun order: order+ sales_order+ customer_order+ client_orders
noun purchase_order: purchase_order+ po pos purchases deliver{ies,y} shipments_from_suppliers supplier_order+ shipment+
  supply_orders; transfer: transfer+ stock_transfer+
noun count: cycle_count+ count+ stocktake+ stock_take+ stock_count counted accura{cy,te} inventory_count+
noun return: return+ rma+ return_authorization+
noun batch: batch{,es} production_batch{,es} production_order+ production_run+ roasting_run+; lot: different_lots lot+
state
  open,late,pending,reserved,partially_fulfilled,fulfilled,cancelled,draft,submitted,partially_received,received,shipped,planned,in_progress,completed,quarantine,recalled,exhausted,expired,active,moving:
  open/unfulfilled/unfinished/outstanding/still_open/waiting/need_to_be_shipped/to_be_shipped/still_to_be_shipped/waiting_to_be_shipped/to_ship/unshipped/undelivered/awaiting_shipment/awaiting_dispatch/ready_to_ship/to_pack/to_be_packed/still_to_pack/still_to_be_packed/to_pick/to_be_picked/to_go_out/still_to_go_out/yet_to_go_out/yet_to_ship/yet_to_be_shipped/not_gone_out/incomplete/unreceived/awaiting_delivery/awaiting
  late/overdue/delayed/past_due/past_their_date/running_late/behind_schedule/past_their_due_date/past_its_date/past_the_due_date/past_due_date/should_have_{arrived,been_here,come,come_in,been_delivered,been_received,turned_up}/should_{already_have,have_already}_{arrived,come,been_delivered}/should_be_here_{already,by_now}/ought_to_be_here
  pending/unprocessed reserved partially_fulfilled/partly_fulfilled/partially_shipped/partly_shipped
  fulfilled/fulfill/fulfil/filled/shipped/ship/complete_orders/delivered_to_customers/ships/shipping/dispatch/dispatched/dispatching/despatched/sent_out/sent_to_customers/went_out/fulfils/fulfills/fulfilling
  cancelled/canceled/cancel/cancellation/cancellations/cancels draft/drafts
  submitted/sent/send/sends/sending/placed_with_suppliers partially_received/partly_received received shipped
  planned/scheduled in_progress/running/ongoing/being_{made,produced}/{is,are}_being_{roasted,baked,brewed}/roasting_now/in_production/started/{is,are,s,whats,anything}_in_the_roaster
  completed/finished/done/finish/finishes quarantine/quarantined/in_quarantine
  recalled/recalls/open_recalls/active_recalls exhausted/depleted/used_up_lots
  expired/past_expiry/past_{its,their,the}_{expiry,expiration,use_by,sell_by,best_before,expiry_date,expiration_date,best_before_date,use_by_date,sell_by_date}/past_use_by/past_best_before/out_of_date
  active/not_used_up
  under_way/in_transit/on_their_way/on_the_way/on_its_way/en_route/on_the_truck/on_the_road/shipped_but_not_received
topic item: {everything,all,info,information}_about information_on info_on details_{of,on,for} catalog{ue,} product_list
  assortment
topic policy: reorder_qty+ reorder_{threshold,quantity,quantities,policy,policies} minimum reorder_point+ reorder_level+ level_{do,should}_{we,i}_reorder
  safety_stock+ minimum_{stock,we_keep,stock_level} min_stock polic{y,ies} reorder_each_time par_level+ min_level+
  minimum_level+ rop
topic forecast: forecast* predicted prediction+ predict+ expected will_{we_sell,sell,be_sold,we_need,need}
  going_to_{sell,need} projection+ we_need need_to_have expected_{demand,sales} {can,should}_we_expect expect_to_sell
  projected expecting
topic insights: insight+ alert+ attention problem+ issues urgent hints wrong worry{,_about} overview doing going_on
  unusual anomal{y,ies} spike+ should_i_know_before concern+ something_{off,wrong}
topic recipe: {go,goes}_into made_{of,from} {consist,consists}_of recipe+ ingredient+ bom bill_of_materials
topic help: can_you_do can_i_ask help capabilities you_answer able_to_{tell,answer} questions_{can_i_ask,i_can_ask} hi
  hello hey
attribute unit_price,unit_cost,shelf_life_days,barcode,email,phone,address:
  charge/charge_for/charged/price/prices/priced/selling_price/retail_for/retails_for/retail/retails/costs_customers/sell_for/sells_for/selling_for/rrp/retail_price/list_price/unit_price/pricing/sell..for/sells..for
  cost/costs/cost_price/purchase_price/costing/unit_cost/landed_cost/buying_price/price_we_pay{,_for} shelf_life/keeps/keep_for
  barcode/barcodes/ean/gtin/upc email/contact/contacts/contact_details/emails/e_mail/email_address/mail_address
  phone/phone_number/telephone/tel address/addresses/postal_address
operator >,>=,<,<=:
  more_than/more_then/over/above/greater_than/exceeding/exceeds/exceed/exceeded/higher_than/bigger_than/larger_than/>/beyond/north_of/upwards_of/in_excess_of
  at_least/no_less_than/not_less_than/minimum_of/a_minimum_of/>=/≥
  less_than/less_then/fewer_than/fewer_then/under/below/lower_than/cheaper_than/smaller_than/</beneath/underneath/south_of
  at_most/up_to/no_more_than/not_more_than/maximum_of/a_maximum_of/<=/≤/only/just
by: by per for_each for_every broken_down_by grouped_by /
each: each every which what whose wich
within: at across within all our the inside among{,st}
from: from of
count: {no,nr,num,number,count,amount,quantity}_of {hw,how}_many how_much
where: where{,abouts} {which,what}_locations_have spread distributed located
hold: stood have has hold+ holding carry carries keep left there remaining remain+ got find store still lying_there
  on_stock stocking keeping kept have_we_got has_got have_got {are_we,we_are}_sitting_on
between: between
except: {do,does,did,have,has,had,is,are,was,were}n't {leave,leaving,put,putting,setting,set}..aside aside not_counted leave_out but except{,_for}
  excl{uding,ude,uded,} excepted left_out not_included without not but_not but_none other_than {apart,aside}_from outside
  besides minus leaving_out ignoring {not,without}_counting not_including bar no neither nor barring save_for
  with_the_exception_of
compare: ahead{,_of} outsell{,s,ing} outsold ratio_of {twice,half,double}_as_{many,much} {twice,double,half}_the gap
  side_by_side {stack,stacks,measure,measures,hold,holds}_up better more higher worse fewer less compar{ed,ison,ing}
  compare+ versus vs against than relative_to changed_against change changed growth grow grew differ{ence,}
  develop{,ed} v
most: fattest healthiest {highest,largest,biggest,best}_first rank ranking top best most longest highest largest biggest
  leading greatest strongest maximum fastest quickest
least: quietest slackest poorest thinnest slimmest {lowest,smallest,worst}_first bottom worst least shortest lowest smallest fewest weakest
  minimum slowest
together: together combined altogether in_total overall summed between_them among_them all_told all_in
percent: pct part_of percent{,age} per_cent % share fraction proportion rate ratio
average: avg average+ mean typical usually averag{ing,ed}
trace: trace{,d} {became,become}_of made_with go went gone going end_up ended_up shipped_to who_got who_received
  customers_got recall
backward: {come,came,made}_from made_of origin{,ate} source backward
who: customer+ buyer+ client+ who whom shopper+
small there: there thither; theirs: it its they them their theirs those these ones one he she his her
small what: what; more: more; the: the our
small unity: one; eitherorder: order; stroke: /; moved: moved; gone: gone used_up; excluded: not_counted aside excluded
  excepted exempted left_out not_included; who: who whom; both: both; but: but but_not; ofcustomers: sales_order+
  customer_order+ client_orders
small kinds: sku+ products variants different_{products,items,skus} kinds_of_products; any: a an any some
small never: never ever so_far all_time; next: next; back: back backward+ upstream; on: forward+ downstream
small past: did had was were came; list: list show all every; leads: and now then ok okay so just only but also
small neither: neither; nor: nor; fewest: fewest least
small clause: that which who what; trails: instead rather then too also please now; that: that this; thereof: thereof;
  refers: it them those these ones
small relative: that which who with without whose we you of in; delivered: received arrived delivered came_in
small still: still yet; goods: anything everything something things stuff; clock: am pm oclock; with: with containing
small pay: paid pay+ paying; need: need{,s,ed} require{,s,d} take+ go_into goes_into; make: make+ making made; sent: sent;
  origin: origin+ source+; left: left remain+ remaining; lack: {do,does,did,have,has,had,is,are,was,were}n't nothing without no not neither nor never
small in: in across at within; comes: arriving landing arrive+ come+ due; from: from leaving out; to: to into towards
small when: when; delivery: deliver{y,ies} shipment+; each: each every per for_each for_every
small degree: how; asks: how what which who where when is are did do does show list give
small partday: morning afternoon evening night overnight; supplied: delivered; spent: expended
small able: can_we could_we we_can we_could; firsts: first top; foremost: first next; containing: contain+ contained
small often: often times frequently; pack: bag+ pack{,s,age,ages} packet+ sack+ tin+ jar+ bottle+ box{,es} pouch{,es}
  one+ size; of: of
small madeof: made_of; joins: also then; infinitive: deliver; present: arrive deliver receive+; rate: rate ratio;
  percent: % percent{,age} per_cent; bought: bought buy+; purchased: purchased
small all: all; tobe: be; ordered: order {have_we,we_have,we}_ordered; stock: stock inventory capital; bysupplier:
  from by supplier vendor; ofsupplier: is does suppliers
small single: one; one: one a an; a: a an; half: half; into: into in; placed: in at to into; for: for; sell: sell+;
  did: did; ran: ran; people: customers clients people; limit: a; counted: percent euro+ unit+ piece+ times
small leading: most least more less over under above below than with on in at the its a of for from to by and or
small abbreviated: vs incl excl no num art max min st approx jan feb febr mar apr jun jul aug sep sept oct nov dec
unit money,units,weight: {euros,euro,eur}_apiece/euros/euro/eur/usd/dollars/dollar/pounds/gbp/chf/nzd
  units/unit/pieces/piece/pcs/pc/eaches/ea kg/kgs/kilo/kilos/kilogram/kilograms
way up,down: better/more/higher/faster/gain worse/fewer/less/lower/slower/lost/lose/loses/losing/fell/fallen
trend up,down:
  growth/grow/grew/growing/grown/went_up/go_up/gone_up/going_up/goes_up/increase/increased/increases/rise/rose/risen/rising/gained/gaining
  fell/fallen/drop/drops/dropped/went_down/go_down/gone_down/going_down/goes_down/decrease/decreased/decreases/decline/declined/declines/shrank/shrunk
trend: change{,d} develop{,ed}
beyond: for_free free_of_charge free_space {sold,selling}_nothing_{but,except,like} per_{shift,box,bag,pack} {each,every}_shift
  {cost_us,costs_us,cost,costs}_to_make cost_to_produce to_make
  on_sale in_boxes in_bags in_packs {buy,bought}_from_us unpaid paid_orders invoiced
  invoice+ billed payment+ score+ rating+ refunded refund+ hardly scarcely seldom rarely barely
supposed: if suppos{e,ing} assuming
strict: only both solely exclusively
which: which
value damaged,contamination,sellable,discarded: damaged/broken contaminated/contamination sellable/resellable discarded
or: or
and: and & + as_well_as plus
latest: last{,_time} last_time_we_{bought,ordered,got}_{them,it,any,some,these,those} latest newest most_recent recent
  next
place store,warehouse: store/stores/shop/shops/outlet/outlets warehouse/warehouses/depot/depots
direction in,out:
  transferred/did_we_transfer/moved/was_moved/were_moved/been_moved/moved_between/transferred_between/by_transfer
  left/leaving/gone_out
contrast: yet_not although though even_though whereas whilst while despite
present: {right_,}this_{very_,}{second,minute,moment,instant} by_now at_the_moment at_present now currently today right_now presently
verb: add adjust create delete remove erase wipe cancel fulfil{,l} receive allocate quarantine unblock relocate increase
  decrease rename assign archive deactivate activate approve reopen import upload merge undo revert edit modify insert
  correct write_off throw_away discard raise submit register enable disable bump reset finish subtract deduct take_out
  book_in check_in set_aside get_rid_of stock_up discontinue unreserve restore refund generate swap destroy purge
  overwrite dispose accept halve initiate trigger authorize amend rollback save link unlink attach rerun commit pay
  block release send bring buy
verb_handed: {you_take,take}_care_of_{it,that,this} {will,can,could,would}_you_{handle,arrange,sort,do,manage}_{it,that,this}
  you_see_to_{it,that,this}
verb_polite: would_you_mind {can,could}_{someone,somebody,anyone,you_guys}
verb_set: lift bring take bump raise lower
verb_counted: take knock log note book chuck bin toss throw ditch lose drop shift put pull bring send write mark dump
  trash jot
verb_or_noun: order transfer return count waste stock supply sell produce manufacture roast store record log post hold
  move close complete open start purchase change process issue double draft set cut drop push place recall reserve book
  replenish restock reorder fix clear empty zero confirm make low lower reduce mark put update replace ship dispatch
  schedule enter scrap void reverse
date hours: hour+ hrs; singular: day week month quarter year; numbered: week wk cw; holiday 12-25: christmas xmas;
  holiday 12-24: christmas_eve xmas_eve; holiday 12-31: {new_years,new_year_s,new_year}_eve; holiday 1-1:
  {new_years,new_year_s}_day
date named -2..2: day_before_yesterday yday/last_night/yesterday_morning/yesterday_afternoon/yesterday_evening
  tonight/this_morning/this_afternoon/this_evening/earlier_today/later_today
  tmrw/tmr/tomorrow_morning/tomorrow_afternoon/tomorrow_evening/tomorrow_night day_after_tomorrow
date overnight: overnight; third 0..2: early/early_in mid/middle_of late
date weekOf first,last: week_of/week_beginning/week_commencing/week_starting/week_from week_ending/week_to
date article: the as a an of on; ago: ago back; beforeLast: penultimate; afterNext: after_next; since: since after
date until: until till til by before; within: within in; between: between from; to: and to until through till thru
date start: start beginning; end: end close eom eoy; recent: recently lately; soon: soon shortly
date beforeMonth: in of since until till by before after during for from between last next this and to through vs versus
  than mid early late; same: same; period: period time; toDate: so_far to_date; including: and_including
date against: than vs versus compar{ed,ison,ing} against relative; other: ytd mtd qtd wtd yoy quarterly
date unit day,week,month,quarter,year: day/days week/weeks/wk/wks month/months/mth/mths quarter/quarters/qtr
  year/years/yr/yrs
date place this: this current ongoing running; place last: last_{full,complete} last previous prior preceding
  this_past this_last
date place past: past trailing rolling; place next: next following subsequent; place coming: coming upcoming
date weekday 1..4: tue/tues wed/weds thu/thur/thurs fri
date month 1..4,6..12: jan feb/febr mar apr jun jul aug sept/sep oct nov dec
date ordinal 1..4: first/1st second/2nd third/3rd fourth/4th
date vague 2: couple; vague 3: few; weekend: weekend; half: half; fraction: half
date whole: full complete whole entire calendar; fortnight: fortnight+; holiday 12-26: boxing_day
date holiday easter-2: good_friday; holiday easter+0: easter easter_sunday; holiday easter+1: easter_monday
date holiday easter+49: pentecost whitsun; holiday easter+50: whit_monday
number 0,2..12,15,20,30,40,50,60,90,100,1000: zero two three four five six seven eight nine ten eleven twelve/dozen
  fifteen twenty thirty forty fifty sixty ninety hundred thousand
small person: i me my mine you your im we us; lost: lost lose+ losing; judged: best worst; long: longest
small provenance: origin+; after: after; before: before; since: since; through: to until till through thru
small versus: compare compared comparison versus vs; fell: fell fall falls fallen lost lose loses risen
small onwards: on onward onwards
small inyear: in of during for since from year until before after and to vs versus than with calendar fy
small afterday: and to until till through thru or in at for by vs versus v compared against than from was were did do
  does is are with on have has had; numbersign: no num number n
small beforenumber: did is was has in of for about with from on into show me status what where our
small pieces: of unit units piece pieces bag bags box boxes more x kg; lotword: lot lots; orderword: order orders
small beforecode: number no num id reference ref the with called of is which has whose
small infill: of in the size a colour and
small premises: hub dc distribution center centre branch cafe retail site location
small company: bv nv oy ab as ltd limited inc llc co corp company import export importer supply supplier trading
  trader group holding international wholesale distributor partner and
small beforeplace: in at from to into the; atplace: in at from to; ofplace: for of; theplace: the our
small thenbefore: before; beforeother: to with in was we did it; doubtfulmonth: may march mar jan dec jun sep
small than: than; ahead: ahead_of behind; difference: {difference,differential,gap}; byhow: by; ratio:
  {twice,half,double}_as_{many,much} {twice,double,half}_the ratio_of; withinone: within; thanage: than; ledweekday: on;
  beforeunit: past; gotin: got_in
small takenin: {bring,brings,brought,bringing}_in take_in takes_in took_in taken_in taking_in took taken
small rungup: rung_up ring_up rings_up rang_up ringing_up turn_over turned_over; raw: green raw unroasted
small roasted: roast*; utensil: cup+ mug+ filter+ grinder+ mill+ bag+ maker+ canister+ spoon+ scoop+ scale+ kettle+
small warehouse: warehouse; dayled: the
ending: ing ed es s er e
small copula: was were is are
`;
