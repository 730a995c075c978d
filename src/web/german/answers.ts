import type { ProblemCode } from '../../kernel/errors.ts';

/**
 * Refusals of the service, by code. English shows the service's own sentence; German does so too if neither this table
 * nor the next has a translation, because an untranslated sentence is better than none. The arguments are the problem's
 * `details`.
 */
export const refusals: { readonly [code in ProblemCode]?: string } = {
  unauthenticated: 'Bitte melden Sie sich an.',
  insufficient_scope: 'Dazu fehlt Ihnen das Recht.',
  module_not_enabled: 'Dieses Modul ist nicht eingeschaltet.',
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

/** Messages about fields and about signing in, by sentence; placeholders in braces stand for what a message names. */
export const sentences: { readonly [sent: string]: string } = {
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
  'The recipe is not active.': 'Das Rezept ist nicht aktiv.',
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
  'Nothing was added, and what is there has another cost: this one was not used.':
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
  'Must differ from the location.': 'Muss sich vom Lagerort unterscheiden.',
};
