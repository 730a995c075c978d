export const stock = {
  // parts/picture.tsx, parts/picture-file.ts
  'Picture of {name}': 'Bild von {name}',
  Picture: 'Bild',
  'Add a picture': 'Bild hinzufügen',
  'Another picture': 'Anderes Bild',
  'Change the picture': 'Bild ändern',
  'Remove the picture': 'Bild entfernen',
  'The picture of {name} was saved.': 'Das Bild von {name} ist da.',
  '{name} no longer has a picture.': '{name} hat kein Bild mehr.',
  'This file cannot be read as a picture: use a PNG, JPEG or WebP.':
    'Diese Datei ist kein lesbares Bild: Nehmen Sie ein PNG, JPEG oder WebP.',
  // pages/counts.tsx
  Counted: 'Gezählt',
  '{count} of {total}': '{count} von {total}',
  'What is actually on the shelf.': 'Was wirklich da ist.',
  'Start a count at a location, take a phone with you, and scan. Stock may keep moving meanwhile.':
    'Beginnen Sie eine Inventur an einem Lagerort, nehmen Sie ein Telefon mit und scannen Sie. Währenddessen darf weiter gebucht werden.',
  'New count': 'Neue Inventur',
  'Start counting': 'Zählung beginnen',
  'For example: Aisle 4': 'z. B. Gang 4',
  'Everything that should be there is listed.': 'Alles, was da sein sollte, kommt auf die Liste.',
  count: 'Inventur',
  'Count at {name}': 'Inventur: {name}',
  '{done} of {items} counted': '{done} von {items} gezählt',
  Start: 'Starten',
  Complete: 'Abschließen',
  'Complete the count at {name}?': 'Inventur „{name}“ abschließen?',
  'Completed: {items}': 'Abgeschlossen: {items}',
  '{done, plural, one {# of {items, plural, one {# line} other {# lines}} is} other {# of {items, plural, one {# line} other {# lines}} are}} counted. {differences} Lines that are not counted stay as they are.':
    '{done} von {items, plural, one {# Position} other {# Positionen}} gezählt. {differences} Was nicht gezählt ist, bleibt unverändert.',
  '{done, plural, one {# of {items, plural, one {# line} other {# lines}} is} other {# of {items, plural, one {# line} other {# lines}} are}} counted. {differences}':
    '{done} von {items, plural, one {# Position} other {# Positionen}} gezählt. {differences}',
  Started: 'Begonnen',
  Completed: 'Abgeschlossen',
  'Load again': 'Neu laden',
  'The list shows the stock as it is now; counted quantities are kept.':
    'Die Liste entspricht dem aktuellen Bestand; das Gezählte bleibt erhalten.',
  'Discard this count': 'Diese Inventur verwerfen',
  'What was counted so far is discarded. Stock does not change.':
    'Was bisher gezählt wurde, geht verloren. Der Bestand wird nicht geändert.',
  'Nothing differs.': 'Keine Differenzen.',
  '{lines, plural, one {# line differs} other {# lines differ}}: {units}.':
    '{lines, plural, one {# Position weicht} other {# Positionen weichen}} ab: {units}.',
  '{lines, plural, one {# line differs} other {# lines differ}}: {units}, {worth} at cost ({unpriced} without a cost).':
    '{lines, plural, one {# Position weicht} other {# Positionen weichen}} ab: {units}, {worth} zu Einstandskosten ({unpriced} ohne Kosten).',
  '{lines, plural, one {# line differs} other {# lines differ}}: {units}, {worth} at cost.':
    '{lines, plural, one {# Position weicht} other {# Positionen weichen}} ab: {units}, {worth} zu Einstandskosten.',
  'Lines counted': 'Gezählte Positionen',
  'Lines that differ': 'Positionen mit Differenz',
  'Found more': 'Mehrbestand',
  'Found less': 'Minderbestand',
  'Value at cost': 'Wert zu Einstandskosten',
  '{unpriced, plural, one {# line that differs has no unit cost and is} other {# lines that differ have no unit cost and are}} not in the value.':
    '{unpriced, plural, one {# abweichende Position hat keine Stückkosten und ist} other {# abweichende Positionen haben keine Stückkosten und sind}} nicht im Wert enthalten.',
  '{expectedQuantity} expected': '{expectedQuantity} erwartet',
  Differs: 'Differenz',
  'The list': 'Die Liste',
  'The list is empty: what you scan is added to it.': 'Die Liste ist leer: Was Sie scannen, kommt hinzu.',
  // pages/inventory.tsx
  Newest: 'Neueste',
  'Least available': 'Am wenigsten verfügbar',
  'Most available': 'Am meisten verfügbar',
  'Most on hand': 'Größter Bestand',
  'On hold': 'Gesperrt',
  Changed: 'Geändert',
  'What was on hand at the end of {past}, from the ledger.':
    'Was am Ende des {past} im Bestand war, laut Buchungsjournal.',
  'What is where, live.': 'Was wo liegt, live.',
  '{total, plural, one {# level} other {# levels}}, live.':
    '{total, plural, one {# Bestand} other {# Bestände}}, live.',
  'Stock levels': 'Bestände',
  'Filter by SKU, name or barcode': 'Nach SKU, Name oder Barcode filtern',
  'Any supplier': 'Alle Lieferanten',
  'Order ~sorting': 'Reihenfolge',
  'End of': 'Ende des',
  '{chosen, plural, one {# level} other {# levels}}': '{chosen, plural, one {# Bestand} other {# Bestände}}',
  'No stock yet': 'Noch kein Bestand',
  'A level appears with the first stock of a product at a location. Create a location in the settings, then a product, and record what is there.':
    'Ein Bestand entsteht mit der ersten Buchung eines Produkts an einem Lagerort. Legen Sie in den Einstellungen einen Lagerort an, dann ein Produkt, und buchen Sie, was da ist.',
  // pages/lots.tsx
  Left: 'Rest',
  'Initial quantity': 'Anfangsmenge',
  'What was made or received together, and where it went.':
    'Was zusammen hergestellt oder geliefert wurde und wohin es ging.',
  'Lot number, SKU or product': 'Chargennummer, SKU oder Produkt',
  'A lot is created when stock of a lot-tracked product is received, adjusted in or produced.':
    'Eine Charge entsteht, wenn Bestand eines chargengeführten Produkts eingeht, eingebucht oder produziert wird.',
  '{quantity} of {lotNumber}': '{quantity} von {lotNumber}',
  'Lot {lotNumber}': 'Charge {lotNumber}',
  'lot {lotNumber}': 'Charge {lotNumber}',
  Quarantine: 'Sperren',
  'In quarantine: none of it can be promised.': 'Gesperrt: Nichts davon kann zugesagt werden.',
  Release: 'Freigeben',
  'Released.': 'Freigegeben.',
  '{quantityRemaining} of {quantityInitial}': '{quantityRemaining} von {quantityInitial}',
  Source: 'Herkunft',
  Genealogy: 'Chargenverfolgung',
  'It went into no other lot, and was not made from others.':
    'Nichts davon ging in eine andere Charge, und sie wurde nicht aus anderen hergestellt.',
  'Where it is': 'Bestand je Lagerort',
  'Nothing is left of it.': 'Davon ist nichts mehr da.',
  'Who received it': 'Empfänger',
  'No order contained it or anything made from it.':
    'Kein Auftrag hat etwas davon oder von dem, was daraus hergestellt wurde.',
  'This lot is in quarantine': 'Diese Charge ist gesperrt',
  'It is not shipped, used or promised. Release it once it has been inspected, or write off what cannot be used.':
    'Sie wird nicht versandt, verbraucht oder zugesagt. Geben Sie sie nach der Prüfung frei, oder buchen Sie aus, was nicht brauchbar ist.',
  'What is to be done': 'Was zu tun ist',
  'This lot is recalled': 'Diese Charge ist zurückgerufen',
  'What is left of it is blocked. No order contained it or anything made from it.':
    'Was davon übrig ist, ist gesperrt. Kein Auftrag hat etwas davon oder von dem bekommen, was daraus hergestellt wurde.',
  'What is left of it is blocked. {orders, plural, one {# order contained it or something made from it; it is} other {# orders contained it or something made from it; they are}} listed below.':
    'Was davon übrig ist, ist gesperrt. {orders, plural, one {# Auftrag hat etwas davon oder von dem bekommen, was daraus hergestellt wurde; er ist} other {# Aufträge haben etwas davon oder von dem bekommen, was daraus hergestellt wurde; sie sind}} unten aufgeführt.',
  'Recalled: {lots, plural, one {# lot} other {# lots}} blocked, no order contained any.':
    'Zurückgerufen: {lots, plural, one {# Charge} other {# Chargen}} gesperrt, kein Auftrag hat etwas bekommen.',
  'Recalled: {lots, plural, one {# lot} other {# lots}} blocked, {affectedOrders, plural, one {# customer order} other {# customer orders}} to notify.':
    'Zurückgerufen: {lots, plural, one {# Charge} other {# Chargen}} gesperrt, {affectedOrders, plural, one {# Auftrag} other {# Aufträge}} zu benachrichtigen.',
  'Recall ~verb': 'Zurückrufen',
  'Recall lot {lotNumber} of {sku}': 'Charge {lotNumber} von {sku} zurückrufen',
  'This is what a recall would reach now. Nothing has happened yet.':
    'So weit reichte ein Rückruf zum jetzigen Zeitpunkt. Noch ist nichts geschehen.',
  '{units, plural, one {unit} other {units}} here': '{units, plural, one {Einheit} other {Einheiten}} hier',
  'in transit': 'unterwegs',
  '<link>{number}</link>, on its way to {name}': '<link>{number}</link>, unterwegs nach: {name}',
  '{descendants, plural, one {lot} other {lots}} made from it':
    '{descendants, plural, one {Charge} other {Chargen}} daraus hergestellt',
  '{orders, plural, one {order} other {orders}} to notify':
    '{orders, plural, one {Auftrag} other {Aufträge}} zu benachrichtigen',
  'Also block the {descendants, plural, one {# lot} other {# lots}} made from it':
    'Auch die {descendants, plural, one {# daraus hergestellte Charge} other {# daraus hergestellten Chargen}} sperren',
  'Recall now': 'Jetzt zurückrufen',
  // pages/movements.tsx
  'The ledger: every stock change, newest first.': 'Das Buchungsjournal: jede Bestandsänderung, die neueste zuerst.',
  '{total, plural, one {# entry} other {# entries}} of the ledger, newest first.':
    '{total, plural, one {# Buchung} other {# Buchungen}} im Journal, die neueste zuerst.',
  'Any product': 'Alle Produkte',
  'Any movement': 'Alle Bewegungen',
  'Must not be after the end.': 'Darf nicht nach dem Ende liegen.',
  'Choose a product to see its balance: opening, what came in and went out by kind, and closing.':
    'Wählen Sie ein Produkt, um seinen Saldo zu sehen: Anfangsbestand, Zu- und Abgänge nach Art, Endbestand.',
  'Nothing has moved yet': 'Noch hat sich nichts bewegt',
  'Every stock change is recorded here, and never altered.':
    'Jede Bestandsänderung wird hier festgehalten und nie wieder geändert.',
  // pages/product.tsx
  'There is no such product.': 'Dieses Produkt gibt es nicht.',
  Archive: 'Archivieren',
  '{name} is archived.': '{name} ist archiviert.',
  '{name} is active again.': '{name} ist wieder im Sortiment.',
  'This product has no such variant: choose one of those above.':
    'Diese Variante hat das Produkt nicht: Wählen Sie eine der obigen.',
  'This product has no variants yet: add one to give it a SKU.':
    'Dieses Produkt hat noch keine Varianten: Legen Sie eine an, damit es eine SKU bekommt.',
  'Edit product': 'Produkt bearbeiten',
  'Edit {name}': '{name} bearbeiten',
  'Days of cover': 'Reichweite in Tagen',
  'Barcode {barcode}': 'Barcode {barcode}',
  'Kept per lot': 'Chargengeführt',
  'Cost {unitCost}': 'Kosten {unitCost}',
  'Price {unitPrice}': 'Preis {unitPrice}',
  'None yet. Adjust its stock, or receive it from a supplier.':
    'Noch nirgends. Buchen Sie Bestand ein oder einen Wareneingang vom Lieferanten.',
  'Reorder at': 'Meldebestand',
  Reorder: 'Bestellmenge',
  Policy: 'Regel',
  'No lots yet: receipts, production and adjustments create them.':
    'Noch keine Chargen: Sie entstehen mit Wareneingang, Produktion oder Einbuchung.',
  'An order': 'Ein Auftrag',
  'A production batch': 'Ein Produktionsauftrag',
  For: 'Für',
  'For no document.': 'Für keinen Beleg.',
  // pages/products.tsx
  '{count, plural, one {# product} other {# products}} archived.':
    '{count, plural, one {# Produkt} other {# Produkte}} archiviert.',
  '{count, plural, one {# product} other {# products}} active again.':
    '{count, plural, one {# Produkt} other {# Produkte}} wieder im Sortiment.',
  SKUs: 'SKUs',
  'What is kept in stock.': 'Was auf Lager geführt wird.',
  '{total, plural, one {# product} other {# products}}': '{total, plural, one {# Produkt} other {# Produkte}}',
  'Filter by name': 'Nach Name filtern',
  Active: 'Aktiv',
  Archived: 'Archiviert',
  '{chosen, plural, one {# product} other {# products}}': '{chosen, plural, one {# Produkt} other {# Produkte}}',
  'Nothing is archived': 'Nichts ist archiviert',
  'No products yet': 'Noch keine Produkte',
  'A product has one or more variants; each has a SKU and, if you like, a barcode.':
    'Ein Produkt hat eine oder mehrere Varianten; jede hat eine SKU und, wenn Sie mögen, einen Barcode.',
  'Category of {products, plural, one {# product} other {# products}}':
    'Kategorie von {products, plural, one {# Produkt} other {# Produkten}}',
  'Leave empty for none.': 'Leer: keine.',
  'New product': 'Neues Produkt',
  'One variant': 'Eine Variante',
  'Several, by options': 'Mehrere, nach Optionen',
  // pages/recalls.tsx
  Recall: 'Rückruf',
  Recalled: 'Zurückgerufen',
  'What was recalled, and the progress of each recall.': 'Was zurückgerufen wurde und wie weit jeder Rückruf ist.',
  'Recall a lot on its page: what was blocked, where it is and whom to notify is listed here.':
    'Rufen Sie eine Charge auf ihrer Seite zurück: Was gesperrt wurde, wo es liegt und wer zu benachrichtigen ist, steht dann hier.',
  recall: 'Rückruf',
  'Set aside': 'Aussondern',
  'None was in stock.': 'Nichts war auf Lager.',
  'Notify who received it': 'Empfänger benachrichtigen',
  'Set aside when it arrives': 'Bei Ankunft aussondern',
  'None was in transit.': 'Nichts war unterwegs.',
  'None had been shipped.': 'Nichts war ausgeliefert.',
  'Check what was made from it': 'Daraus Hergestelltes prüfen',
  'Nothing was made from it.': 'Nichts wurde daraus hergestellt.',
  'Notify who supplied it': 'Lieferanten benachrichtigen',
  'Its supplier is not known.': 'Der Lieferant ist nicht bekannt.',
  'Lot <link>{lotNumber}</link> of {item} · nothing to do':
    'Charge <link>{lotNumber}</link> von {item} · nichts zu tun',
  'Lot <link>{lotNumber}</link> of {item} · {done} of {items} done':
    'Charge <link>{lotNumber}</link> von {item} · {done} von {items} erledigt',
  '{number} is closed.': '{number} ist geschlossen.',
  'Open again': 'Wieder öffnen',
  '{number} is open again.': '{number} ist wieder offen.',
  Closed: 'Geschlossen',
  'What was blocked: {lots, plural, one {# lot} other {# lots}}':
    'Was gesperrt wurde: {lots, plural, one {# Charge} other {# Chargen}}',
  'Was left': 'War übrig',
  Place: 'Lagerort',
  Note: 'Notiz',
  'Done: {name}': 'Erledigt: {name}',
  'Outcome of the task.': 'Ergebnis',
  'Done at': 'Erledigt am',
  'Done by': 'Erledigt von',
  'recall {number}': 'Rückruf {number}',
  // parts/adjust.tsx
  'Adjust stock': 'Bestand korrigieren',
  'Adjust stock of {sku}': 'Bestand von {sku} korrigieren',
  Adjust: 'Buchen',
  '{adjusted} at {name}': '{adjusted}, {name}',
  '{at}: {quantityChange}, {quantityOnHand} on hand now.': '{at}: {quantityChange}, jetzt {quantityOnHand} im Bestand.',
  '{at}: undone, by the opposite entry.': '{at}: rückgängig gemacht, durch die Gegenbuchung.',
  How: 'Wie',
  'Add ~stock': 'Zugang',
  'Take away': 'Abgang',
  'Set to what is there': 'Auf Istbestand',
  'Of the stock added. Leave empty for the average there.': 'Für das, was hinzukommt. Leer: der dortige Durchschnitt.',
  '{quantityOnHand} of <span>{sku}</span> at {place} now.': 'Jetzt {quantityOnHand} von <span>{sku}</span>: {place}.',
  // parts/barcode.ts
  'As a GTIN it would end in {right}, not {digits}. Check the number, unless it is a code of your own.':
    'Als GTIN würde er auf {right} enden, nicht auf {digits}. Prüfen Sie die Nummer, sofern es kein eigener Code ist.',
  // parts/booked-entries.tsx
  '{amount} of {lot}': '{amount} von {lot}',
  'What was booked': 'Was gebucht wurde',
  'The newest {entries} of {total}.': 'Die neuesten {entries} von {total}.',
  // parts/category.tsx
  'Any category': 'Alle Kategorien',
  // parts/counter.tsx
  '{typed} is a code, not a number of things: nothing was recorded for {sku}.':
    '{typed} ist ein Code, keine Stückzahl: Für {sku} wurde nichts erfasst.',
  Count: 'Zählung',
  'Try now': 'Jetzt versuchen',
  'Barcode or SKU': 'Barcode oder SKU',
  'Scan or type': 'Scannen oder eingeben',
  'Last: {last}': 'Zuletzt: {last}',
  'Ready to scan.': 'Bereit zum Scannen.',
  Find: 'Suchen',
  'not on the list: it will be added': 'nicht auf der Liste: wird hinzugefügt',
  '{expected} expected': '{expected} erwartet',
  'How many are there?': 'Wie viele sind es?',
  'How many {unit} are there?': 'Wie viele {unit} sind es?',
  'One less': 'Eins weniger',
  'One more': 'Eins mehr',
  Record: 'Erfassen',
  '{counted} was a mistake: not counted yet': '{counted} war ein Irrtum: noch nicht gezählt',
  // parts/feed.tsx
  'Every stock change appears here within a second.': 'Jede Bestandsänderung erscheint hier innerhalb einer Sekunde.',
  'Movements, newest first': 'Bewegungen, die neuesten zuerst',
  'On hand afterwards': 'Bestand danach',
  // parts/genealogy.tsx
  'Genealogy: from what went in to what was made from it':
    'Chargenverfolgung: von dem, was hineinging, zu dem, was daraus wurde',
  '{status} · {quantityRemaining} left': '{status} · noch {quantityRemaining}',
  // parts/movements.tsx
  'On hand there': 'Dortiger Bestand',
  'On hand over time': 'Bestand im Zeitverlauf',
  'On hand at all locations: {history} at the start of the last {entries, plural, one {# movement} other {# movements}}, {onHand} now.':
    'Bestand an allen Lagerorten: {history} zu Beginn der letzten {entries, plural, one {# Bewegung} other {# Bewegungen}}, jetzt {onHand}.',
  // parts/options.tsx
  'Whole, Filter': 'Ganze Bohne, Filter',
  Option: 'Option',
  'Another option': 'Weitere Option',
  'Enter after each': 'Enter nach jedem Wert',
  'If there is one': 'Falls es eine gibt',
  '{combinations, plural, one {# variant} other {# variants}}':
    '{combinations, plural, one {# Variante} other {# Varianten}}',
  Barcode: 'Barcode',
  'SKU of {name}': 'SKU von {name}',
  'Barcode of {name}': 'Barcode von {name}',
  'That is more than {variantsMax} variants: only the first {variantsMax} are created.':
    'Das sind mehr als {variantsMax} Varianten: Nur die ersten {variantsMax} werden angelegt.',
  // parts/statement.tsx
  Balance: 'Saldo',
  'At the start of {from}': 'Zu Beginn des {from}',
  'At the end of {to}': 'Am Ende des {to}',
  Now: 'Jetzt',
  // parts/variant.tsx
  'SKUs begin with': 'SKUs beginnen mit',
  Variant: 'Variante',
  'For example: 250 g': 'z. B. 250 g',
  'Unit cost, {currency}': 'Stückkosten, {currency}',
  'Unit price, {currency}': 'Verkaufspreis, {currency}',
  'Keep its stock per lot': 'Bestand je Charge führen',
  'Shelf life in days': 'Haltbarkeit in Tagen',
  'Add a variant': 'Variante hinzufügen',
  'Edit variant': 'Variante bearbeiten',
  'Edit {sku}': '{sku} bearbeiten',
  // Waste, expiry, reservations
  Policies: 'Dispositionsregeln',
  Reservations: 'Reservierungen',
  Expiry: 'Ablauf',
  'Record waste': 'Ausschuss erfassen',
  '{days, plural, one {# day} other {# days}} ago': 'vor {days, plural, one {# Tag} other {# Tagen}}',
  today: 'heute',
  '{days, plural, one {# day} other {# days}}': '{days, plural, one {# Tag} other {# Tage}}',
  'Good for': 'Noch haltbar',
  'Expiring lots': 'Ablaufende Chargen',
  'Lots still in stock, soonest expiry first.': 'Chargen mit Bestand, nach Ablaufdatum.',
  '{sku}, lot {lotNumber}': '{sku}, Charge {lotNumber}',
  '{count, plural, one {# lot} other {# lots}} in quarantine: none of it can be promised.':
    '{count, plural, one {# Charge} other {# Chargen}} gesperrt: Nichts davon kann zugesagt werden.',
  '{chosen, plural, one {# lot} other {# lots}}': '{chosen, plural, one {# Charge} other {# Chargen}}',
  'Lots with an expiry date appear here as they are received or made.':
    'Chargen mit Ablaufdatum erscheinen hier, sobald sie eingehen oder hergestellt werden.',
  'Nothing is left of these lots at any location.': 'Von diesen Chargen ist an keinem Lagerort etwas übrig.',
  'Write off': 'Ausbuchen',
  Move: 'Umlagern',
  'Enter how much to move, and where to.': 'Geben Sie an, wie viel umgelagert wird und wohin.',
  '{numbers} created.': '{numbers} angelegt.',
  'Move before it expires': 'Vor Ablauf umlagern',
  'Create the transfer': 'Umlagerung anlegen',
  '{numbers} created: ship it when the goods leave.': '{numbers} angelegt: Versenden Sie sie, wenn die Ware abgeht.',
  '{numbers} created: ship them when the goods leave.': '{numbers} angelegt: Versenden Sie sie, wenn die Ware abgeht.',
  '{sku}, lot {lotNumber}, at {name}': '{sku}, Charge {lotNumber}, {name}',
  '{quantity} there, good until {expiryDate}': '{quantity} dort, haltbar bis {expiryDate}',
  '{quantity} there': '{quantity} dort',
  '{count, plural, one {# transfer} other {# transfers}}; when one is shipped, what expires first goes first.':
    '{count, plural, one {# Umlagerung} other {# Umlagerungen}}; beim Versand geht zuerst, was zuerst abläuft.',
  'Held longest': 'Am längsten reserviert',
  'Held by': 'Reserviert für',
  'since {createdAt}': 'seit {createdAt}',
  Until: 'Bis',
  'Who holds what, and since when.': 'Was für wen reserviert ist und seit wann.',
  '{total, plural, one {# line} other {# lines}} held for orders and batches.':
    '{total, plural, one {# Position} other {# Positionen}} reserviert für Aufträge und Produktionsaufträge.',
  'Orders and batches': 'Aufträge und Produktionsaufträge',
  'Nothing is reserved': 'Nichts ist reserviert',
  'What is reserved for an order, or for a batch that was started, is listed here.':
    'Hier steht, was für einen Auftrag oder einen gestarteten Produktionsauftrag reserviert ist.',
  'Cancel {number}?': '{number} stornieren?',
  'Order {number} is cancelled, and everything reserved for it becomes available to others. This cannot be undone.':
    'Auftrag {number} wird storniert, und alles dafür Reservierte wird für andere verfügbar. Das lässt sich nicht rückgängig machen.',
  'Batch {number} is cancelled, and everything reserved for it becomes available to others. This cannot be undone.':
    'Produktionsauftrag {number} wird storniert, und alles dafür Reservierte wird für andere verfügbar. Das lässt sich nicht rückgängig machen.',
  '{number} is cancelled; its stock is available again.': '{number} ist storniert; was reserviert war, ist frei.',
  'What was disposed of, and why.': 'Was entsorgt wurde und warum.',
  '{total, plural, one {# record} other {# records}} of stock disposed of.':
    '{total, plural, one {# Ausschussbuchung} other {# Ausschussbuchungen}}.',
  'Any reason': 'Alle Gründe',
  'No waste recorded yet': 'Noch kein Ausschuss erfasst',
  'Record what breaks, spoils or expires: it leaves stock, and its cost is reported by reason.':
    'Erfassen Sie, was zerbricht, verdirbt oder abläuft: Es verlässt den Bestand, und seine Kosten werden nach Grund ausgewiesen.',
  'By reason': 'Nach Grund',
  '{sum} since then, by reason:': '{sum} seither, nach Grund:',
  '{sum} in the last {lastDays} days, by reason:': '{sum} in den letzten {lastDays} Tagen, nach Grund:',
  'In production': 'In der Produktion',
  '{count, plural, one {# unit} other {# units}}': '{count, plural, one {# Einheit} other {# Einheiten}}',
  ', lot {lotNumber}': ', Charge {lotNumber}',
  'Nothing has the barcode, SKU or lot number {code}.':
    'Nichts hat den Barcode, die SKU oder die Chargennummer {code}.',
  'There is no lot {lotNumber} of {sku}.': 'Von {sku} gibt es keine Charge {lotNumber}.',
  'Scan or choose what is disposed of.': 'Scannen oder wählen Sie, was entsorgt wird.',
  '{count, plural, one {# line} other {# lines}} recorded; those left were not.':
    '{count, plural, one {# Position} other {# Positionen}} erfasst; der Rest nicht.',
  '{count, plural, one {# line} other {# lines}} written off.':
    '{count, plural, one {# Position} other {# Positionen}} ausgebucht.',
  'Or choose': 'Oder wählen',
  'of lot {lotNumber}': 'der Charge {lotNumber}',
  '· lot {lotNumber}': '· Charge {lotNumber}',
  'Quantity of {called}': 'Menge von {called}',
  'Remove {called}': '{called} entfernen',
  '{text} is not a number.': '{text} ist keine Zahl.',
  '{text} is ambiguous: type {plain} or {decimal}.':
    '{text} lässt sich auf zwei Arten lesen: Geben Sie {plain} oder {decimal} ein.',
  'Must not be less than 0.': 'Darf nicht kleiner als 0 sein.',
} as const;
