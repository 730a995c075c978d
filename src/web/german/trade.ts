export const trade = {
  'a day': 'einen Tag',
  'a week': 'eine Woche',
  // pages/orders.tsx
  'expires {reservationExpiresAt}': 'läuft ab {reservationExpiresAt}',
  Reserve: 'Reservieren',
  '{count, plural, one {# order} other {# orders}} reserved.':
    '{count, plural, one {# Auftrag} other {# Aufträge}} reserviert.',
  Fulfill: 'Ausliefern',
  '{count, plural, one {# order} other {# orders}} fulfilled.':
    '{count, plural, one {# Auftrag} other {# Aufträge}} ausgeliefert.',
  'Everything outstanding on these orders leaves stock now. This cannot be undone.':
    'Was bei diesen Aufträgen offen ist, verlässt jetzt den Bestand. Das lässt sich nicht rückgängig machen.',
  'What customers have ordered.': 'Was Kunden bestellt haben.',
  'Reserve an order to hold its stock; fulfill it when it ships.':
    'Reservieren Sie einen Auftrag, um seinen Bestand vorzuhalten; liefern Sie ihn aus, wenn er das Haus verlässt.',
  'New order': 'Neuer Auftrag',
  'Ship from': 'Versand ab',
  order: 'Auftrag',
  'Ships from {name}': 'Versand ab {name}',
  'Cancel order': 'Auftrag stornieren',
  'Cancelled; its reserved stock is available again.': 'Storniert; was reserviert war, ist wieder frei.',
  'Its reserved stock becomes available to others. This cannot be undone.':
    'Was dafür reserviert ist, wird für andere verfügbar. Das lässt sich nicht rückgängig machen.',
  'Confirmed date': 'Bestätigter Termin',
  'What the supplier confirms for {number}': 'Was der Lieferant zu {number} bestätigt',
  'If less will be delivered, record what arrives and close the order short.':
    'Wird weniger geliefert, erfassen Sie, was ankommt, und stornieren Sie die Restmenge.',
  'What has not arrived is no longer expected: {items}. This cannot be undone.':
    'Was nicht angekommen ist, wird nicht mehr erwartet: {items}. Das lässt sich nicht rückgängig machen.',
  'Close short': 'Restmenge stornieren',
  'closed short': 'Restmenge storniert',
  'Closed short': 'Restmenge storniert',
  '{count, plural, one {# order} other {# orders}} closed short.':
    'Restmenge von {count, plural, one {# Auftrag} other {# Aufträgen}} storniert.',
  'What has not left is cancelled, and stock reserved for it becomes available to others. This cannot be undone.':
    'Was das Haus noch nicht verlassen hat, wird storniert; was dafür reserviert ist, wird für andere verfügbar. Das lässt sich nicht rückgängig machen.',
  'Close {number} short?': 'Restmenge von {number} stornieren?',
  '{number} is closed short; nothing more will follow.': '{number}: Restmenge storniert, es folgt nichts mehr.',
  'What has not left is cancelled: {items}. Stock reserved for it becomes available to others. This cannot be undone.':
    'Was das Haus noch nicht verlassen hat, wird storniert: {items}. Was dafür reserviert ist, wird für andere verfügbar. Das lässt sich nicht rückgängig machen.',
  'Reserved until': 'Reserviert bis',
  Fulfilled: 'Ausgeliefert',
  Cancelled: 'Storniert',
  Total: 'Summe',
  'Total of what is priced': 'Summe der Positionen mit Preis',
  'an hour': 'eine Stunde',
  'three days': 'drei Tage',
  'Reserved for {words}.': 'Reserviert für {words}.',
  'Reserved.': 'Reserviert.',
  'Reserve for a limited time': 'Für eine Weile reservieren',
  'For {words}': 'Für {words}',
  'For {words} from now': 'Für {words} ab jetzt',
  'The orders and batches are cancelled, or what has not left of them, and everything reserved for them becomes available to others. This cannot be undone.':
    'Die Aufträge und Produktionsaufträge oder ihr offener Rest werden storniert, und alles für sie Reservierte wird für andere verfügbar. Das lässt sich nicht rückgängig machen.',
  '{count, plural, one {# document} other {# documents}} released; the stock is available again.':
    '{count, plural, one {# Beleg} other {# Belege}} freigegeben; was reserviert war, ist frei.',
  'no end': 'unbefristet',
  '{number} is reserved until: {end}': '{number} ist reserviert bis: {end}',
  'Without an end': 'Unbefristet',
  'Reserved without an end.': 'Unbefristet reserviert.',
  Pick: 'Kommissionieren',
  'Fulfill {number} from {name}': '{number} ab {name} ausliefern',
  'Fulfilled.': 'Ausgeliefert.',
  'Fulfill all': 'Alles ausliefern',
  '{number} is fulfilled from {name}.': '{number} ist ab {name} ausgeliefert.',
  // pages/purchases.tsx
  'Order ~purchase': 'Bestellung',
  'to {name}': 'nach {name}',
  'due {expectedOn}': 'fällig {expectedOn}',
  '{day}, late': '{day}, überfällig',
  Submit: 'Bestellen',
  '{count, plural, one {# purchase order} other {# purchase orders}} submitted.':
    '{count, plural, one {# Bestellung} other {# Bestellungen}} ausgelöst.',
  'Receive everything outstanding': 'Alles Offene einbuchen',
  '{count, plural, one {# purchase order} other {# purchase orders}} received.':
    '{count, plural, one {# Bestellung} other {# Bestellungen}} eingebucht.',
  'Everything outstanding on these orders is recorded as received now. Lot numbers are assigned automatically.':
    'Alles, was bei diesen Bestellungen offen ist, wird jetzt als Wareneingang gebucht. Chargennummern werden automatisch vergeben.',
  'What you have ordered from suppliers.': 'Was bei Lieferanten bestellt ist.',
  'What is ordered shows as incoming until it is received.': 'Bestellte Ware wird als Zulauf geführt, bis sie eingeht.',
  'New purchase order': 'Neue Bestellung',
  'Create draft': 'Entwurf anlegen',
  'Deliver to': 'Lieferung an',
  'Expected on': 'Erwartet am',
  'purchase order': 'Bestellung',
  'Delivers to {name}': 'Lieferung an {name}',
  'Cancel purchase order': 'Bestellung stornieren',
  'Nothing on it is expected any more. This cannot be undone.':
    'Nichts davon wird mehr erwartet. Das lässt sich nicht rückgängig machen.',
  'Submitted: its goods are incoming.': 'Bestellt: Die Ware ist im Zulauf.',
  'Receive {number} at {name}': 'Wareneingang {number}: {name}',
  'Nothing more will arrive: close it short': 'Mehr kommt nicht: Restmenge stornieren',
  'Received at {name}.': 'Eingegangen: {name}.',
  'Made from': 'Entstanden aus',
  'a replenishment plan': 'einem Nachschubplan',
  Submitted: 'Bestellt',
  'Exchange rate': 'Wechselkurs',
  'one {currency} is {exchangeRate} {own}': 'ein {currency} ist {exchangeRate} {own}',
  // pages/returns.tsx
  Return: 'Retoure',
  'What customers send back.': 'Was Kunden zurückschicken.',
  'A return is made for an order that was fulfilled; when it arrives it is inspected, and what is sellable goes back into stock.':
    'Eine Retoure gehört zu einem ausgelieferten Auftrag; wenn sie eintrifft, wird sie geprüft, und was verkaufsfähig ist, geht zurück in den Bestand.',
  '{sku} was not sent with this order.': '{sku} wurde mit diesem Auftrag nicht versandt.',
  '{sku}: only {sent} were sent, and all are back.': '{sku}: Nur {sent} wurden versandt, und alle sind zurück.',
  '{sku}, lot {lotNumber}: {back} of {sent} back.': '{sku}, Charge {lotNumber}: {back} von {sent} zurück.',
  '{sku}: {back} of {sent} back.': '{sku}: {back} von {sent} zurück.',
  'What is scanned is': 'Gescanntes ist',
  'Only what was scanned or typed is recorded.': 'Nur was gescannt oder seither eingegeben wurde, wird gebucht.',
  '<span>{sku}</span> · lot {lots} · {sent} were sent': '<span>{sku}</span> · Charge {lots} · {sent} versandt',
  '<span>{sku}</span> · {sent} were sent': '<span>{sku}</span> · {sent} versandt',
  'Find a line': 'Position suchen',
  'Only what comes back ({back} of {lines})': 'Nur was zurückkommt ({back} von {lines})',
  '{condition} of {sku}': '{condition} von {sku}',
  'No order of this number or reference has been fulfilled':
    'Kein Auftrag mit dieser Nummer oder Referenz wurde ausgeliefert',
  'New return': 'Neue Retoure',
  'New return of {number}': 'Neue Retoure zu {number}',
  return: 'Retoure',
  Condition: 'Zustand',
  'Of order <link>{number}</link>': 'Zu Auftrag <link>{number}</link>',
  'Cancel return': 'Retoure stornieren',
  'It will no longer be expected. This cannot be undone.':
    'Sie wird nicht mehr erwartet. Das lässt sich nicht rückgängig machen.',
  'Receive {number} at {name}?': '{number} annehmen: {name}?',
  'Received: sellable goods are back in stock at {name}.':
    'Angenommen: Was verkaufsfähig ist, ist wieder im Bestand: {name}.',
  '{items}. Inspect it first if something else has arrived.':
    '{items}. Prüfen Sie zuerst, falls etwas anderes angekommen ist.',
  'Comes to': 'Eingang in',
  Inspect: 'Prüfen',
  'Inspect what came back of {number}': 'Prüfen, was von {number} zurückkam',
  'Sellable goods go back on the shelf when the return is received; damaged and discarded ones do not.':
    'Verkaufsfähiges geht zurück ins Regal, wenn die Retoure angenommen wird; Beschädigtes und Entsorgtes nicht.',
  // pages/suppliers.tsx
  Phone: 'Telefon',
  'Lead time': 'Lieferzeit',
  '{leadTimeDays, plural, one {# day} other {# days}}': '{leadTimeDays, plural, one {# Tag} other {# Tage}}',
  'Who you buy from, and on what terms.': 'Bei wem Sie einkaufen und zu welchen Konditionen.',
  'No suppliers yet': 'Noch keine Lieferanten',
  'Goods are ordered from suppliers: create one, then add what it sells.':
    'Ware wird bei Lieferanten bestellt: Legen Sie einen an und ergänzen Sie dann, was er verkauft.',
  'Usual lead time': 'Übliche Lieferzeit',
  'What it sells': 'Was er verkauft',
  'Nothing yet. Add the unit and the price that it sells in, and orders will use them.':
    'Noch nichts. Geben Sie an, in welcher Einheit und zu welchem Preis gekauft wird; Bestellungen richten sich danach.',
  'Show more': 'Mehr anzeigen',
  'The first {count} of {total} rows. An export has all of them.':
    'Die ersten {count} von {total} Zeilen. Ein Export enthält alle.',
  'Nothing has been ordered yet': 'Noch wurde nichts bestellt',
  // pages/transfers.tsx
  'from {name}': 'von {name}',
  Ship: 'Versenden',
  '{count, plural, one {# transfer} other {# transfers}} shipped.':
    '{count, plural, one {# Umlagerung} other {# Umlagerungen}} versandt.',
  'What moves from one location to another.': 'Was von einem Lagerort zum anderen geht.',
  'Stock leaves its location when it is shipped, and is incoming at the other until it is received.':
    'Der Bestand verlässt seinen Lagerort mit dem Versand und ist am anderen im Zulauf, bis er dort eingeht.',
  'New transfer': 'Neue Umlagerung',
  'From ~place': 'Von',
  'To ~place': 'Nach',
  transfer: 'Umlagerung',
  'Cancel transfer': 'Umlagerung stornieren',
  'This cannot be undone.': 'Das lässt sich nicht rückgängig machen.',
  'Shipped from {name}.': 'Versandt ab {name}.',
  'Nothing more will arrive: record the rest as lost': 'Mehr kommt nicht: Rest als Verlust buchen',
  Shipped: 'Versandt',
  '{units, plural, one {# unit} other {# units}} lost on the way':
    '{units, plural, one {# Einheit} other {# Einheiten}} unterwegs verloren',
  '{items} was shipped and never arrived; the loss is in the ledger.':
    '{items}: versandt und nie angekommen; der Verlust steht im Journal.',
  '{items} were shipped and never arrived; the loss is in the ledger.':
    '{items}: versandt und nie angekommen; der Verlust steht im Journal.',
  // parts/short-delivery.tsx
  '{missing} of {quantity} × {sku}': '{missing} von {quantity} × {sku}',
  '{units, plural, one {# unit} other {# units}} not delivered':
    '{units, plural, one {# Einheit} other {# Einheiten}} nicht geliefert',
  '{items}: no longer expected, because the order was closed short.':
    '{items}: wird nicht mehr erwartet, da die Restmenge storniert wurde.',
  'Not delivered': 'Nicht geliefert',
  // parts/variant-suppliers.tsx
  'How it is bought': 'Einkauf',
  'From {name}, piece by piece. Add one to say in which unit, at which price and how fast it is bought.':
    'Von {name}, je Stück. Fügen Sie hinzu, in welcher Einheit, zu welchem Preis und wie schnell gekauft wird.',
  'From {name}, by the {unit}. Add a supplier item for its unit, price and lead time.':
    'Von {name}, je {unit}. Fügen Sie hinzu, in welcher Einheit, zu welchem Preis und wie schnell gekauft wird.',
  'No supplier is known. Add a supplier item for its unit, price and lead time.':
    'Kein Lieferant ist bekannt. Fügen Sie hinzu, in welcher Einheit, zu welchem Preis und wie schnell gekauft wird.',
  // parts/choose.tsx
  'Choose a location': 'Lagerort wählen',
  'Choose a supplier': 'Lieferanten wählen',
  'Nothing has the barcode or SKU {typed}: choose from the list.':
    'Nichts hat den Barcode oder die SKU {typed}: Wählen Sie aus der Liste.',
  'SKU, name or barcode': 'SKU, Name oder Barcode',
  // parts/document.tsx
  'There is no such {noun}.': 'Nicht gefunden: {noun}.',
  'Not done': 'Nicht ausgeführt',
  'Please check': 'Bitte prüfen',
  'See the lines below for the reasons. Nothing was changed.':
    'Die Positionen unten sagen, warum. Nichts wurde geändert.',
  Progress: 'Fortschritt',
  // parts/documents.tsx
  'None of the {plural} matches': 'Keine Treffer: {plural}',
  'No {plural} yet': 'Noch keine {plural}',
  'Any status': 'Alle Status',
  Units: 'Menge',
  // parts/landed-costs.tsx
  'One {currency} in {own}': 'Ein {currency} in {own}',
  'Add a cost': 'Kosten hinzufügen',
  'Further costs': 'Weitere Kosten',
  '{landedCost} allocated.': '{landedCost} verteilt.',
  'What for': 'Wofür',
  'Freight, duty, a correction': 'Fracht, Zoll, eine Korrektur',
  Amount: 'Betrag',
  'Negative to correct an overcharge.': 'Negativ, wenn zu viel berechnet wurde.',
  'Allocated by': 'Verteilt nach',
  'Value of the lines': 'Kosten der Positionen',
  'Quantity of the lines': 'Menge der Positionen',
  'In stock': 'Im Bestand',
  Otherwise: 'Sonst',
  // parts/lines.tsx
  '{available} available there': '{available} dort verfügbar',
  'Only {available} available there': 'Dort nur {available} verfügbar',
  '{sku} was added.': '{sku} wurde hinzugefügt.',
  'Product of line {index}': 'Produkt der Position {index}',
  'Quantity of line {index}': 'Menge der Position {index}',
  Unit: 'Einheit',
  'Unit of line {index}': 'Einheit der Position {index}',
  'Price of line {index}': 'Preis der Position {index}',
  'Remove line {index}': 'Position {index} entfernen',
  'Add a line': 'Position hinzufügen',
  // parts/offer.tsx
  '{purchaseUnit} of {unitsPerPurchaseUnit}': '{purchaseUnit} zu {unitsPerPurchaseUnit}',
  '{price} per {unit}': '{price} je {unit}',
  // parts/print.tsx
  'Pick list': 'Pickliste',
  'Packing slip': 'Lieferschein',
  'Transfer note': 'Umlagerungsschein',
  'Count sheet': 'Zählliste',
  'Return slip': 'Retourenschein',
  'Batch ticket': 'Produktionsbegleitschein',
  'Recall notice': 'Rückrufmitteilung',
  Print: 'Drucken',
  Labels: 'Etiketten',
  'Labels for {of}': 'Etiketten für {of}',
  'Size, width x height in mm': 'Größe, Breite x Höhe in mm',
  Copies: 'Exemplare',
  // parts/scan-field.tsx
  Scan: 'Scannen',
  // parts/supplier-items.tsx
  '{purchaseUnit} of {unitsPerPurchaseUnit} {baseUnit}': '{purchaseUnit} zu {unitsPerPurchaseUnit} {baseUnit}',
  'multiples of {orderMultiple}': 'Vielfache von {orderMultiple}',
  'from {minQuantity}': 'ab {minQuantity}',
  'per {unit}': 'je {unit}',
  'Their code': 'Artikelnummer',
  'Bought by the': 'Gekauft je',
  'Minimum order': 'Mindestbestellung',
  Standing: 'Einstufung',
  '{sku} from {name}': '{sku} von {name}',
  'case, sack, each': 'Karton, Sack, Stück',
  '{unit} in one {purchaseUnit}': '{unit} je {purchaseUnit}',
  'of them': 'davon',
  any: 'beliebig',
  'In multiples of': 'In Vielfachen von',
  'Lead time, days': 'Lieferzeit, Tage',
  'the usual': 'die übliche',
  'Their code for it': 'Artikelnummer des Lieferanten',
  Preferred: 'Bevorzugt',
  'Chosen before other suppliers of it. Among several, the cheapest is chosen.':
    'Wird vor anderen gewählt, die es verkaufen. Von mehreren der günstigste.',
  'May be ordered': 'Darf bestellt werden',
  'Removed.': 'Entfernt.',
  'Remove {sku} from {name}?': '{sku} bei {name} entfernen?',
  "Removes the supplier's unit, prices and lead time for it.":
    'Einheit, Preise und Lieferzeit dieses Lieferanten dafür werden entfernt.',
  Prices: 'Preise',
  'From ({unit})': 'Ab ({unit})',
  units: 'Einheiten',
  'Quantity of price {index}': 'Menge zu Preis {index}',
  'Cost of one base unit': 'Kosten einer Basiseinheit',
  'Cost of price {index}': 'Kosten zu Preis {index}',
  'Remove price {index}': 'Preis {index} entfernen',
  'Add a price': 'Preis hinzufügen',
  'Add a price for a larger quantity': 'Preis ab einer größeren Menge hinzufügen',
  // parts/supplier.tsx
  'New supplier': 'Neuer Lieferant',
  'Usual lead time in days': 'Übliche Lieferzeit in Tagen',
  // parts/take.tsx
  'Enter a quantity for at least one line.': 'Geben Sie bei mindestens einer Position eine Menge an.',
  '{sku}: only {item} are outstanding, and all are entered.': '{sku}: Nur {item} sind offen, und alle sind da.',
  '{sku}, lot {which}: {sum} of {item}.': '{sku}, Charge {which}: {sum} von {item}.',
  '{sku}: {sum} of {item}.': '{sku}: {sum} von {item}.',
  '{sku} is not among what is outstanding here.': '{sku} ist hier nicht offen.',
  'Only what was scanned is recorded.': 'Nur was gescannt wurde, wird gebucht.',
  'Fill in everything outstanding': 'Alles Offene übernehmen',
  ', lot {at}': ', Charge {at}',
  'And of another lot': 'Und von einer weiteren Charge',
  '<span>{sku}</span> · {amount} {unit}, {open} {base} outstanding':
    '<span>{sku}</span> · {amount} {unit}, {open} {base} offen',
  '<span>{sku}</span> · {open} outstanding': '<span>{sku}</span> · {open} offen',
  'Quantity of {sku}{which}, {name}': 'Menge von {sku}{which}, {name}',
  'Quantity of {sku}{which}': 'Menge von {sku}{which}',
  'Unit of {sku}': 'Einheit von {sku}',
  'Lot number {at}': 'Chargennummer {at}',
  'Another lot of {sku}': 'Weitere Charge von {sku}',
  'Another lot': 'Weitere Charge',
  'First expired, first out': 'Zuerst Ablaufendes zuerst (FEFO)',
  'Any lot': 'Beliebige Charge',
  'Lot {lotNumber}, good until {expiryDate}': 'Charge {lotNumber}, haltbar bis {expiryDate}',
  'Lot not scanned: the first to expire is received first.':
    'Charge nicht gescannt: was zuerst abläuft, gilt zuerst als eingegangen.',
  'Lot {lotNumber} of {sku} is not among what is outstanding here.':
    'Charge {lotNumber} von {sku} ist hier nicht offen.',
  '{sku}: {sum} of {quantity}. A transfer leaves as a whole; to send less, cancel it and create another.':
    '{sku}: {sum} von {quantity}. Eine Umlagerung geht als Ganzes ab; soll weniger abgehen, stornieren Sie sie und legen Sie eine neue an.',
  'First to expire: {lotNumber}': 'Läuft zuerst ab: {lotNumber}',
  '{lotNumber} expires earlier: {expiryDate}': '{lotNumber} läuft früher ab: {expiryDate}',
  'expired on {expiryDate}': 'abgelaufen am {expiryDate}',
  '{lotNumber}, expired on {expiryDate}': '{lotNumber}, abgelaufen am {expiryDate}',
  'Lot {lotNumber} is in quarantine: put it back.': 'Charge {lotNumber} ist gesperrt: zurücklegen.',
  'Lot {lotNumber} is recalled: set it aside.': 'Charge {lotNumber} ist zurückgerufen: beiseitelegen.',
  'Lot {lotNumber} expired on {expiryDate}: set it aside.':
    'Charge {lotNumber} ist am {expiryDate} abgelaufen: beiseitelegen.',
  '{lotNumber}, good until {expiryDate}': '{lotNumber}, haltbar bis {expiryDate}',
  // Performance of suppliers
  'Without a supplier': 'Ohne Lieferant',
  'Suppliers: {label}': 'Lieferanten: {label}',
  'Supplier performance': 'Leistung der Lieferanten',
  'Bought ~value': 'Einkaufswert',
  'Days stated': 'Tage laut Angabe',
  'Days taken': 'Tage tatsächlich',
  Slip: 'Verzug',
  Late: 'Verspätet',
  'Late share': 'Anteil verspätet',
  'What suppliers promised and what they delivered, for orders received or closed in this period.':
    'Was Lieferanten zugesagt und was sie gehalten haben: bei Bestellungen, die in diesem Zeitraum eingegangen sind oder abgeschlossen wurden.',
  'Nothing was received in this period': 'In diesem Zeitraum ist nichts eingegangen',
  'A purchase order counts here once it is received in full or closed.':
    'Eine Bestellung zählt hier, sobald sie vollständig eingegangen oder abgeschlossen ist.',
  'Days taken: from submitting to receiving, on average, without orders closed short. Late: not complete by the day that the order expected. Prices: the mean cost of a unit against that of the year before {from}; over several products it shows their mix too.':
    'Tage tatsächlich: vom Bestellen bis zum Eingang, im Mittel, ohne unvollständig abgeschlossene Bestellungen. Verspätet: am erwarteten Tag nicht vollständig eingegangen. Preise: die mittleren Stückkosten gegenüber dem Jahr vor dem {from}; über mehrere Produkte zeigen sie auch deren Mischung.',
  // Scanning, cameras, and what is kept without a connection
  'Close the camera': 'Kamera schließen',
  'Use the camera': 'Kamera verwenden',
  'Starting the camera': 'Kamera startet',
  'The browser was not allowed to use the camera. Allow it in its settings for this page.':
    'Der Browser darf die Kamera nicht verwenden. Erlauben Sie es in seinen Einstellungen für diese Seite.',
  'There is no camera here.': 'Hier gibt es keine Kamera.',
  'Another program is using the camera.': 'Ein anderes Programm verwendet die Kamera.',
  'The camera cannot be used: type the code, or use a scanner.':
    'Die Kamera kann nicht verwendet werden: Tippen Sie den Code oder verwenden Sie einen Scanner.',
  'What the camera sees': 'Was die Kamera sieht',
  '{sku}, lot {number}: {next} of {plannedQuantity} planned.':
    '{sku}, Charge {number}: {next} von {plannedQuantity} geplant.',
  '{sku}: {next} of {plannedQuantity} planned.': '{sku}: {next} von {plannedQuantity} geplant.',
  '{sku} is what is made, not what goes in.': '{sku} wird hergestellt, es geht nicht hinein.',
  '{sku} does not go into this batch.': '{sku} geht nicht in diesen Produktionsauftrag.',
  'Only what was scanned is recorded as used.': 'Nur was gescannt wurde, wird als verbraucht gebucht.',
  'Further cost': 'Weitere Kosten',
  'Labor or energy, for all of it: added to what went in.':
    'Etwa Lohn oder Energie, für alles zusammen: kommt zu dem hinzu, was hineinging.',
  'Fill in what was planned': 'Geplantes übernehmen',
  '{amount} planned': '{amount} geplant',
  '{amount} of {lotNumber}': '{amount} von {lotNumber}',
  '{title}: sent.': '{title}: gesendet.',
  '{waiting, plural, one {# entry} other {# entries}} not sent yet':
    '{waiting, plural, one {# Buchung} other {# Buchungen}} noch nicht gesendet',
  'Kept on this device, and sent as soon as the service can be reached.':
    'Auf diesem Gerät gespeichert; wird gesendet, sobald der Dienst erreichbar ist.',
  '{title}: not recorded': '{title}: nicht gebucht',
  '{title}: kept {since}': '{title}: gespeichert {since}',
  'After this long, it is no longer known whether it was recorded before the connection was lost. Check the document, then send or discard it.':
    'Nach so langer Zeit lässt sich nicht mehr sagen, ob es vor dem Abriss der Verbindung gebucht wurde. Sehen Sie sich den Beleg an; senden oder verwerfen Sie es dann.',
  'Send it': 'Senden',
  Correct: 'Berichtigen',
  'And {rest, plural, one {# more} other {# more}}': 'Und {rest, plural, one {# weitere} other {# weitere}}',
  'Discard {title}?': '{title} verwerfen?',
  'It will not be sent. If the connection was lost while sending, it may have been recorded anyway: check the document afterwards.':
    'Es wird nicht mehr gesendet. Ist die Verbindung beim Senden abgerissen, kann es trotzdem gebucht sein: Sehen Sie danach im Beleg nach.',
  '{count, plural, one {# entry} other {# entries}} for {name} not sent yet.':
    '{count, plural, one {# Buchung} other {# Buchungen}} von {name} noch nicht gesendet.',
  'Switch to {name}': 'Zu {name} wechseln',
  '{count, plural, one {# entry} other {# entries}} on this device not sent yet. They are sent once the people who made them sign in.':
    '{count, plural, one {# Buchung} other {# Buchungen}} auf diesem Gerät noch nicht gesendet. Sie werden gesendet, sobald sich anmeldet, wer sie gemacht hat.',
  'Ship {number} from {name}': '{number} versenden: {name}',
  'Start {number} at {name}': '{number} beginnen: {name}',
  'Complete the count at {name}': 'Inventur abschließen: {name}',
  'Waste at {place}': 'Ausschuss: {place}',
  Discard: 'Verwerfen',
  'Barcode, SKU or lot': 'Barcode, SKU oder Charge',
  'Each scan counts one. Or type how many after a scan.':
    'Jeder Scan zählt eins. Oder nach dem Scan die Menge eingeben.',
  'Not recorded yet: {typed}.': 'Noch nicht erfasst: {typed}.',
  'Somebody else has changed this meanwhile.': 'Jemand anders hat das inzwischen geändert.',
  'Saving yours replaces what the other person has saved.':
    'Wenn Sie Ihre Änderungen speichern, ersetzen sie, was die andere Person gespeichert hat.',
  'Begin again with theirs': 'Mit deren Stand neu beginnen',
  'Save mine all the same': 'Meine trotzdem speichern',
  'What you have typed stays here until you close this, so that you can copy it.':
    'Was Sie eingegeben haben, bleibt hier, bis Sie das schließen: Sie können es kopieren.',
  'There is no answer yet. If none comes within a minute, it can be sent again: it is saved only once.':
    'Noch keine Antwort. Kommt binnen einer Minute keine, kann es noch einmal gesendet werden: Gespeichert wird es nur einmal.',
  'A scan is still being looked up. Look at what it was, then send this.':
    'Ein Scan wird noch nachgeschlagen. Sehen Sie nach, was es war, und senden Sie dann.',
  'A scan could not be looked up: scan it again.':
    'Ein Scan konnte nicht nachgeschlagen werden: scannen Sie noch einmal.',
  'Not known yet: {later}. They are looked up when the connection is back; or clear them and type the lines.':
    'Noch nicht bekannt: {later}. Sie werden nachgeschlagen, wenn die Verbindung wieder steht; oder leeren Sie sie und tippen Sie die Positionen.',
  '{sku}: only {item} are outstanding.': '{sku}: Nur {item} sind offen.',
  'No connection: {code} is kept, and looked up when it is back.':
    'Keine Verbindung: {code} wird gemerkt und nachgeschlagen, wenn sie wieder steht.',
  'No connection: it is kept on this device, and sent as soon as there is one.':
    'Keine Verbindung: Es wird auf diesem Gerät gespeichert und gesendet, sobald es wieder eine gibt.',
  'To be looked up: {later}': 'Noch nachzuschlagen: {later}',
  Mailed: 'Per E-Mail',
  'Mail to supplier': 'An Lieferanten mailen',
  'Mail {number}': '{number} per E-Mail senden',
  'It is being sent: this page shows when it has gone out.':
    'Wird gesendet: Die Seite sagt, wann es hinausgegangen ist.',
  'It goes out as a PDF; replies come to you': 'Geht als PDF hinaus; Antworten kommen zu Ihnen',
  'to {to}, {time}': 'an {to}, {time}',
  'not to {to}: {reason}': 'nicht an {to}: {reason}',
  'to {to}: tried again. {reason}': 'an {to}: wird erneut versucht. {reason}',
  'to {to}: being sent': 'an {to}: wird gesendet',
} as const;
