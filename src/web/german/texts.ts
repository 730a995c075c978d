import { wrongCheckDigit } from './answers.ts';

/**
 * Sentences of the service (insights, notifications, limits of a forecast, warnings) by their English. Placeholders in
 * braces are filled with the values in the sentence, with figures and days in German format; a sentence that is not
 * listed is shown as it was sent.
 */
export const texts: { readonly [sent: string]: string } = {
  // figures/notes.ts: before the notes themselves, which would take it for their figure
  'Compared with: {note}': 'Verglichen mit: {note}',
  // warnings of a write
  ...wrongCheckDigit,
  '{sku} was adjusted by {adjusted} after it was loaded, and the count has added its variance of {variance}.':
    '{sku} wurde um {adjusted} korrigiert, nachdem der Bestand geladen war; die Zählung hat ihre Differenz von {variance} dazu gebucht.',
  'The minimum order of {sku} is {minimum} ({unit}); this is {quantity}.':
    'Die Mindestbestellmenge von {sku} ist {minimum} ({unit}); hier sind es {quantity}.',
  '{sku} is ordered in multiples of {multiple} ({unit}); this is {quantity}.':
    '{sku} wird in Vielfachen von {multiple} ({unit}) bestellt; hier sind es {quantity}.',
  'Check that both do not correct the same difference.': 'Prüfen Sie, ob beide dieselbe Abweichung ausgleichen.',
  // domain/planning/insights: one finding
  '{sku} is oversold at {place}': '{sku} ist in {place} überverkauft',
  '{missing} more of {sku} are promised at {place} than are available.':
    'In {place} sind {missing} mehr von {sku} zugesagt, als verfügbar sind.',
  '{sku} is out of stock at {place}': '{sku} ist in {place} ausverkauft',
  '{sku} may run out at {place}': '{sku} könnte in {place} ausgehen',
  'No {sku} is available at {place}, and demand is {rate} a day.':
    'In {place} ist {sku} nicht mehr verfügbar; der Bedarf liegt bei {rate} am Tag.',
  '{available} of {sku} at {place} last {cover} days; a new order takes {days}.':
    '{available} von {sku} in {place} reichen {cover} Tage; eine neue Bestellung braucht {days}.',
  '{lost} of them will have expired by then.': 'Davon werden bis dahin {lost} abgelaufen sein.',
  '{sku} is below its reorder point at {place}': '{sku} liegt in {place} unter dem Meldebestand',
  '{available} of {sku} are available at {place}; the reorder point is {point}.':
    'In {place} sind {available} von {sku} verfügbar; der Meldebestand ist {point}.',
  '{sku} does not move at {place}': '{sku} bewegt sich in {place} nicht',
  '{quantity} of {sku} have been at {place} for {days} days, and none left in {unmoved}.':
    '{quantity} von {sku} liegen seit {days} Tagen in {place}; in {unmoved} Tagen ging nichts hinaus.',
  'Mark it down or send it back.': 'Setzen Sie es herab oder geben Sie es zurück.',
  'There is too much of {what} at {place}': 'Zu viel von {what} in {place}',
  '{quantity} of {sku} at {place} last {cover} days; {surplus} more than the next {days} days will need.':
    '{quantity} von {sku} in {place} reichen {cover} Tage; das sind {surplus} mehr, als die nächsten {days} Tage brauchen.',
  '{what} sells unusually well at {place}': '{what} verkauft sich in {place} ungewöhnlich gut',
  '{quantity} of {sku} were sold at {place} in 7 days; {usual} were usual.':
    'In {place} wurden in 7 Tagen {quantity} von {sku} verkauft; üblich waren {usual}.',
  '{what} has stopped selling at {place}': '{what} verkauft sich in {place} nicht mehr',
  'No {sku} was sold at {place} for {days} days, though it is in stock; before that, it sold on {share} % of days.':
    'In {place} wurde {days} Tage lang kein {sku} verkauft, obwohl Bestand da ist; vorher wurde es an {share} % der Tage verkauft.',
  'Lot {lot} of {sku} has expired': 'Charge {lot} von {sku} ist abgelaufen',
  'Lot {lot} of {sku} will expire unsold': 'Charge {lot} von {sku} läuft unverkauft ab',
  '{quantity} of lot {lot} at {place} expired on {day}.':
    '{quantity} der Charge {lot} in {place} sind am {day} abgelaufen.',
  'Lot {lot} at {place} expires on {day}; at {rate} a day, {left} of its {quantity} will be left.':
    'Charge {lot} in {place} läuft am {day} ab; bei {rate} am Tag bleiben {left} von {quantity} übrig.',
  '{number} is late': '{number} ist überfällig',
  '{number} from {supplier} was expected on {day}; {outstanding} units are {days} days late.':
    '{number} von {supplier} war am {day} erwartet; {outstanding} Stück sind {days} Tage überfällig.',
  '{number} was expected on {day}; {outstanding} units are {days} days late.':
    '{number} war am {day} erwartet; {outstanding} Stück sind {days} Tage überfällig.',
  'Receive it if it has arrived; otherwise call the supplier.':
    'Buchen Sie den Wareneingang, wenn die Ware da ist; sonst fragen Sie nach.',
  '{number} from {source} should have been at {place} on {day}; {outstanding} units are {days} days late.':
    '{number} von {source} hätte am {day} in {place} sein sollen; {outstanding} Stück sind {days} Tage überfällig.',
  'Receive it if it has arrived; otherwise look for it.':
    'Buchen Sie den Wareneingang, wenn die Ware da ist; sonst suchen Sie sie.',
  'Counts of {what} differ at {place}': 'Inventurdifferenzen bei {what} in {place}',
  'Counts of {sku} differ': 'Inventurdifferenzen bei {sku}',
  '{quantity} of {sku} were missing at {place} in {days} days: {share} % of what moved or was there.':
    'In {place} fehlten in {days} Tagen {quantity} von {sku}: {share} % dessen, was bewegt wurde oder da war.',
  '{quantity} of {sku} were too many at {place} in {days} days: {share} % of what moved or was there.':
    'In {place} waren es in {days} Tagen {quantity} von {sku} zu viel: {share} % dessen, was bewegt wurde oder da war.',
  'Count it again.': 'Zählen Sie nach.',
  '{name} is slower than stated': '{name} liefert langsamer als angegeben',
  '{name} took {days} days for its last {count} deliveries; its stated lead time is {stated}.':
    '{name} brauchte für die letzten {count} Lieferungen {days} Tage; angegeben ist eine Lieferzeit von {stated}.',
  'Plans use the stated one.': 'Geplant wird mit der angegebenen.',
  '{other} has raised its prices for {count} items': '{other} ist bei {count} Artikeln teurer geworden',
  '{sku} has become more expensive': '{sku} ist teurer geworden',
  '{supplier} charges {cost} for {sku} on {number}; {before} was usual: {share} % more.':
    '{supplier} berechnet in {number} {cost} für {sku}; üblich waren {before}: {share} % mehr.',
  'Unusually high waste of {what} at {place}': 'Ungewöhnlich viel Ausschuss bei {what} in {place}',
  '{quantity} of {sku} were wasted at {place} in 7 days; {usual} were usual.':
    'In {place} wurden in 7 Tagen {quantity} von {sku} zu Ausschuss; üblich waren {usual}.',
  '{number} looks like {first} again': '{number} sieht aus wie ein Duplikat von {first}',
  '{number} orders the same as {first} from the same location, within {minutes} minutes: {units} units.':
    '{number} verlangt innerhalb von {minutes} Minuten dasselbe wie {first} am selben Lagerort: {units} Stück.',
  'Cancel it if it was sent twice.': 'Stornieren Sie ihn, wenn er doppelt geschickt wurde.',
  '{number} lacks {sku}': '{number} fehlt {sku}',
  '{number} at {place} needs {needed} of {sku}; {missing} of that will be missing.':
    '{number} in {place} braucht {needed} von {sku}; davon werden {missing} fehlen.',
  '{number} cannot be filled': '{number} ist nicht lieferbar',
  '{number} asks {place} for {missing} more of {skus} than is on hand or incoming.':
    '{number} verlangt von {place} {missing} mehr von {skus}, als da oder im Zulauf ist.',
  'Recalled lot {lot} of {sku} is still at {place}': 'Zurückgerufene Charge {lot} von {sku} liegt noch in {place}',
  '{quantity} of the recalled lot {lot} of {sku} are still at {place}.':
    '{quantity} der zurückgerufenen Charge {lot} von {sku} liegen noch in {place}.',
  'Take them off the shelf and book them as waste.': 'Nehmen Sie sie aus dem Regal und buchen Sie sie als Ausschuss.',
  '{count} items have no cost': '{count} Artikel haben keine Kosten',
  '{count} items have no supplier': '{count} Artikel haben keinen Lieferanten',
  '{sku} has no cost': '{sku} hat keine Kosten',
  '{sku} has no supplier': '{sku} hat keinen Lieferanten',
  '{skus}: in demand and without a cost.': '{skus}: gefragt und ohne Kosten.',
  '{skus}: in demand and without a supplier.': '{skus}: gefragt und ohne Lieferanten.',
  'Valuations leave them out.': 'In der Bewertung zählen sie nichts.',
  'Plans cannot say whom to buy from.': 'Pläne können nicht sagen, bei wem zu kaufen ist.',
  // several findings that one act mends
  '{what} is short at {place}': '{what} ist in {place} knapp',
  '{count} items are short at {place}': '{count} Artikel sind in {place} knapp',
  '{what} are short at {place}': '{what} sind in {place} knapp',
  'One transfer from {other} brings them.': 'Eine Umlagerung aus {other} bringt sie.',
  'One purchase order to {other} brings them.': 'Eine Bestellung bei {other} bringt sie.',
  'One batch at {other} brings them.': 'Ein Produktionsauftrag in {other} bringt sie.',
  'No supplier is known: name one, or add a supplier item.':
    'Kein Lieferant bekannt: Hinterlegen Sie einen oder legen Sie einen Lieferantenartikel an.',
  'Stop reordering them until they are used up.': 'Bestellen Sie sie nicht nach, bis sie aufgebraucht sind.',
  '{count} items do not move at {place}': '{count} Artikel bewegen sich in {place} nicht',
  'Mark them down or send them back.': 'Setzen Sie sie herab oder geben Sie sie zurück.',
  'Raise its reorder points if this continues.': 'Heben Sie den Meldebestand an, wenn das anhält.',
  'See whether it can be bought there, and stop reordering it.':
    'Prüfen Sie, ob es dort gekauft werden kann, und bestellen Sie es nicht nach.',
  '{count} lots at {place} expire': '{count} Chargen in {place} laufen ab',
  'Write off what has expired, and sell the rest first.':
    'Buchen Sie Abgelaufenes aus und verkaufen Sie den Rest zuerst.',
  'Count the location again.': 'Zählen Sie den Lagerort neu.',
  '{count} orders to {other} are late': '{count} Bestellungen bei {other} sind überfällig',
  'Receive what has arrived; otherwise call the supplier.': 'Buchen Sie ein, was da ist; sonst fragen Sie nach.',
  '{count} transfers from {other} to {place} are late': '{count} Umlagerungen von {other} nach {place} sind überfällig',
  'Receive what has arrived; otherwise look for it.': 'Buchen Sie ein, was da ist; sonst suchen Sie danach.',
  'Check the order before it is sent.': 'Prüfen Sie die Bestellung, bevor sie hinausgeht.',
  'See what happened there.': 'Sehen Sie nach, was dort passiert ist.',
  'Batches at {place} lack {count} items': 'Produktionsaufträgen in {place} fehlen {count} Artikel',
  'Batches at {place} lack {what}': 'Produktionsaufträgen in {place} fehlt {what}',
  'Plan what they need.': 'Planen Sie, was sie brauchen.',
  '{count} orders cannot be filled at {place}': '{count} Aufträge sind in {place} nicht lieferbar',
  'A recalled lot of {what} is still at {place}': 'Eine zurückgerufene Charge von {what} liegt noch in {place}',
  'Take it off the shelves and book it as waste.': 'Nehmen Sie sie aus den Regalen und buchen Sie sie als Ausschuss.',
  // notifications/kinds.ts
  '{sku} is low at {place}': '{sku} wird in {place} knapp',
  '{quantity} of {sku} were available to promise; the reorder point is {point}.':
    'Von {sku} waren noch {quantity} zusagbar; der Meldebestand ist {point}.',
  '{number} from {supplier} was expected on {day} and has not fully arrived.':
    '{number} von {supplier} war am {day} erwartet und ist noch nicht vollständig da.',
  '{number} was expected on {day} and has not fully arrived.':
    '{number} war am {day} erwartet und ist noch nicht vollständig da.',
  '{number} was not mailed': '{number} wurde nicht verschickt',
  'It could not be mailed to {recipient}.': 'Die E-Mail an {recipient} konnte nicht zugestellt werden.',
  '{number} from {source} should have been at {place} on {day}.':
    '{number} von {source} hätte am {day} in {place} sein sollen.',
  '{number} is waiting': '{number} wartet',
  '{number} is not completely fulfilled {days} days after it was placed.':
    '{number} ist {days} Tage nach Eingang noch nicht vollständig ausgeliefert.',
  'A webhook was not delivered': 'Ein Webhook wurde nicht zugestellt',
  '1 event could not be delivered to {url}, and will not be tried again.':
    '1 Ereignis konnte nicht an {url} zugestellt werden und wird nicht noch einmal versucht.',
  '{count} events could not be delivered to {url}, and will not be tried again.':
    '{count} Ereignisse konnten nicht an {url} zugestellt werden und werden nicht noch einmal versucht.',
  'A webhook was switched off': 'Ein Webhook wurde abgeschaltet',
  '{url} answered that it is gone: nothing is sent to it any more.':
    '{url} hat geantwortet, dass es die Adresse nicht mehr gibt: Dorthin wird nichts mehr gesendet.',
  '{url} has accepted nothing for five days: nothing is sent to it any more.':
    '{url} hat fünf Tage lang nichts angenommen: Dorthin wird nichts mehr gesendet.',
  'The trial of an import of {kind} is done': 'Testlauf des Imports fertig: {kind}',
  'The import of {kind} is done': 'Import fertig: {kind}',
  'The trial of an import of {kind} failed': 'Testlauf des Imports fehlgeschlagen: {kind}',
  'The import of {kind} failed': 'Import fehlgeschlagen: {kind}',
  'Of 1 row, {made} created a record, {changed} changed one and {rejected} were rejected.':
    'Von 1 Zeile: {made} angelegt, {changed} geändert, {rejected} abgelehnt.',
  'Of {rows} rows, {made} created a record, {changed} changed one and {rejected} were rejected.':
    'Von {rows} Zeilen: {made} angelegt, {changed} geändert, {rejected} abgelehnt.',
  'A row was rejected.': 'Eine Zeile wurde abgelehnt.',
  // imports/runner.ts
  'Row {row} was rejected.': 'Zeile {row} wurde abgelehnt.',
  '1 row was rejected.': '1 Zeile wurde abgelehnt.',
  '{rows} rows were rejected.': '{rows} Zeilen wurden abgelehnt.',
  'Rows of earlier transactions stay.': 'Zeilen früherer Transaktionen bleiben.',
  'Something went wrong on our side. What was done by then stays.':
    'Bei uns ist etwas schiefgegangen. Was bis dahin erledigt war, bleibt.',
  'The API key that started it was revoked.': 'Der API-Schlüssel, der ihn gestartet hat, wurde widerrufen.',
  'The API key that started it has expired.': 'Der API-Schlüssel, der ihn gestartet hat, ist abgelaufen.',
  'Whoever started it is no longer a member of the organization.':
    'Wer ihn gestartet hat, ist nicht mehr Mitglied der Organisation.',
  'Whoever started it no longer has the scope {scope}.':
    'Wer ihn gestartet hat, hat die Berechtigung {scope} nicht mehr.',
  'The {name} module is no longer enabled.': 'Das Modul {name} ist nicht mehr freigeschaltet.',
  'A replenishment plan is ready': 'Ein Nachschubplan ist fertig',
  'It has 1 suggestion.': 'Er macht 1 Vorschlag.',
  'It has {count} suggestions.': 'Er macht {count} Vorschläge.',
  'A replenishment plan failed': 'Ein Nachschubplan ist fehlgeschlagen',
  'Something went wrong on our side.': 'Bei uns ist etwas schiefgegangen.',
  // figures/notes.ts
  'These figures take long to compute: they are as of {time}.':
    'Diese Zahlen sind aufwendig zu berechnen: Stand {time}.',
  'as_of does not apply to {measures}: from and to set the days.':
    'as_of gilt nicht für {measures}: from und to legen die Tage fest.',
  '{measures}: as of now, not of {day}.': '{measures}: Stand jetzt, nicht vom {day}.',
  'Compared with {from} to {to}.': 'Verglichen mit {from} bis {to}.',
  'Sales up to {day} are imported demand history: without orders and prices.':
    'Der Absatz bis {day} ist importierter Verlauf: ohne Aufträge und Preise.',
  'Sales up to {day} include imported demand history: without orders and prices.':
    'Im Absatz bis {day} ist importierter Verlauf enthalten: ohne Aufträge und Preise.',
  'Imported demand history cannot be broken down this way and is left out.':
    'Importierter Verlauf lässt sich so nicht aufteilen und fehlt hier.',
  // figures/measures.ts
  '{units} units were sold without a price, or before the ledger began: their revenue is not known.':
    '{units} Stück wurden ohne Preis oder vor Beginn des Buchungsjournals verkauft: Ihr Umsatz ist nicht bekannt.',
  '{units} units were sold at an unknown cost: cost of goods sold and margin leave them out.':
    '{units} Stück wurden verkauft, deren Kosten nicht bekannt sind: Sie fehlen in Wareneinsatz und Marge.',
  '{units} wasted units have no cost: waste_value leaves them out.':
    '{units} Stück Ausschuss haben keine Kosten: Sie fehlen in waste_value.',
  '{units} units were received on purchase orders without a cost: they are left out.':
    '{units} Stück gingen ein, für die in der Bestellung keine Kosten stehen: Sie fehlen hier.',
  '{units} units on hand have no cost: their value is not known.':
    '{units} Stück im Bestand haben keine Kosten: Ihr Wert ist nicht bekannt.',
  '{units} units on hand at the start of the first day have no cost: their value is not known.':
    '{units} Stück im Bestand zu Beginn des ersten Tages haben keine Kosten: Ihr Wert ist nicht bekannt.',
  '{units} units on hand at the end of the last day have no cost: their value is not known.':
    '{units} Stück im Bestand am Ende des letzten Tages haben keine Kosten: Ihr Wert ist nicht bekannt.',
  'SKUs without an ABC class: {count}. They were sold or used, but what they cost is not known.':
    'SKUs ohne ABC-Klasse: {count}. Sie wurden verkauft oder verbraucht, aber ihre Kosten sind nicht bekannt.',
  '{units} units still to be fulfilled have no price: value_to_fulfill leaves them out.':
    '{units} zu liefernde Stück haben keinen Preis: Sie fehlen in value_to_fulfill.',
  '{units} units were ordered without a cost: value_purchased leaves them out.':
    '{units} bestellte Stück haben keine Kosten: Sie fehlen in value_purchased.',
  '{units} units on order have no cost: on_order_value leaves them out.':
    '{units} bestellte Stück haben keine Kosten: Sie fehlen in on_order_value.',
  '{units} units in transit have no cost: their value is not known.':
    '{units} Stück unterwegs haben keine Kosten: Ihr Wert ist nicht bekannt.',
  'buildable: of each SKU alone. Of SKUs that share ingredients, not all can be made.':
    'buildable: jede SKU für sich. Von SKUs mit gemeinsamen Zutaten lassen sich nicht alle herstellen.',
  'lost_sales is an estimate: stock-out days times the daily demand for the SKU at that location today.':
    'Der entgangene Absatz ist eine Schätzung: Tage ohne Bestand mal dem heutigen Tagesbedarf der SKU an diesem Lagerort.',
  'forecast_error and forecast_bias cover forecasts made in advance for days and weeks that are over; a week counts on its first day.':
    'Fehler und Abweichung der Prognose gelten für im Voraus erstellte Prognosen vergangener Tage und Wochen; eine Woche zählt an ihrem ersten Tag.',
  'expected_demand is an estimate: /ai/forecasts shows its range.':
    'Der erwartete Bedarf ist eine Schätzung: Wie weit er streut, zeigt der Bericht „Bedarf“.',
  // figures/notes.ts
  'There is no {field} called {value}.': '„{value}“ gibt es hier nicht.',
  'The ledger begins on {day}: before that only imported sales are known.':
    'Das Buchungsjournal beginnt am {day}: Aus der Zeit davor ist nur importierter Absatz bekannt.',
  // domain/planning/replenishment
  'Its policy says so.': 'So steht es in der Dispositionsregel.',
  'Its policy says that it is made, but it has no active recipe.':
    'Der Dispositionsregel nach wird es hergestellt, aber es gibt keine aktive Rezeptur.',
  'It has a recipe and is made here.': 'Es gibt eine Rezeptur, und hier wird danach hergestellt.',
  'Most of it came by transfers from there.': 'Das meiste kam durch Umlagerungen von dort.',
  'It is made there.': 'Dort wird es hergestellt.',
  'It has a recipe.': 'Es gibt eine Rezeptur.',
  'It is bought.': 'Es wird gekauft.',
  'It has no recipe, and no transfers supply it.': 'Es gibt keine Rezeptur, und keine Umlagerung bringt es.',
  'The locations that it comes from supply each other.': 'Die Lagerorte, von denen es kommt, beliefern einander.',
  'There is more of it than will be needed within the horizon.':
    'Dort liegt mehr davon, als im geplanten Zeitraum gebraucht wird.',
  'How its supplier sells it is not known: add a supplier item.':
    'Wie der Lieferant es verkauft, ist nicht bekannt: Legen Sie einen Lieferantenartikel an.',
  'It has no supplier: add one, or a supplier item.':
    'Es hat keinen Lieferanten: Legen Sie einen an, oder einen Lieferantenartikel.',
  // domain/planning/forecasts
  'The forecast drifts: over the last {days} days it was {error} ({share} %) above the actual demand.':
    'Die Prognose weicht ab: In den letzten {days} Tagen lag sie {error} ({share} %) über dem tatsächlichen Bedarf.',
  'The forecast drifts: over the last {days} days it was {error} above the actual demand.':
    'Die Prognose weicht ab: In den letzten {days} Tagen lag sie {error} über dem tatsächlichen Bedarf.',
  'The forecast drifts: over the last {days} days it was {error} ({share} %) below the actual demand.':
    'Die Prognose weicht ab: In den letzten {days} Tagen lag sie {error} ({share} %) unter dem tatsächlichen Bedarf.',
  'The forecast drifts: over the last {days} days it was {error} below the actual demand.':
    'Die Prognose weicht ab: In den letzten {days} Tagen lag sie {error} unter dem tatsächlichen Bedarf.',
  // forecasting/demand.ts
  'There is no history to forecast from.': 'Es gibt keinen Verlauf, aus dem sich etwas vorhersagen ließe.',
  'Only 1 day of history: the forecast is a plain average.':
    'Nur 1 Tag Verlauf: Die Prognose ist ein einfacher Durchschnitt.',
  'Only {count} days of history: the forecast is a plain average.':
    'Nur {count} Tage Verlauf: Die Prognose ist ein einfacher Durchschnitt.',
  'Only 1 week of history: the forecast is a plain average.':
    'Nur 1 Woche Verlauf: Die Prognose ist ein einfacher Durchschnitt.',
  'Only {count} weeks of history: the forecast is a plain average.':
    'Nur {count} Wochen Verlauf: Die Prognose ist ein einfacher Durchschnitt.',
  '1 day without stock left out: sales then say nothing about demand.':
    '1 Tag ohne Bestand ausgelassen: Der Absatz sagt dann nichts über den Bedarf.',
  '{count} days without stock left out: sales then say nothing about demand.':
    '{count} Tage ohne Bestand ausgelassen: Der Absatz sagt dann nichts über den Bedarf.',
  '1 week without stock left out: sales then say nothing about demand.':
    '1 Woche ohne Bestand ausgelassen: Der Absatz sagt dann nichts über den Bedarf.',
  '{count} weeks without stock left out: sales then say nothing about demand.':
    '{count} Wochen ohne Bestand ausgelassen: Der Absatz sagt dann nichts über den Bedarf.',
  'On earlier periods, repeating the last season was far better than the model, so that is the forecast.':
    'In früheren Abschnitten war eine Wiederholung der letzten Saison weit besser als das Modell; sie ist daher die Prognose.',
  'Nothing was ever sold.': 'Es wurde noch nie etwas verkauft.',
  'Nothing is sold on {days}: those days are treated as closed.':
    '{days} wird nichts verkauft: Diese Tage gelten als geschlossen.',
  'On earlier periods, the forecast was no better than repeating the last season.':
    'In früheren Abschnitten war die Prognose nicht besser als eine Wiederholung der letzten Saison.',
};

/** Values in those placeholders that are themselves English. */
export const parts: { readonly [sent: string]: string } = {
  '{count} items': '{count} Artikeln',
  '{count} places': '{count} Lagerorten',
  '{list} and {count} more': '{list} und {count} weitere',
  '{list} and others': '{list} und anderen',
  'Saturdays and Sundays': 'Samstags und sonntags',
  Mondays: 'Montags',
  Tuesdays: 'Dienstags',
  Wednesdays: 'Mittwochs',
  Thursdays: 'Donnerstags',
  Fridays: 'Freitags',
  Saturdays: 'Samstags',
  Sundays: 'Sonntags',
};
