import type { Time } from '../figures/dimensions.ts';
import type { MeasureName } from '../figures/measures.ts';

/*
 * What words mean to the query, in six languages: measures, what tells them apart, conditions, and words that say nothing by
 * themselves. `_` stands for a blank. A word that is in none of these lists, and names nothing, is not understood.
 */

const listed = (words: string): string[] =>
  words
    .trim()
    .split(/\s+/)
    .map(each => each.replaceAll('_', ' '));
const table = <Name extends string>(entries: { readonly [name in Name]?: string }): ReadonlyMap<string, Name> =>
  new Map(
    (Object.entries(entries) as [Name, string][]).flatMap(([name, words]) =>
      listed(words).map(word => [word, name] as const),
    ),
  );

export const MEASURE_WORDS = table<MeasureName>({
  units_sold:
    'sold sell sells selling sale sales units_sold quantity_sold verkauft verkauften verkaufen verkaufe absatz vendido vendidos vendida vendidas vendimos vendemos ventas vendas vendu vendus vendue vendues ventes venduto venduti venduta vendite',
  revenue:
    'revenue revenues takings income earnings earned sales_value sales_revenue umsatz umsatze ingresos facturacion chiffre_d_affaires ricavi ricavo fatturato receita faturamento',
  margin:
    'margin margins profit profits gross_profit gross_margin marge gewinn margen beneficio beneficios benefice margine utile margem lucro',
  margin_rate: 'margin_rate margin_percentage margin_percent profit_margin margin_ratio',
  cogs: 'cogs cost_of_goods_sold cost_of_sales wareneinsatz',
  average_order_value:
    'average_order_value aov average_order_size mean_order_value average_basket durchschnittlicher_bestellwert',
  average_price: 'average_price average_selling_price mean_price',
  order_count: 'order_count number_of_orders orders bestellungen auftrage pedidos commandes ordini encomendas',
  units_returned:
    'returned returns units_returned retouren zuruckgegeben devueltos devoluciones retours retournes resi devolvidos devolucoes',
  return_rate: 'return_rate rate_of_returns returns_rate retourenquote',
  units_received:
    'received receive units_received erhalten recibido recibidos recibimos recu recus ricevuto ricevuti recebido recebidos',
  purchase_value: 'purchase_value spent spend purchasing_spend bought_for',
  purchase_price_change: 'purchase_price_change price_change',
  units_produced:
    'produced produce production units_produced produziert hergestellt producido producidos produit produits produzido produzidos',
  units_used: 'used consumed consumption usage units_used verbraucht consumido consumidos consomme consommes consumato',
  units_wasted:
    'wasted waste thrown_away units_wasted verdorben ausschuss desperdiciado merma gaspille pertes sprecato scarti desperdicio',
  waste_value: 'value_of_waste cost_of_waste waste_value waste_cost cost_of_wasted',
  waste_rate: 'waste_rate',
  units_adjusted: 'adjusted adjustments adjustment units_adjusted',
  units_transferred_in: 'transferred_in moved_in',
  units_transferred_out: 'transferred_out moved_out',
  sell_through: 'sell_through sell_through_rate sell-through',
  turnover: 'stock_turnover inventory_turnover stock_turn stock_turns inventory_turns',
  stock_out_days: 'stock_out_days stockout_days days_out_of_stock days_without_stock',
  lost_sales: 'lost_sales missed_sales',
  lead_time_days: 'lead_time lead_times',
  on_time_rate: 'on_time_rate on-time_rate punctuality',
  fill_rate: 'fill_rate',
  on_hand: 'on_hand stock inventory in_stock bestand lagerbestand existencias inventario giacenza giacenze estoque',
  available: 'available verfugbar disponible disponibles disponibile disponibili disponivel disponiveis',
  reserved: 'reserved reserviert reservado reservados reserve riservato',
  on_hold: 'on_hold',
  incoming: 'incoming on_order',
  stock_value:
    'stock_value inventory_value value_of_stock value_of_inventory value_of_our_stock value_of_our_inventory lagerwert warenwert',
  age_days: 'average_age mean_age',
  days_of_cover: 'days_of_cover cover coverage',
  open_orders: 'open_orders open_sales_orders',
  open_purchase_orders: 'open_purchase_orders',
  units_to_fulfill: 'units_to_fulfill backlog',
});

/** What rows are told apart by, and what each is called. */
export const GROUP_WORDS: ReadonlyMap<string, string> = table<string>({
  sku: 'sku skus item items variant variants article articles artikel articulo articulos articolo articoli artigo artigos thing things',
  product: 'product products produkt produkte producto productos produits prodotto prodotti produto produtos',
  category: 'category categories kategorie kategorien categoria categorias categorie',
  location:
    'location locations place places site sites warehouse warehouses store stores shop shops branch branches outlet outlets standort standorte filiale filialen lager ubicacion tienda tiendas almacen magasin magasins entrepot negozio negozi loja lojas',
  supplier:
    'supplier suppliers vendor vendors lieferant lieferanten proveedor proveedores fournisseur fournisseurs fornitore fornitori fornecedor fornecedores',
  lot: 'lot lots charge chargen lote lotes lotto lotti',
  reason: 'reason reasons grund grunde motivo motivos motif motifs motivi',
  abc_class: 'abc_class class classes',
  day: 'day days tag tage dia dias jour jours giorno giorni',
  week: 'week weeks woche wochen semana semanas semaine semaines settimana settimane',
  month: 'month months monat monate mes meses mois mese mesi',
  quarter: 'quarter quarters quartal quartale trimestre trimestres trimestri',
  year: 'year years jahr jahre ano anos annee annees anno anni',
  weekday: 'weekday weekdays day_of_the_week wochentag wochentage',
});
export const TIMES: readonly (Time | string)[] = ['day', 'week', 'month', 'quarter', 'year', 'weekday'];

