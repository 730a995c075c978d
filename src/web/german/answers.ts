import type { ProblemCode } from '../../kernel/errors.ts';

/**
 * Refusals of the service, by code. English shows the service's own sentence; German does so too if neither this table
 * nor the next has a translation, because an untranslated sentence is better than none. The arguments are the problem's
 * `details`.
 */
export const refusals: { readonly [code in ProblemCode]?: string } = {
  insufficient_scope: 'Dazu fehlt Ihnen das Recht.',
  module_not_enabled: 'Dieses Modul ist nicht eingeschaltet.',
  invalid_state: 'Das geht im Status „{status}“ nicht. Sehen Sie nach, was sich inzwischen geändert hat.',
  not_found: 'Das gibt es nicht oder nicht mehr.',
  reference_not_found: 'Das gibt es hier nicht.',
  already_exists: 'Das gibt es schon.',
  version_conflict: 'Das wurde inzwischen geändert: Sehen Sie es sich neu an und versuchen Sie es noch einmal.',
  precondition_failed: 'Das wurde inzwischen geändert: Sehen Sie es sich neu an und versuchen Sie es noch einmal.',
  idempotency_in_progress: 'Das wird gerade schon ausgeführt.',
  payload_too_large: 'Das ist zu groß.',
  unsupported_media_type: 'Dieses Format wird nicht gelesen.',
  insufficient_stock:
    'Nicht genug von {sku}: {reserved, select, undefined {{requested}} other {zu den reservierten {reserved} noch {requested}}} benötigt, {available} verfügbar.',
  rate_limited: 'Zu viele Anfragen: Warten Sie einen Moment.',
  internal_error: 'Interner Fehler. Versuchen Sie es erneut.',
  unavailable: 'Der Dienst ist im Moment nicht verfügbar. Versuchen Sie es gleich noch einmal.',
};

/** Warned of or refused, as the organization wants it. */
export const wrongCheckDigit = {
  '{barcode} is not a valid GTIN: its last digit is not the correct check digit.':
    '{barcode} ist keine gültige GTIN: Die letzte Ziffer ist nicht die richtige Prüfziffer.',
};

