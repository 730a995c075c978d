/** What English words mean to a question: see dictionary.ts. */
export const english = `
measure units_sold: sold sell sells selling unit_sales shift shifted people_buy customers_buy customers_bought
  people_bought clients_buy shifts shifting sell_through_the_till rung_up
weak units_sold: sales demand how_did volume sellers seller movers mover
measure revenue: revenue revenues brought_in bring_in brings_in bringing_in takings income earnings earn earned earns
  sales_value sales_revenue sales_in_euros sales_in_eur turnover turned_over sales_in_money made_in_sales
  sales_figures grossed rang_up took_in sales_income turn_over grossing ring_up rings_up
measure margin: margin margins profit profits gross_profit gross_margin profitable profitability earn_on earned_on
measure margin_rate: margin_percentage margin_percent profit_margin margin_ratio gross_margin_percentage
  gross_margin_percent margin_in_percent percentage_margin
measure cogs: cogs cost_of_goods_sold cost_of_sales cost_of_goods
measure average_order_value: aov avg_order_value avg_order_size avg_basket avg_basket_value
  average_order_size mean_order_value average_basket basket_size average_basket_value
  basket average_order average_value_of_an_order average_value_per_order average_value_of_orders average_order_total
  mean_basket average_ticket average_sale_value
measure units_per_order: avg_items_per_order average_items_per_order items_per_order pieces_per_order units_an_order items_an_order
measure average_price: average_selling_price mean_price average_sales_price
measure order_count: orders_fulfilled fulfilled_orders shipped_orders orders_shipped
measure orders_created: orders_placed orders_received orders_made new_orders orders_come_in orders_came_in
measure daily_sales: daily_sales_average average_daily_sales average_sales_per_day average_sales_a_day
  sold_per_day_on_average daily_average average_units_per_day sales_velocity velocity run_rate
measure units_returned: returned came_back come_back coming_back sent_back brought_back sending_back send_back
  sends_back handed_back handing_back gave_back given_back giving_back bring_back brings_back bringing_back took_back
  taken_back take_back takes_back comes_back
measure return_rate: ratio_of_returns_to_sales returns_to_sales_ratio share_of_sales_returned rate_of_returns
  returns_rate percentage_returned percent_returned
measure fill_rate: service_level service_rate fillrate order_fill_rate
measure sell_through: sell_through_rate sellthrough sellthru sell_thru
measure turnover: stock_turnover inventory_turnover stock_turn stock_turns inventory_turns turned_its_stock
  turns_its_stock turn_its_stock turned_their_stock turns_stock turned_stock stock_turned turned_over_stock
measure stock_out_days: sold_out_days days_sold_out stockout_days days_out_of_stock days_without_stock stockouts
  stock_outs days_stocked_out
measure lost_sales: missed_sales
measure units_lost: lost_in_transit lost_on_the_way lost_in_transfer lost_in_transfers
measure units_to_fulfill: units_outstanding backlog units_still_to_ship still_to_ship owed_to_customers owe_customers owe_our_customers owe_clients is_missing are_missing still_missing backorder
  backorders back_order back_orders backordered back_ordered on_backorder on_back_order units_on_backorder
  still_to_go_out owed_to_clients
list BEST: best_sellers best_seller bestseller bestsellers top_sellers top_seller fast_movers fastest_movers
  fast_moving fastest_moving sells_fastest top_selling best_selling best_sold most_sold most_popular popular
  sells_best selling_best sold_best sell_best in_demand trending winners flying_off_the_shelves champions champion
  stars hits top_articles sell_most sells_most best_performing best_performer best_performers top_performing
  top_performer top_performers hottest hot_sellers hot_seller fast_sellers fast_seller fast_mover quickest_sellers
  strongest_sellers
list WORST: worst_sellers worst_selling worst_seller sold_worst sells_worst sell_worst least_sold worst_performing
  worst_performer worst_performers poorest_sellers poor_sellers weakest_sellers
list SLOW: slow_movers slow_mover slow_moving slowest_moving slowest_selling slow_sellers slow_selling sells_slowly
  slowest_sellers slowest_seller sell_slowly sells_slowest slowest_movers slowest_mover
list UNMOVED: not_moved not_moving not_move never_moved no_movement no_movements not_been_moved
list DEAD: nobody_bought nobody_has_bought no_one_bought nobody_wants not_had_sales no_sales never_sold never_sell unsold dead_stock obsolete
  stagnant nobody_buys collecting_dust gathering_dust dead non_moving non_movers non_mover zero_sales
  has_no_sales have_no_sales not_shifting not_shifted not_selling does_not_sell do_not_sell
  not_been_selling
list OVERSTOCK: overstock overstocked too_much excess surplus too_many mark_down markdown clearance overstocks
  over_stocked overstocking
measure on_hand: in_stock physically on_the_shelf on_shelf lying_around onhand on_hand soh qoh stock_on_hand
  quantity_on_hand on_the_shelves on_our_shelves on_shelves in_the_stockroom
weak on_hand: inventory supply stocked warehouse_stock stock stocks
measure available: avail available availability promise can_we_sell can_we_ship could_we_ship could_we_sell free_to_sell
  free_stock sellable_stock can_sell atp available_to_promise available_to_sell free_to_promise unallocated
  uncommitted unreserved not_reserved
measure reserved: reserved reserved_for_orders reserved_for_customers allocated committed promised reservation
  reservations allocation allocations allocating commitments earmarked spoken_for
measure on_hold: held blocked quarantined held_back
measure on_order: still_get still_to_get still_coming still_to_come yet_to_come ordered_from_suppliers on_its_way_from_suppliers on_the_way_from_suppliers
  outstanding_from_suppliers still_to_deliver yet_to_deliver still_has_to_deliver owe_us owes_us on_order
  still_due_from_suppliers
measure incoming: incoming inbound coming_in
measure in_transit: in_transit units_in_transit in_transit_between
measure stock_value: in_stock_value valuation valuations stock_valuation inventory_valuation money_sitting_in_stock money_sitting money_sits money_in_stock inventory_value value worth valued value_of_stock value_of_inventory capital_tied_up tied_up
  money_tied_up tie_up ties_up capital invested money_is_tied_up capital_is_tied_up
measure days_of_cover: cover coverage days_cover days_of_stock days_of_supply days_of_inventory days_on_hand doh
  days_of_inventory_on_hand weeks_of_cover weeks_of_stock weeks_of_supply weeks_on_hand weeks_cover stock_cover
  cover_days
measure age_days: average_age mean_age age stock_age age_of_stock
measure units_adjusted: adjust adjusted adjustments adjustment shrinkage shrink adjusts adjusting corrections
  correction
measure units_transferred_in: transferred_in moved_in
measure units_transferred_out: transferred_out moved_out
list LOW: topping_up top_up need_topping_up runs_low running_low run_low running_short low_stock low short scarce shortage shortages below_threshold
  low_on running_low_on runs_low_on ran_low getting_low getting_low_on nearly_out nearly_out_of almost_out
  almost_out_of below_par under_par below_min under_min below_minimum under_minimum below_min_level short_on short_of
list OUT: zero_stock zero_units zero_left with_zero out_of_stock sold_out stockout no_stock not_in_stock nothing_left
  have_run_out have_run_out_of have_we_run_out_of we_have_run_out_of ran_out ran_out_of out_of gaps empty oos
  stocked_out all_gone stock_out
list REORDER: reorder reordering reordered should_we_order should_i_order should_we_buy should_i_buy need_to_order
  need_to_buy to_order to_buy restock replenish replenishment reorder_suggestions order_suggestions
  purchasing_suggestions purchasing_recommendations recommendations recommendation recommend shopping_list
  suggest_we_order suggest_ordering order_more next_order stock_up stock_up_on should_order should_buy restocking
  replenishing need_restocking needs_restocking to_reorder buy_more
list OLD: oldest older old aging aged ageing lying lain sitting how_long_has how_long_have been_in_stock stale
list RUNS_OUT: run_out_of run_out runs_out running_out sell_out sells_out stockout_risk stock_out_risk how_long_will
  lasts runs_dry will_last to_last last_until last_us last_long stocking_out make_it_through make_it_to make_it
  gone_soon run_dry danger_of_running_out going_to_be_gone gone empty_soon enough when_are_we_out_of
  when_will_we_be_out_of how_many_days_will not_make_it will_not_make_it not_last will..last
list EXPIRES: expire expires expiring expiration expiry best_before shelf_date going_bad spoils_soon go_off goes_off
  use_up_soon use_by bad need_to_be_used must_be_used be_used_by have_to_be_used go_bad goes_bad best_by lapse lapses
list STOLEN: theft thefts stolen stole steal pilfered pilferage got_stolen was_stolen
list MOVED: movement movements stock_movements stock_movement ledger ledger_entries history what_happened happened
  changed_stock stock_changes drop dropped drops fell disappeared took taken who_changed what_changed
  stock_change every_stock_change changes_of_stock change_of_stock
measure units_received: get_more get_some_more getting_more arriving received receive receives arrived delivered arrived_from_suppliers came_in come_in arrives
  comes_in bought sold_us sell_us sells_us selling_us supplied supply_us supplied_us delivered_to_us arrive deliver
  buy come_into got_in brought_in_by_suppliers taken_in goods_in intake land lands landed landing arrival arrivals
  receipts goods_received goods_receipts goods_receipt turned_up showed_up get_in coming_into
measure purchase_value: spent spend purchasing_spend spending bought_for paid pay spends pays paying
measure purchase_price_change: price_change cost_increase purchase_prices_change dearer
list LATE_SUPPLIERS: slowest delivers_slowest slowest_supplier takes_longest
list FAST_SUPPLIERS: fastest quickest delivers_fastest fastest_supplier
list RELIABLE: reliable most_reliable punctual most_punctual dependable best_supplier supplier_performance
  supplier_scorecard performing performs perform
list UNRELIABLE: least_reliable unreliable worst_supplier least_punctual unpunctual delivers_late always_late
  deliver_late delivering_late most_often_late
list SUPPLIES: supplies supplier_delivers supplier_supplies supplier_makes vendor_delivers who_delivers who_makes supplied_by supplier_of suppliers_of bought_from comes_from_supplier
  source sourced from_whom buy_from
list CATEGORY_OF: category_of which_category_is what_category_is
measure units_produced: yield yielded produced produce produces made_by_production output outputs roasted roast
  manufactured manufacture baked brewed roasting roasts producing bake bakes baking manufactures manufacturing
  made_in_production turned_out churned_out
measure units_used: use uses using went_into_production gone_into_production used_in_production used consumed consume
  consumption usage used_by_production consumed_by_production production_consume production_use consumes consuming
  used_up use_up
measure units_wasted: in_the_bin went_in_the_bin gone_in_the_bin go_in_the_bin write_offs writeoffs wasted waste thrown_away throw_away threw_away scrap scrapped scrapping
  discarded disposed written_off write_off spoiled spoilage binned throwing_away throwing threw throw thrown spoilt
  chucked chucked_out broke thrown_out tossed wrote_off written_down dumped wastage wasting wastes writeoff
  writing_off writes_off write_off_units breakage breakages breaks disposal disposals dispose disposing discard
  discards discarding dump dumps dumping bin bins binning toss tosses tossing chuck chucks chucking throws_away
  throws_out throw_out throwing_out threw_out spoil spoils spoiling go_to_waste goes_to_waste went_to_waste
  gone_to_waste going_to_waste perished landfill scraps
measure waste_value: value_of_waste cost_of_waste waste_cost cost_of_wasted cost_of_what_we_threw_away
group sku: sku skus item items variant variants things goods sizes flavours flavors versions colours colors
  different_products different_items different_skus article articles product_lines stock_lines
group product: product products
group category: category categories
group location: location locations place places site sites branch branches
group supplier: supplier suppliers vendor vendors
group reason: reason reasons why
group condition: condition conditions
group abc_class: abc_class abc_classes class classes
group day,week,month,quarter,year: day/days week/weeks month/months quarter/quarters year/years
onday 1..7: mondays tuesdays wednesdays thursdays fridays saturdays sundays
onday 6 7: weekends
group weekday: weekday weekdays day_of_week dow day_of_the_week days_of_the_week
timely day,week,month,quarter,year: daily/day_by_day weekly/week_by_week monthly/month_by_month quarterly
  yearly/annual/annually
noun order: order orders sales_order sales_orders customer_order customer_orders client_orders
noun purchase_order: purchase_order purchase_orders po pos purchases deliveries delivery shipments_from_suppliers
  supplier_orders supplier_order shipment shipments supply_orders
noun transfer: transfer transfers stock_transfer stock_transfers
noun count: cycle_count cycle_counts counts count stocktake stocktakes stock_take stock_takes stock_count counted
  accuracy accurate inventory_count inventory_counts
noun return: return returns rma rmas return_authorization return_authorizations
noun batch: batch batches production_batch production_batches production_order production_orders production_run
  production_runs
noun lot: lot lots
state
  open,late,pending,reserved,partially_fulfilled,fulfilled,cancelled,draft,submitted,partially_received,received,shipped,planned,in_progress,completed,quarantine,recalled,exhausted,expired,active,moving:
  open/unfulfilled/unfinished/outstanding/still_open/waiting/need_to_be_shipped/to_be_shipped/still_to_be_shipped/waiting_to_be_shipped/to_ship/unshipped/undelivered/awaiting_shipment/awaiting_dispatch/ready_to_ship/to_go_out/still_to_go_out/yet_to_go_out/yet_to_ship/yet_to_be_shipped/not_gone_out/incomplete/unreceived/awaiting_delivery/awaiting
  late/overdue/delayed/past_due/past_their_date/running_late/behind_schedule/past_their_due_date/past_its_date/past_the_due_date/past_due_date
  pending/unprocessed reserved partially_fulfilled/partly_fulfilled/partially_shipped/partly_shipped
  fulfilled/fulfill/fulfil/filled/shipped/ship/complete_orders/delivered_to_customers/ships/shipping/dispatch/dispatched/dispatching/despatched/sent_out/sent_to_customers/went_out/fulfils/fulfills/fulfilling
  cancelled/canceled/cancel/cancellation/cancellations/cancels draft/drafts submitted/sent/placed_with_suppliers
  partially_received/partly_received received shipped planned/scheduled
  in_progress/running/ongoing/being_made/roasting_now/in_production/started/being_produced
  completed/finished/done/finish/finishes quarantine/quarantined/in_quarantine recalled
  exhausted/depleted/used_up_lots expired/past_expiry/past_their_expiry active/not_used_up
  under_way/in_transit/on_their_way/on_the_way/on_its_way/en_route/on_the_truck/on_the_road/shipped_but_not_received
topic item: everything_about all_about information_on info_on info_about details_of details_on details_for information_about catalogue catalog product_list assortment
topic policy: reorder_qty reorder_qtys reorder_threshold minimum reorder_point reorder_points reorder_quantity reorder_quantities reorder_level
  reorder_levels safety_stock safety_stocks minimum_stock min_stock reorder_policy reorder_policies policy policies
  minimum_we_keep minimum_stock_level reorder_each_time par_level par_levels min_level min_levels minimum_level
  minimum_levels rop reorder_at
topic forecast: forecast forecasts predicted prediction predict expected will_we_sell will_sell will_be_sold
  going_to_sell projection projections going_to_need will_we_need we_need will_need need_to_have expected_demand
  can_we_expect should_we_expect expected_sales expect_to_sell forecasted forecasting projected expecting predictions
  predicts
topic insights: insight insights alert alerts attention problem problems issues urgent hints anything_wrong wrong
  worry worry_about overview doing going_on unusual anomaly anomalies spikes spike needs_my_attention
  should_i_know_before concern concerns something_off something_wrong
topic recipe: recipe recipes ingredient ingredients bom bill_of_materials
topic help: can_you_do can_i_ask help capabilities you_answer able_to_tell able_to_answer questions_can_i_ask
  questions_i_can_ask hi hello hey
attribute unit_price,unit_cost,shelf_life_days,barcode,email,phone,address:
  charge/charge_for/charged/price/prices/priced/selling_price/costs_customers/sell_for/sells_for/selling_for/rrp/retail_price/list_price/unit_price/pricing
  cost/costs/cost_price/purchase_price/costing/unit_cost/landed_cost/buying_price shelf_life/keeps/keep_for
  barcode/barcodes/ean/gtin/upc email/contact/contacts/contact_details/emails/e_mail/email_address/mail_address phone/phone_number/telephone/tel
  address/addresses/postal_address
operator >,>=,<,<=:
  more_than/over/above/greater_than/exceeding/exceeds/exceed/exceeded/higher_than/bigger_than/larger_than/>/beyond/north_of/upwards_of/in_excess_of
  at_least/no_less_than/not_less_than/minimum_of/a_minimum_of/>=/≥
  less_than/fewer_than/under/below/lower_than/cheaper_than/smaller_than/</beneath/underneath/south_of
  at_most/up_to/no_more_than/not_more_than/maximum_of/a_maximum_of/<=/≤/only/just
by: by per for_each for_every broken_down_by grouped_by /
each: each every which what whose wich
within: at across within all our the inside among amongst
from: from of
count: no_of nr_of num_of hw_many how_many how_much number_of count_of amount_of quantity_of
where: where which_locations_have what_locations_have whereabouts spread distributed located
hold: stood have has hold holds holding carry carries keep left there remaining remain remains got find store still
  lying_there on_stock stocking keeping kept
between: between
except: lacking missing but except excluding exclude without not but_not other_than apart_from outside besides minus
  leaving_out ignoring not_counting not_including aside_from bar no neither nor excl without_counting barring save_for
  with_the_exception_of except_for
compare: side_by_side better more higher worse fewer less compared compare comparison versus vs against than
  relative_to changed_against change changed growth grow grew difference differ develop developed v compares
  comparing
most: fattest healthiest highest_first largest_first biggest_first best_first rank ranking top best most longest highest largest biggest
  leading greatest strongest maximum fastest quickest
least: thinnest slimmest lowest_first smallest_first worst_first bottom worst least shortest lowest smallest fewest weakest minimum
  slowest
together: together combined altogether in_total overall summed
percent: percent % percentage share fraction proportion rate ratio
average: avg average mean typical usually averaging averaged averages
trace: trace traced made_with go went gone going end_up ended_up shipped_to who_got who_received customers_got recall
backward: come_from came_from made_of made_from origin originate source backward
who: customer customers buyer buyers client clients who whom shopper shoppers
small who: who whom
unit money,units,weight: euros/euro/eur/usd/dollars/dollar/pounds/gbp/chf/nzd units/unit/pieces/piece/pcs/pc/eaches/ea
  kg/kilo/kilos/kilogram/kilograms
way up,down: better/more/higher/faster/gain worse/fewer/less/lower/slower/lost/lose/loses/losing/fell/fallen
trend up,down:
  growth/grow/grew/growing/grown/went_up/go_up/gone_up/going_up/goes_up/increase/increased/increases/rise/rose/risen/rising/gained
  drop/drops/dropped/went_down/go_down/gone_down/going_down/goes_down/decrease/decreased/decreases/decline/declined/declines/shrank/shrunk
trend: change changed develop developed
beyond: per_shift each_shift every_shift cost_us_to_make costs_us_to_make cost_to_make costs_to_make cost_to_produce
  to_make on_sale in_boxes in_bags in_packs per_box per_bag per_pack buy_from_us bought_from_us could_we_make
  can_we_make could_we_produce can_we_produce could_we_roast can_we_roast unpaid paid_orders invoiced invoice invoices
  billed payment payments refunds refunded refund hardly scarcely seldom rarely barely
supposed: if suppose supposing assuming
small both: both
small but: but but_not
small ofcustomers: sales_order sales_orders customer_order customer_orders client_orders
small kinds: sku skus products variants different_products different_items different_skus kinds_of_products
list DEAREST: most_expensive dearest priciest costliest highest_priced
list CHEAPEST: cheapest least_expensive lowest_priced
small any: a an any some
strict: only both solely exclusively
which: which
value damaged,contamination,sellable,discarded: damaged/broken contaminated/contamination sellable/resellable
  discarded
or: or
and: and & as_well_as plus
empty: wise bag_of bags_of box_of boxes_of pack_of packs_of bottle_of bottles_of gear equipment placed a an are as be been
  being can could did do does doing for get give given gave had having how i if into is it its itself let list lists
  do_we did_we_place we_placed did_we_send accounts_for account_for makes_up made_up listed made make makes making
  many much me my on out please pls plz show shows showing shown so some tell that their them they this those these to
  total totals us was we were when will with would you your any number numbers figures figure quantity quantities
  amount amounts sum come business report reports item see look looking check know need want like of about up down
  already yet also too then here should shall may might must he she who whom his her very really exactly actually just
  ok okay hey hi hello thanks thank there moment time overview summary breakdown break split detail details table
  chart graph data info information kind kinds type types going_to anything something everything still per ve re
  reference ref status arrive contain contains contained compare current levels stuff anywhere somewhere everywhere generate
  generated date dates sit sits tend needs needed whether hold qty belong belongs quick quickly roughly approximately
  around exact precisely altogether which_are shelf shelves respectively simply kindly over so_far all_time go because
  one far turn complete work works take takes qtys qtty amt wrt concerning respecting regarding ought cheers hiya btw
  fyi yeah yep ta asap ya hers theirs heres thx gotta packets_of packet_of tins_of tin_of jars_of jar_of sacks_of
  sack_of rolls_of roll_of
list LEAD_TIME: time_between_ordering_and_receiving time_between_order_and_delivery time_from_order_to_delivery
  days_between_order_and_delivery lead_time lead_times delivery_time delivery_times how_many_days_does how_long_does
list ON_TIME: on_time_rate punctuality on_time on_time_percentage
list COMING: due eta delivery_date expected_delivery expected_deliveries when_will_arrive coming come_from_suppliers
  got_coming
weak units_produced: production
latest: last latest newest most_recent recent next
place store,warehouse: store/stores/shop/shops/outlet/outlets warehouse/warehouses/depot/depots
direction in,out: transferred/did_we_transfer/moved/moved_between/transferred_between/by_transfer
  left/leaving/gone_out
weak revenue: money rev
contrast: yet_not although though even_though whereas whilst while despite
present: now currently today right_now presently
small never: never ever so_far all_time
small next: next
small back: back backward backwards upstream
small on: forward forwards downstream
small past: did had was were came
small list: list show all every
small leads: and now then ok okay so just only but also
small trails: instead rather then too also please now
small refers: it them those these ones
small relative: that which who with without whose we you of in
small delivered: received arrived delivered came_in
small still: still yet
small goods: anything everything something things stuff
small clock: am pm oclock
small with: with containing
small make: make makes making made
small sent: sent
small left: left remain remaining remains
small lack: nothing without no not neither nor never
small in: in across at within
small comes: arriving landing arrive arrives come comes due
small from: from leaving out
small to: to into towards
small when: when
small delivery: delivery deliveries shipment shipments
small each: each every per for_each for_every
small asks: how what which who where when is are did do does show list give
verb: add adjust create delete remove erase wipe cancel fulfil fulfill receive allocate quarantine unblock relocate
  increase decrease rename assign archive deactivate activate approve reopen import upload merge undo revert edit
  modify insert correct write_off throw_away discard raise submit register enable disable bump reset finish subtract
  deduct take_out book_in check_in set_aside get_rid_of stock_up discontinue unreserve restore refund generate swap
  destroy purge overwrite dispose accept halve initiate trigger authorize amend rollback save link unlink attach rerun
  commit pay block release send bring buy
verb_or_noun: order transfer return count waste stock supply sell produce manufacture roast store record log post hold
  move close complete open start purchase change process issue double draft set cut drop push place recall reserve
  book replenish restock reorder fix clear empty zero confirm make low lower reduce mark put update replace ship
  dispatch schedule enter scrap void reverse
date hours: hour hours hrs
date singular: day week month quarter year
date numbered: week wk cw
date christmas: christmas xmas
date named -2..2: day_before_yesterday yday/last_night/yesterday_morning/yesterday_afternoon/yesterday_evening
  tonight/this_morning/this_afternoon/this_evening/earlier_today/later_today
  tomorrow_morning/tomorrow_afternoon/tomorrow_evening/tomorrow_night day_after_tomorrow
date overnight: overnight
date third 0..2: early mid/middle_of late
date weekOf first,last: week_of/week_beginning/week_commencing/week_starting week_ending/week_to
small partday: morning afternoon evening night overnight
date article: the as a an of
date ago: ago back
date beforeLast: penultimate
date afterNext: after_next
date since: since after
date until: until till til by before
date within: within in
date between: between from
date to: and to until through till thru
date start: start beginning
date end: end close eom eoy
date recent: recently lately
date soon: soon shortly
date beforeMonth: in of since until till by before after during for from between last next this and to through vs
  versus than mid early late
date same: same
date period: period time
date toDate: so_far to_date
date including: and_including
date against: than vs versus compared comparison comparing against relative
date other: ytd mtd qtd wtd yoy quarterly
date unit day,week,month,quarter,year: day/days week/weeks/wk/wks month/months/mth/mths quarter/quarters/qtr
  year/years/yr/yrs
date place this: this current ongoing running
date place last: last_full last_complete last previous prior preceding
date place past: past trailing rolling
date place next: next following subsequent
date place coming: coming upcoming
date weekday 1..4: tue/tues wed/weds thu/thur/thurs fri
date month 1..4,6..12: jan feb/febr mar apr jun jul aug sept/sep oct nov dec
date ordinal 1..4: first/1st second/2nd third/3rd fourth/4th
date vague 2: couple
date vague 3: few
date weekend: weekend
date half: half
date fraction: half
date whole: full complete whole entire calendar
number 0,2..12,15,20,30,40,50,60,90,100,1000: zero two three four five six seven eight nine ten eleven twelve/dozen
  fifteen twenty thirty forty fifty sixty ninety hundred thousand
everyday: pace sale anymore stats straightaway dipped reached offline first earliest good great fine often frequently
  frequent usually usual big ever median actual add after ahead almost alone along always another anyway apart area
  aside ask away back basically become before begin behind believe bigger bit busy but call called came car card care
  careful case cases cause certain chance cheap cheaper cheapest choose clear clearly close closed cold comes common
  consider couple cut deal dear decide deep definitely depth different difficult earlier early easy effect either else
  end especially even everybody example exist expect expensive extra fact fair fairly fast faster few final finally
  fit five fix folks follow following forget form four free front fully further general generally gets getting gives
  group guess guys half hand handle happens hard heard heavy high him home hot hour hours house however hundred idea
  immediately important include included including indeed instead interest interested issue job kept knew known large
  larger later led letter life light likely line little live local longer looked looks main mainly major manager
  matter maybe means meanwhile medium member mention mentioned million mind mine minute minutes miss missed morning
  mostly move moving name named names near nearly necessary neither never new news nice night nobody none nor normal
  normally note obviously off oh once onto otherwise ours owner page paper part particular particularly past perhaps
  person pick plenty point points possible possibly precise present previous probably process properly provide pull
  purpose puts quite rapidly rather reach read ready real red regarding region regular related remember remind request
  required rest result results right room rough round row runs safe save says second section seeing seem seems seen
  self send sense serious several share side sign similar simple single situation size sized slightly slow small
  smaller somehow sometimes soon sorry sort space special specific specifically start stay step stop straight strong
  suddenly sure taking talk ten term terms themselves therefore thing think though thought three through throughout
  thus till told totally toward towards true truly try trying turns two understand unless until update updated upon
  useful various via view wait wanted wants watch way ways well whatever whenever wherever white whoever wish wonder
  wondering word working world write yes yesterday yours yourself thx gonna kinda answer apparently appear barely
  bucket can't carton cartons colour color currency dashboard directly distribution pound event events export fetch
  file fresh immediate individual inform instantly kitchen language link log math method metric moreover multiple
  necessarily online operation operations option options ordinary organization package packages pallet physical
  position practically printed proper quality question questions quote quoted rank raw sample satisfied schedule
  screen search seasonal separate separately sheet shorter slot spare speaking spot square statistics storage
  sufficient suggest system tab task temporary text title tomorrow track trend truck twice urgently user version zero
  accurately analysis analyze anyhow appears approx asap assume aware balance base based basis bound brief briefly
  buyer buyers caught certainly colleague compute confirm constantly convert correct correctly critical cycle deadline
  depends describe desk dispatch double easily effectively estimate estimated eventually explain express fall fill
  filter filtered focus forward gap guide heads healthy hint hope huge identify improve instance internal involved
  item's key lack limit limited loss lost majority manage manual mark match measure mix mixed noticed occur ordering
  partial partly permanent planning plans prefer prepare prior progress proportion purchasing push quiet ran reading
  receiving reference refresh rely removed replace resolve retail review rise rising risk roll rule scan season secure
  select seller serve service shape shipping signal solve speed stable standard style success surely target tool trade
  traffic travel trust unfortunately upcoming usable valid verify visible walk green blue black gold dark metal glass
  promises offer offers able summer weekend people times goes company ones again say said happen run bring brings
  brought during recently such anyone someone everyone anybody somebody state states long stand stands arrived content
  contents inside set put period range whole entire full own myself ourselves level generates sellers lately leave
  leaves find bags bag box boxes pack packs bottle bottles stored storing tonight record records recorded plan
ending: ing ed es s er e
list VARIANCES: variance variances discrepancy discrepancies differences
list BUSIEST: busiest
list RESTOCKED: restocked got_restocked
small supplied: delivered
small spent: expended
`;