/** Stands before what rows are told apart by. */
export const BY = new Set(
  listed(
    'by per each for_each for_every every which what whose pro je nach welche welcher welches por cada que cual cuales par chaque quel quelle quels quelles per ogni quale quali qual quais',
  ),
);

/** Kinds of places, where they choose and do not tell apart: "in our stores". */
export const PLACE_KINDS = table<'store' | 'warehouse'>({
  store: 'stores shops branches outlets filialen laden tiendas magasins negozi lojas',
  warehouse: 'warehouses almacenes entrepots magazzini armazens',
});
export const WITHIN = new Set(
  listed('in at across within from all our the im in_den en las los los dans les nos nei nelle em nas nos'),
);

/** Leaves out what is named after it. */
export const EXCEPT = new Set(
  listed(
    'except excluding exclude without not but_not other_than apart_from outside outside_of besides minus leaving_out ignoring except_for ausser ohne nicht excepto sin menos sauf hors sans excepte tranne senza escluso eccetto exceto sem',
  ),
);

export const OPERATORS = table<'>' | '>=' | '<' | '<='>({
  '>': 'more_than over above greater_than exceeding exceeds exceed higher_than mehr_als uber mas_de plus_de piu_di mais_de >',
  '>=': 'at_least no_less_than minimum_of a_minimum_of mindestens al_menos au_moins almeno pelo_menos >=',
  '<': 'less_than fewer_than under below lower_than cheaper_than weniger_als unter menos_de moins_de meno_di <',
  '<=': 'at_most up_to no_more_than maximum_of a_maximum_of hochstens como_maximo au_plus al_massimo no_maximo <=',
});
export const BETWEEN = new Set(listed('between zwischen entre tra fra'));

/** What a threshold is about, where it is no measure. */
export const ATTRIBUTE_WORDS = table<'unit_price' | 'unit_cost' | 'shelf_life_days'>({
  unit_price: 'price prices priced price_of unit_price selling_price preis precio prix prezzo preco',
  unit_cost: 'unit_cost cost_price purchase_price costing',
  shelf_life_days: 'shelf_life',
});

export const COMPARING = new Set(
  listed(
    'better more higher besser mehr mejor meglio melhor compared compare compared_with compared_to comparison versus vs against than change changed growth difference verglichen vergleich gegenuber gegen comparado comparados compare_a par_rapport rispetto confronto',
  ),
);
export const DESCENDING = new Set(
  listed(
    'top best most highest largest biggest bestseller bestsellers best-selling best_selling leading meisten beste besten hochste hochsten mejor mejores plus meilleur meilleurs migliori maggiore melhor melhores',
  ),
);
export const ASCENDING = new Set(
  listed(
    'bottom worst least lowest smallest fewest worst-selling slowest wenigsten schlechteste peor peores pire pires peggiori pior piores',
  ),
);

/** Words that say nothing by themselves. */
export const EMPTY = new Set(
  listed(`a an and are as at be been by can could did do does during for from get give got had has have having how i if in into is it its let list made make many me much my of on or our ours out please
  show so some tell that the their them there these they this those to total totals units unit pieces us was we were what when where which who will with would you your all any been overall number figures figure quantity
  amount amounts sum value come came go went goods business company report each item items product products things just now currently today per only both altogether
  der die das den dem des ein eine einen einer wie viel viele haben hat wir uns unser unsere unseren im in von vom zu zum zur mit und oder ist sind war waren wurde wurden bitte zeig zeige auf an am gab es fur aus stuck einheiten gesamt insgesamt
  el la los las un una unos unas de del al en y o cuanto cuanta cuantos cuantas hemos ha han fue fueron se con para por nos nuestro nuestra nuestros nuestras hay tenemos unidades total mostrar muestra
  le les du des et ou combien de d l a au aux avons avez ont ete est sont nous notre nos dans sur avec pour y il ont-ils unites montre
  il lo gli i una uno di del della dei delle degli nel nella nei e o quanto quanta quanti quante abbiamo ha hanno e stato stati state sono con per ci nostro nostra unita
  os as um uma do da dos das no na nos nas e ou quantos quantas temos foi foram com para nosso nossa unidades`),
);

/** Every word of these lists: none of them is a slip of the pen, nor the name of something. */
export const figureWords: ReadonlySet<string> = new Set(
  [MEASURE_WORDS, GROUP_WORDS, OPERATORS, EXCEPT, COMPARING, DESCENDING, ASCENDING]
    .flatMap(each => [...each.keys()])
    .flatMap(phrase => phrase.split(' ')),
);
