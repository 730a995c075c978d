import type { Unit } from '../../kernel/calendar.ts';
import { set, table } from '../words/tables.ts';

/** The words of time in English, German, Spanish, French, Portuguese and Italian, folded as questions are. */

export const units = table<Unit>([
  ['day', 'day days tag tage tagen dia dias jour jours journee giorno giorni'],
  ['week', 'week weeks wk wks woche wochen semana semanas semaine semaines settimana settimane'],
  ['month', 'month months mth mths monat monate monaten monats mes meses mois mese mesi'],
  ['quarter', 'quarter quarters qtr quartal quartale quartalen quartals trimestre trimestres trimestri'],
  ['year', 'year years yr yrs jahr jahre jahren jahres ano anos annee annees ans anno anni'],
]);

/** How long something is: a unit, and how many of it. */
export const lengths = new Map<string, readonly [Unit, number]>([
  ...[...units].map(([word, unit]) => [word, [unit, 1]] as const),
  ...['fortnight', 'fortnights'].map(word => [word, ['week', 2]] as const),
  ...'hour hours hrs stunden horas heures ore'.split(' ').map(word => [word, ['day', 1 / 24]] as const),
]);
/** One of a unit, where the language tells: "5 last week" are no weeks. */
export const singulars = set(
  'day week month quarter year tag woche monat quartal jahr dia semana mes trimestre ano jour semaine annee giorno settimana mese anno',
);
/** "Week 42". */
export const numbered = set('week kw kalenderwoche semana semaine settimana');
export const weekends = table<true>([[true, 'weekend wochenende']]);
export const halves = table<true>([[true, 'half halbjahr semestre']]);
export const christmas = set('christmas xmas weihnachten navidad noel natal natale');

/** Where a period lies: the running unit, the one before, the one after, or a rolling stretch up to or from today. */
export type Place = 'this' | 'last' | 'past' | 'next' | 'coming';
export const places = new Map<string, Place>([
  ['que viene', 'next'],
  ['que vem', 'next'],
  ...table<Place>([
    [
      'this',
      'this current ongoing running diese dieser dieses diesen diesem laufende laufenden laufendes aktuelle aktuellen este esta estos cette ce neste nesta deste desta questo questa quest corrente atual actual',
    ],
    [
      'last',
      'last previous prior preceding letzte letzten letzter letztes letztem vorige vorigen voriges vorheriges vergangene vergangenen vergangenes ultimo ultima ultimos ultimas pasado pasada anterior dernier derniere derniers dernieres precedent passe passado passada scorso scorsa scorsi ultimi ultime precedente',
    ],
    ['past', 'past trailing rolling'],
    [
      'next',
      'next following subsequent nachste nachsten nachster nachstes nachstem naechste naechsten naechster naechstes proximo proxima proximos proximas siguiente prochain prochaine prochains prochaines prossimo prossima prossimi prossime seguinte',
    ],
    ['coming', 'coming upcoming kommende kommenden kommendes venidero vindouro'],
  ]),
]);

export const months = table<number>([
  [1, 'january jan januar janner enero janvier janeiro gennaio'],
  [2, 'february feb febr februar febrero fevrier fevereiro febbraio'],
  [3, 'march mar marz maerz mrz marzo mars marco'],
  [4, 'april apr abril avril aprile'],
  [5, 'may mai mayo maio maggio'],
  [6, 'june jun juni junio juin junho giugno'],
  [7, 'july jul juli julio juillet julho luglio'],
  [8, 'august aug agosto aout'],
  [9, 'september sept sep septiembre setiembre septembre setembro settembre'],
  [10, 'october oct oktober okt octubre octobre outubro ottobre'],
  [11, 'november nov noviembre novembre novembro'],
  [12, 'december dec dezember dez diciembre decembre dezembro dicembre'],
]);
/** Months that are also other words: they need a preposition, a day or a year beside them. */
export const doubtfulMonths = set('may march mar jan dec mai mars marco jun sep dez sept');

/** Monday is 0. "Mondays" are more than one day: they are no date. */
export const weekdays = table<number>([
  [0, 'monday montag lunes lundi lunedi segunda'],
  [1, 'tuesday dienstag martes mardi martedi terca'],
  [2, 'wednesday mittwoch miercoles mercredi mercoledi quarta'],
  [3, 'thursday donnerstag jueves jeudi giovedi quinta'],
  [4, 'friday freitag viernes vendredi venerdi sexta'],
  [5, 'saturday samstag sonnabend sabado samedi sabato'],
  [6, 'sunday sonntag sonntags domingo dimanche domenica'],
]);

/** Days named from today: how many days away. */
export const namedDays = new Map<string, number>([
  ...table<number>([
    [0, 'today tonight heute hoy hoje oggi'],
    [-1, 'yesterday gestern ayer hier ontem ieri'],
    [1, 'tomorrow morgen manana demain amanha domani'],
    [-2, 'vorgestern anteayer anteontem'],
    [2, 'ubermorgen'],
  ]),
  ['aujourd hui', 0],
  ['avant hier', -2],
  ['day before yesterday', -2],
  ['day after tomorrow', 2],
]);

export const ordinals = table<number>([
  [1, 'first 1st erste ersten erstes primer primero premier primeiro primo'],
  [2, 'second 2nd zweite zweiten zweites segundo deuxieme secondo'],
  [3, 'third 3rd dritte dritten drittes tercer troisieme terceiro terzo'],
  [4, 'fourth 4th vierte vierten cuarto quatrieme quarto'],
]);
export const vague = table<number>([
  [2, 'couple'],
  [3, 'few paar'],
]);

/** Small words between the parts of a date. */
export const articles = set(
  'the der die das den dem el la los las le les il lo i gli o os as a an of de del du des da do das di dell l',
);
export const ago = set('ago back fa atras');
export const since = set('since after seit ab nach desde depuis dal dalla dall apres despues');
export const until = set('until till til by before bis vor hasta antes jusqu avant ate fino entro');
export const within = set('within in innerhalb binnen dentro en dans sous nos em tra fra entro');
export const between = set('between from zwischen von entre de desde tra dal dalla du da');
export const to = set('and to until till through thru und bis y hasta a et au e al ate jusqu');
export const startOf = set('start beginning anfang beginn principio inicio debut inizio early');
export const endOf = set('end close ende final finales fin fine fim eom eoy');
export const recent = set('recently lately kurzlich neulich recientemente ultimamente recemment recentemente');
export const soon = set('soon bald shortly pronto bientot');
export const cuesBeforeMonth = set(
  'in of since until till by before after during for from between last next this im am seit bis en de desde hasta du depuis avant em ate di a and to through vs versus than mid early late',
);

/** All of them, for telling a misspelt word of time from an unknown one. */
export const allTimeWords: ReadonlySet<string> = new Set([
  ...[units, places, months, weekdays, ordinals, vague].flatMap(map => [...map.keys()]),
  ...[...namedDays.keys()].flatMap(phrase => phrase.split(' ')),
  ...articles,
  ...since,
  ...until,
  ...within,
  ...between,
  ...to,
  ...startOf,
  ...endOf,
  ...recent,
  ...soon,
  ...lengths.keys(),
  ...weekends.keys(),
  ...halves.keys(),
  ...christmas,
  ...numbered,
  ...set(
    'weekends mondays tuesdays wednesdays thursdays fridays saturdays sundays ytd mtd qtd wtd yoy quarterly davor zuvor vorjahr vormonat vorwoche',
  ),
]);