/** Messages about fields and about signing in, by sentence; placeholders in braces stand for what a message names. */
export const sentences: { readonly [sent: string]: string } = {
  ...wrongCheckDigit,
  'A recipe cannot use what it makes.': 'Eine Rezeptur kann nicht verbrauchen, was sie herstellt.',
  'The sheet must be in UTF-8. In a spreadsheet, save it as "CSV UTF-8".':
    'Die Tabelle muss in UTF-8 sein. Speichern Sie sie in der Tabellenkalkulation als „CSV UTF-8“.',
  'A line must be at most {limit} KiB.': 'Eine Zeile darf höchstens {limit} KiB haben.',
  'The line is not valid JSON.': 'Die Zeile ist kein gültiges JSON.',
  'The line must be a JSON object.': 'Die Zeile muss ein JSON-Objekt sein.',
  'Email and password do not match.': 'E-Mail und Passwort passen nicht zusammen.',
  'Too many attempts; try again in a few minutes.': 'Zu viele Versuche; versuchen Sie es in einigen Minuten erneut.',
  'Too many people are signing in right now; try again in a second.':
    'Gerade melden sich viele an; versuchen Sie es gleich noch einmal.',
  'That is not the current password.': 'Das ist nicht das aktuelle Passwort.',
  'Must not be the current password.': 'Darf nicht das aktuelle Passwort sein.',
  'Choose a password of your own.': 'Wählen Sie ein eigenes Passwort.',
  'This account is already a member of the organization.': 'Dieses Konto ist schon Mitglied der Organisation.',
  'The last owner cannot be removed or demoted.': 'Der letzte Inhaber muss bleiben.',
  'This invitation is not valid: it was accepted, replaced or withdrawn, or has expired. Ask for a new one.':
    'Diese Einladung gilt nicht mehr: Sie wurde angenommen, ersetzt oder zurückgezogen, oder sie ist abgelaufen. Lassen Sie sich eine neue geben.',
  'Lot {lotNumber} is in quarantine.': 'Charge {lotNumber} ist gesperrt.',
  'Lot {lotNumber} is recalled.': 'Charge {lotNumber} ist zurückgerufen.',
  'A lot of {sku} with this number already exists.': 'Eine Charge von {sku} mit dieser Nummer gibt es schon.',
  '{left} of {items} items are not done yet.': '{left} von {items} Punkten sind noch nicht erledigt.',
  'What was ordered can be changed only while the purchase order is a draft.':
    'Was bestellt ist, lässt sich nur ändern, solange die Bestellung ein Entwurf ist.',
  'The lots must add up to the quantity.': 'Die Chargen müssen zusammen die Menge ergeben.',
  '{sku} is not lot-tracked.': '{sku} wird nicht in Chargen geführt.',
  '{sku} was not shipped in lots.': '{sku} wurde nicht in Chargen versandt.',
  'Only {outstanding} of {sku} are outstanding.': 'Von {sku} sind nur {outstanding} offen.',
  'Only {outstanding} are still to be fulfilled.': 'Nur {outstanding} sind noch auszuliefern.',
  'Only {left} of {sku} were fulfilled and not yet returned.':
    'Von {sku} wurden nur {left} ausgeliefert und noch nicht zurückgenommen.',
  'Only {left} of this lot of {sku} were fulfilled with the order and not yet returned.':
    'Aus dieser Charge von {sku} wurden mit dem Auftrag nur {left} ausgeliefert und noch nicht zurückgenommen.',
  'Only {left} of this lot of {sku} are outstanding.': 'Aus dieser Charge von {sku} sind nur {left} offen.',
  'None of {sku} has been received yet.': 'Von {sku} ist noch nichts eingegangen.',
  'The product of {sku} is archived.': 'Das Produkt von {sku} ist archiviert.',
  'The location is not active.': 'Der Lagerort ist nicht aktiv.',
  'The recipe is not active.': 'Die Rezeptur ist nicht aktiv.',
  'Is already taken.': 'Ist schon vergeben.',
  'Is allowed only when stock is added.': 'Ist nur bei einem Zugang erlaubt.',
  'Two price breaks begin at this quantity.': 'Zwei Staffelpreise beginnen bei dieser Menge.',
  'Has already been applied.': 'Wurde schon übernommen.',
  'Is required.': 'Ist erforderlich.',
  'Must not be empty.': 'Darf nicht leer sein.',
  'Must have at least {minimum}.': 'Mindestens {minimum} wählen.',
  'Must have at most {maximum}.': 'Höchstens {maximum}.',
  'Must have at least {minimum} characters.': 'Mindestens {minimum} Zeichen.',
  'Must have at most {maximum} characters.': 'Höchstens {maximum} Zeichen.',
  'Must be at least {minimum}.': 'Muss mindestens {minimum} sein.',
  'Must be at most {maximum}.': 'Darf höchstens {maximum} sein.',
  'Must not be 0.': 'Darf nicht 0 sein.',
  'Must not be negative.': 'Darf nicht negativ sein.',
  'Must be greater than 0.': 'Muss größer als 0 sein.',
  'Must be at least 1.': 'Muss mindestens 1 sein.',
  'Must be a number.': 'Muss eine Zahl sein.',
  'Must be a number such as 1250.5, not {text}.': 'Muss eine Zahl sein, nicht {text}.',
  'Must be a number such as 1250.5: with a point, not a comma, not {text}.':
    'Muss eine Zahl mit Punkt statt Komma sein, nicht {text}.',
  'Must be a number such as 1250.5: nothing between thousands, and a point for decimals, not {text}.':
    'Muss eine Zahl ohne Tausendertrennzeichen sein, nicht {text}.',
  'Must be a number such as 1250.5: in digits, without an exponent, not {text}.':
    'Muss eine Zahl in Ziffern sein, ohne Exponenten, nicht {text}.',
  'Must be a date such as 2026-03-15 or 15.03.2026, not {text}.': 'Muss ein Datum sein, etwa 15.03.2026, nicht {text}.',
  'A character was lost (�): the file was read in another encoding.':
    'Ein Zeichen ging verloren (�): Die Datei wurde in einer anderen Kodierung gelesen.',
  'A spreadsheet has shortened the number to {text}: format the column as text.':
    'Eine Tabellenkalkulation hat die Nummer zu {text} gekürzt: Formatieren Sie die Spalte als Text.',
  'Has {cells} cells, but the header has {columns}. Does a value contain an unquoted separator?':
    'Hat {cells} Zellen, der Kopf aber {columns}. Enthält ein Wert ein Trennzeichen ohne Anführungszeichen?',
  'Cell {place} is in a column without a name. Name the column, or begin its name with "_" to leave it out.':
    'Zelle {place} steht in einer Spalte ohne Namen.',
  'Nothing was added, and the stock there has a different cost, so this cost was not used.':
    'Es kam nichts hinzu, und was da ist, hat andere Kosten: Diese wurden nicht verwendet.',
  'Appears in the sheet more than once.': 'Kommt in der Tabelle mehrmals vor.',
  'Another row of the same record was rejected.': 'Eine andere Zeile desselben Eintrags wurde abgelehnt.',
  'Must be yes or no, or true or false.': 'Muss „ja“ oder „nein“ sein.',
  'Must be in the future.': 'Muss in der Zukunft liegen.',
  'Must not be in the future.': 'Darf nicht in der Zukunft liegen.',
  'Must not be before from.': 'Darf nicht vor dem Anfang liegen.',
  'Must be in a year from 0001 to 9999.': 'Muss in einem Jahr von 0001 bis 9999 liegen.',
  'Must have at least one item.': 'Braucht mindestens eine Position.',
  'Must have at least one row.': 'Braucht mindestens eine Zeile.',
  'Must have at most 4 decimals and stay within 99 999 999 999.9999.':
    'Höchstens 4 Nachkommastellen und höchstens 99 999 999 999,9999.',
  'Must have at most 6 decimals and 9 digits before them.': 'Höchstens 6 Nachkommastellen und 9 Stellen davor.',
  'Must be an email address.': 'Muss eine E-Mail-Adresse sein.',
  'Must be an ISO 4217 code such as EUR.': 'Muss ein Code nach ISO 4217 sein, etwa EUR.',
  'Must be an IANA time zone such as Europe/Berlin.': 'Muss eine IANA-Zeitzone sein, etwa Europe/Berlin.',
  'Must be a date such as 2026-03-15.': 'Muss ein Datum sein.',
  'Must differ from the source.': 'Muss sich von der Herkunft unterscheiden.',
  'The traces of these lots have more than {max} rows: ask for fewer lots at a time.':
    'Die Spuren dieser Chargen haben mehr als {max} Zeilen: Fragen Sie nach weniger Chargen auf einmal.',
  'Must differ from the location.': 'Muss sich vom Lagerort unterscheiden.',
  '{name} is already a member.': '{name} ist schon Mitglied.',
  'You are signed in as {email}: accept without a password, or sign out.':
    'Sie sind angemeldet als {email}: Treten Sie ohne Passwort bei, oder melden Sie sich ab.',
  'Choose your password first.': 'Wählen Sie zuerst Ihr Passwort.',
  'A count has at most {max} items; count the location in parts.':
    'Eine Inventur hat höchstens {max} Positionen: Zählen Sie den Lagerort in Teilen.',
  'All stock of {sku} there already has a known cost.': 'Der Bestand von {sku} dort hat schon bekannte Kosten.',
  'The locations would supply each other in a cycle.': 'Die Lagerorte würden einander im Kreis beliefern.',
  'The cost of {sku} is not known; allocate by quantity.':
    'Die Kosten von {sku} sind nicht bekannt: Verteilen Sie nach Menge.',
  'The lines have no value; allocate by quantity.': 'Die Positionen haben keinen Wert: Verteilen Sie nach Menge.',
  '{sku} was received at a cost of {cost}, which this would make negative.':
    'Was von {sku} eingegangen ist, hat {cost} gekostet: Damit würden die Kosten negativ.',
  'Nothing is reserved for the order any more.': 'Für den Auftrag ist nichts mehr reserviert.',
  'Must be at most 150 KiB.': 'Darf höchstens 150 KiB groß sein.',
  'Must be at most 1 MiB.': 'Darf höchstens 1 MiB groß sein.',
  'The costing method cannot be changed: there is stock of known value.':
    'Die Bestandsbewertung steht fest: Es gibt Bestand mit bekanntem Wert.',
  'The currency cannot be changed: there are amounts in {currency}, which are not converted.':
    'Die Währung steht fest: Es gibt Beträge in {currency}, die nicht umgerechnet werden.',
  'The plan is {status}; only a completed plan can be applied.':
    'Nur ein fertig berechneter Plan lässt sich übernehmen, dieser ist {status}.',
  'This plan is more than {days} days old and out of date; make a new one.':
    'Dieser Plan ist über {days} Tage alt und überholt: Berechnen Sie einen neuen.',
  'All suggestions of this plan have already been applied.': 'Alle Vorschläge dieses Plans sind schon übernommen.',
  'Stock has moved since this plan was made; make a new one, or apply it with force.':
    'Seit diesem Plan hat sich der Bestand bewegt: Berechnen Sie einen neuen.',
  'Is too small: the batch would use no {sku}.': 'Ist zu klein: Es würde kein {sku} verbraucht.',
  'Is required for a new product.': 'Ist für ein neues Produkt erforderlich.',
  'Is required for a new variant.': 'Ist für eine neue Variante erforderlich.',
  'Is too small: it rounds to 0 purchase units of {size}.':
    'Ist zu klein: Gerundet sind das 0 Bestelleinheiten zu {size}.',
  'Cannot be expressed in purchase units of {size}.': 'Lässt sich nicht in Bestelleinheiten zu {size} ausdrücken.',
  'This supplier item is for {sku}, not {other}.': 'Dieser Lieferantenartikel gilt für {sku}, nicht für {other}.',
  'This supplier item belongs to a different supplier than the purchase order.':
    'Dieser Artikel gehört zu einem anderen Lieferanten als die Bestellung.',
  'This supplier item is not active.': 'Dieser Lieferantenartikel ist nicht aktiv.',
  "Is required: the supplier's price is in {currency}.":
    'Ist erforderlich: Der Preis des Lieferanten ist in {currency}.',
  'Nothing was received; cancel the purchase order instead.':
    'Es ist nichts eingegangen: Stornieren Sie die Bestellung stattdessen.',
  "Give the value of one {currency} in the organization's currency.":
    'Geben Sie den Wert von 1 {currency} in der Währung der Organisation an.',
  '{sku} is lot-tracked: name its lot.': '{sku} wird in Chargen geführt: Geben Sie die Charge an.',
  'There is no such lot of {sku}.': 'Eine solche Charge von {sku} gibt es nicht.',
  'It is on purchase orders; set `active` to false instead.':
    'Er steht auf Bestellungen: Schalten Sie ihn stattdessen ab.',
  'Lots need the traceability module.': 'Chargen brauchen das Modul Rückverfolgung.',
  'Can be changed only while the variant has no stock on hand or incoming.':
    'Lässt sich nur ändern, solange von der Variante nichts im Bestand oder im Zulauf ist.',
  'Several records match: give the id.': 'Mehrere Einträge passen: Geben Sie die ID an.',
  'An import creates records as {status} only.': 'Ein Import legt nur Einträge im Status {status} an.',
  'Belongs to another product.': 'Gehört zu einem anderen Produkt.',
  'Another column has the same meaning.': 'Eine andere Spalte bedeutet dasselbe.',
  'The sheet is larger than 20 MiB.': 'Die Tabelle ist größer als 20 MiB.',
  'The sheet is empty: its first row must name the columns.':
    'Die Tabelle ist leer: Ihre erste Zeile muss die Spalten benennen.',
  'Must have at most {max} rows, not {count}.': 'Darf höchstens {max} Zeilen haben, nicht {count}.',
  'Must have at most {max} columns.': 'Darf höchstens {max} Spalten haben.',
  'Differs from row {row}, which belongs to the same record.':
    'Weicht von Zeile {row} ab, die zum selben Eintrag gehört.',
  'Needs {columns} to identify its record.': 'Braucht {columns}, um den Eintrag zu finden.',
  'Only a dry run can be applied.': 'Nur ein Testlauf lässt sich übernehmen.',
  'It has already been applied.': 'Er wurde schon übernommen.',
  'This service has no mail server; the operator can set SMTP_URL.':
    'Dieser Dienst hat keinen Mailserver; der Betreiber kann SMTP_URL setzen.',
  'The supplier has no email address; give the recipient here.':
    'Der Lieferant hat keine E-Mail-Adresse: Geben Sie hier eine an.',
  '{number} is already being mailed to {email}.': '{number} wird gerade schon an {email} gesandt.',
  'At most {max} purchase orders can be mailed in an hour.':
    'Höchstens {max} Bestellungen lassen sich in einer Stunde mailen.',
  'That would be more than {max} labels.': 'Das wären mehr als {max} Etiketten.',
  'A PDF has at most {max} lines, and this has {lines}: use the HTML instead.':
    'Ein PDF hat höchstens {max} Zeilen, dieses hätte {lines}: Verwenden Sie HTML.',
  'The event is older than 30 days and no longer kept.':
    'Das Ereignis ist älter als 30 Tage und nicht mehr gespeichert.',
  'An amount must stay within 99 999 999 999.9999.': 'Ein Betrag darf höchstens 99 999 999 999,9999 sein.',
};
