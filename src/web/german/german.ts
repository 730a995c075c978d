import { common } from './common.ts';
import { frame } from './frame.ts';
import { planning } from './planning.ts';
import { reports } from './reports.ts';
import { settings } from './settings.ts';
import { stock } from './stock.ts';
import { trade } from './trade.ts';

export { refusals, sentences } from './answers.ts';
export { parts, texts } from './texts.ts';
export { values } from './values.ts';

/**
 * All of the app in German, by its English. Who reads it is addressed as „Sie“. Sentences may be put quite differently;
 * what stands in braces stays, and every plural has its two forms.
 *
 * The words of the trade, always the same:
 * order Auftrag · fulfill ausliefern · reserve reservieren · purchase order Bestellung · submit bestellen ·
 * receive Wareneingang, einbuchen · incoming im Zulauf · supplier Lieferant · lead time Lieferzeit ·
 * transfer Umlagerung · ship versenden · return Retoure · stock Bestand · on hand im Bestand · available verfügbar ·
 * on hold gesperrt · location Lagerort · level Bestand · movement Bewegung · ledger Buchungsjournal · entry Buchung ·
 * adjust korrigieren, buchen · count Inventur · lot Charge · quarantine sperren · recall Rückruf · waste Ausschuss ·
 * write off ausbuchen · recipe Rezeptur · production batch Produktionsauftrag · line Position · document Beleg ·
 * reorder point Meldebestand · safety stock Sicherheitsbestand · policy Dispositionsregel · replenishment Nachschub ·
 * forecast Prognose · demand Bedarf · promise zusagen · stock-out Fehlbestand · unit cost Stückkosten ·
 * at cost zu Einstandskosten · landed costs Bezugsnebenkosten · margin Marge · revenue Umsatz · COGS Wareneinsatz ·
 * insight Hinweis · key Schlüssel
 */
export const german = { ...common, ...frame, ...stock, ...trade, ...planning, ...reports, ...settings } as const;
