export const planning = {
  // pages/dashboard.tsx
  'What you have, what will run out, and what needs attention.':
    'Was da ist, was ausgeht und wo Handlungsbedarf besteht.',
  'Stock value': 'Bestandswert',
  'at cost': 'zu Einstandskosten',
  'at cost; none for {units} units': 'zu Einstandskosten; ohne {units} Einheiten',
  'of {sum} on hand': 'von {sum} im Bestand',
  'below reorder point': 'unter dem Meldebestand',
  '{totalCount} of them reserved': 'davon {totalCount} reserviert',
  'purchases, transfers': 'Bestellungen, Umlagerungen',
  'Needs attention': 'Handlungsbedarf',
  'Nothing stands out': 'Nichts Auffälliges',
  'Stock-outs, unusual demand and expiring lots are monitored for you.':
    'Fehlbestände, ungewöhnlicher Bedarf und ablaufende Chargen werden für Sie überwacht.',
  'All {count}': 'Alle {count}',
  '{count} older': '{count} ältere',
  'Nothing is running low': 'Nichts wird knapp',
  'Everything is at or above its reorder point.': 'Alles liegt auf oder über seinem Meldebestand.',
  '{quantityAvailable} of {reorderPoint}': '{quantityAvailable} von {reorderPoint}',
  'order {suggestedOrderQuantity}': '{suggestedOrderQuantity} bestellen',
  ordered: 'bestellt',
  '· {quantityIncoming} incoming': '· {quantityIncoming} im Zulauf',
  'Stock by location, by value': 'Bestand nach Lagerort, nach Wert',
  // pages/insights.tsx
  '{total} that need attention, most urgent first.': '{total} Hinweise, das Dringendste zuerst.',
  'What needs attention, most urgent first.': 'Wo Handlungsbedarf besteht, das Dringendste zuerst.',
  'Which insights': 'Welche Hinweise',
  Open: 'Offen',
  Snoozed: 'Zurückgestellt',
  Dismissed: 'Verworfen',
  Severity: 'Dringlichkeit',
  'Any severity': 'Alle Dringlichkeiten',
  'Any kind': 'Alle Arten',
  'Nothing here': 'Nichts hier',
  'Nothing is snoozed or dismissed. Snoozed and dismissed insights come back when they are due or get worse.':
    'Nichts ist zurückgestellt oder verworfen. Solche Hinweise kommen wieder, wenn sie fällig sind oder die Lage sich verschlechtert.',
  'Stock-outs, unusual demand, expiring lots and late deliveries are monitored for you, all the time.':
    'Fehlbestände, ungewöhnlicher Bedarf, ablaufende Chargen und verspätete Lieferungen werden jederzeit für Sie überwacht.',
  '{from} to {to} of {total}': '{from} bis {to} von {total}',
  Previous: 'Zurück',
  Next: 'Weiter',
  // pages/production.tsx
  // May be broken there: a column is narrower than the word.
  Batch: 'Produktions\u00adauftrag',
  Recipe: 'Rezeptur',
  Planned: 'Geplant',
  'What you make, and what it is made from.': 'Was hergestellt wird, und woraus.',
  Batches: 'Produktionsaufträge',
  Number: 'Nummer',
  'Create a recipe first: what goes in, and how much comes out.':
    'Legen Sie zuerst eine Rezeptur an: was hineingeht und wie viel herauskommt.',
  'Per run': 'Je Durchgang',
  Makes: 'Ergibt',
  'No recipes yet': 'Noch keine Rezepturen',
  'A recipe says what goes into one run, and how much comes out.':
    'Eine Rezeptur sagt, was in einen Durchgang hineingeht und wie viel herauskommt.',
  'New recipe': 'Neue Rezeptur',
  'Choose a recipe': 'Rezeptur wählen',
  'How much one run makes': 'Wie viel ein Durchgang ergibt',
  'What goes in': 'Was hineingeht',
  'Can be used for new batches': 'Für neue Produktionsaufträge verwendbar',
  'New batch': 'Neuer Produktionsauftrag',
  'New production batch': 'Neuer Produktionsauftrag',
  'Plan ~verb': 'Planen',
  'Planned quantity': 'Geplante Menge',
  batch: 'Produktionsauftrag',
  '{reservedQuantity} reserved': '{reservedQuantity} reserviert',
  Used: 'Verbraucht',
  '{wasteQuantity} wasted': '{wasteQuantity} Ausschuss',
  '{recipe} at {location}': '{recipe}, {location}',
  'Cancel batch': 'Produktionsauftrag stornieren',
  'Its reserved stock becomes available again. This cannot be undone.':
    'Was dafür reserviert ist, wird wieder verfügbar. Das lässt sich nicht rückgängig machen.',
  'Started: its ingredients are reserved.': 'Gestartet: Was hineingeht, ist reserviert.',
  'What came out': 'Was herauskam',
  'Complete {number} at {name}': '{number} in {name} abschließen',
  '{made} of {sku} are in stock at {name}.': '{made} von {sku} sind im Bestand: {name}.',
  'Produced of {sku}': 'Produziert von {sku}',
  'Automatic ~number': 'Automatisch',
  'Used of {sku}': 'Verbraucht von {sku}',
  'Wasted of {sku}': 'Ausschuss von {sku}',
  // pages/replenishment.tsx
  'Computed {completedAt} for {horizonDays, plural, one {# day} other {# days}}. What to buy, move and make, and by when.':
    'Berechnet {completedAt} für {horizonDays, plural, one {# Tag} other {# Tage}}. Was zu kaufen, umzulagern und herzustellen ist, und bis wann.',
  'What to buy, move and make, and by when.': 'Was zu kaufen, umzulagern und herzustellen ist, und bis wann.',
  Plan: 'Plan',
  'Latest, {createdAt}': 'Neuester, {createdAt}',
  'There is no such plan.': 'Diesen Plan gibt es nicht.',
  'No plan yet': 'Noch kein Plan',
  'A plan looks ahead day by day and says what to buy, move and make so that no location runs out, and why.':
    'Ein Plan blickt Tag für Tag voraus und sagt, was zu kaufen, umzulagern und herzustellen ist, damit es nirgends ausgeht, und warum.',
  'Waiting …': 'Wartet …',
  'Computing …': 'Wird berechnet …',
  'This plan could not be computed: {error}': 'Dieser Plan konnte nicht berechnet werden: {error}',
  'Nothing has to be bought, moved or made': 'Nichts muss gekauft, umgelagert oder hergestellt werden',
  'What is in stock and on its way lasts for {horizonDays, plural, one {# day} other {# days}}.':
    'Was da und unterwegs ist, reicht für {horizonDays, plural, one {# Tag} other {# Tage}}.',
  'Forecast or reorder points, whichever requires more': 'Prognose oder Meldebestände, je nachdem, was mehr verlangt',
  Forecast: 'Prognose',
  'Open documents and reorder points': 'Offene Belege und Meldebestände',
  'Compute again': 'Neu berechnen',
  'Compute a plan': 'Plan berechnen',
  Compute: 'Berechnen',
  'Days to look ahead': 'Planungshorizont in Tagen',
  'Demand to plan for': 'Bedarf, für den geplant wird',
  'Probability that safety stock suffices': 'Wahrscheinlichkeit, dass der Sicherheitsbestand reicht',
  'Where no policy sets the safety stock.': 'Wo keine Regel einen Sicherheitsbestand nennt.',
  'Only for these locations': 'Nur für diese Lagerorte',
  'This plan begins on {startsOn}: compute again before you apply it.':
    'Dieser Plan beginnt am {startsOn}: Berechnen Sie ihn neu, bevor Sie ihn übernehmen.',
  'Lines {from} to {to} of {total}, most urgent first. Only these are applied.':
    'Positionen {from} bis {to} von {total}, die dringendsten zuerst. Nur diese werden übernommen.',
  'Next {shownMax}': 'Nächste {shownMax}',
  'What is chosen': 'Was ausgewählt ist',
  '{chosen} of {openRows, plural, one {# line} other {# lines}}: {documents}':
    '{chosen} von {openRows, plural, one {# Position} other {# Positionen}}: {documents}',
  '{chosen} of {openRows, plural, one {# line} other {# lines}}':
    '{chosen} von {openRows, plural, one {# Position} other {# Positionen}}',
  '{empty, plural, one {# line has} other {# lines have}} no quantity.':
    '{empty, plural, one {# Position hat} other {# Positionen haben}} keine Menge.',
  Apply: 'Übernehmen',
  'Apply the plan?': 'Plan übernehmen?',
  'All created at once, or none: {chosen}. Nothing is sent to a supplier and nothing moves until you do that there.':
    'Wird auf einmal angelegt oder gar nicht: {chosen}. Nichts geht an einen Lieferanten und nichts bewegt sich, bevor Sie es dort veranlassen.',
  'Stock has moved since this plan was computed': 'Der Bestand hat sich seit der Berechnung bewegt',
  'Nothing was created': 'Nichts wurde angelegt',
  'Nothing was created. Moved: {skus}. Compute again to plan with current stock.':
    'Nichts wurde angelegt. Bewegt: {skus}. Berechnen Sie neu, um mit dem aktuellen Bestand zu planen.',
  'Nothing was created. Compute again to plan with current stock.':
    'Nichts wurde angelegt. Berechnen Sie neu, um mit dem aktuellen Bestand zu planen.',
  'Apply anyway': 'Trotzdem übernehmen',
  'See the lines below for the reasons.': 'Die Positionen unten sagen, warum.',
  '{documents, plural, one {# document} other {# documents}} created':
    '{documents, plural, one {# Beleg} other {# Belege}} angelegt',
  'Purchase orders are drafts: review and submit them.':
    'Bestellungen sind Entwürfe: Prüfen Sie sie und lösen Sie sie aus.',
  // parts/demand.tsx
  'Demand and forecast': 'Bedarf und Prognose',
  Others: 'Weitere',
  'Choose a product': 'Produkt wählen',
  'Nothing was sold in the last 30 days': 'In den letzten 30 Tagen wurde nichts verkauft',
  'Choose a product to see its demand. Fulfilled orders count, and so do earlier sales recorded through the API.':
    'Wählen Sie ein Produkt, um seinen Bedarf zu sehen. Ausgelieferte Aufträge zählen, ebenso frühere Verkäufe, die über die API erfasst wurden.',
  // parts/forecast.tsx
  'No demand yet': 'Noch kein Bedarf',
  'A forecast appears once this has been sold on some days. Earlier sales can be imported.':
    'Eine Prognose erscheint, sobald dies an einigen Tagen verkauft wurde. Frühere Verkäufe lassen sich importieren.',
  'Sold a day': 'Verkauf je Tag',
  'Sold a week': 'Verkauf je Woche',
  'Demand of the last {pastDays} days and of the next {horizonDays}: {totalExpected} expected; sold out on {stockoutDate}.':
    'Bedarf der letzten {pastDays} Tage und der nächsten {horizonDays}: {totalExpected} erwartet; ausverkauft am {stockoutDate}.',
  'Demand of the last {pastDays} days and of the next {horizonDays}: {totalExpected} expected.':
    'Bedarf der letzten {pastDays} Tage und der nächsten {horizonDays}: {totalExpected} erwartet.',
  '{bias} too high': '{bias} zu hoch',
  '{bias} too low': '{bias} zu niedrig',
  'Expected in {horizonDays} days': 'Erwartet in {horizonDays} Tagen',
  'not within {horizonDays} days': 'nicht innerhalb von {horizonDays} Tagen',
  'Past days within the band': 'Frühere Tage innerhalb des Bands',
  'Past weeks within the band': 'Frühere Wochen innerhalb des Bands',
  'Average error': 'Mittlere Abweichung',
  Bias: 'Tendenz',
  'none ~bias': 'keine',
  'Measured on': 'Gemessen an',
  'the last {days, plural, one {# day} other {# days}}, as they turned out':
    '{days, plural, one {dem letzten # Tag, im Nachhinein} other {den letzten # Tagen, im Nachhinein}}',
  'earlier periods': 'früheren Zeiträumen',
  // parts/insights.tsx
  'All {findingCount}': 'Alle {findingCount}',
  'And {findingCount} more.': 'Und {findingCount} weitere.',
  'Incoming in time': 'Rechtzeitig im Zulauf',
  Lasts: 'Reicht',
  'Sold in 7 days': 'In 7 Tagen verkauft',
  'Usual in 7 days': 'Üblich in 7 Tagen',
  'At risk': 'Gefährdet',
  Outstanding: 'Offen',
  Excess: 'Überschuss',
  'Moved or there': 'Bewegt oder vorhanden',
  'Chance of a shortage': 'Wahrscheinlichkeit eines Fehlbestands',
  Document: 'Beleg',
  '{value, plural, one {{days} day} other {{days} days}}': '{value, plural, one {{days} Tag} other {{days} Tage}}',
  'By chance': 'Durch Zufall',
  Evidence: 'Anhaltspunkte',
  'by {markedBy}': 'von {markedBy}',
  'Snoozed until {snoozedUntil}{who}': 'Zurückgestellt bis {snoozedUntil}{who}',
  'Dismissed{who}': 'Verworfen{who}',
  // parts/not-now.tsx
  'It is on the list again.': 'Es steht wieder auf der Liste.',
  'in a week': 'in einer Woche',
  'in a month': 'in einem Monat',
  'Snoozed until {day}.': 'Zurückgestellt bis {day}.',
  'Not now: {title}': 'Nicht jetzt: {title}',
  'Show it again': 'Wieder zeigen',
  'Dismissed: it comes back if it gets worse.': 'Verworfen: kommt zurück, wenn es schlimmer wird.',
  'Only if it gets worse': 'Nur wenn es schlimmer wird',
  // parts/plan-group.tsx
  '{unknown, plural, one {# line} other {# lines}} without a cost':
    '{unknown, plural, one {# Position} other {# Positionen}} ohne Kosten',
  '{suggestions, plural, one {# line} other {# lines}}': '{suggestions, plural, one {# Position} other {# Positionen}}',
  'All of: {title}': 'Alle: {title}',
  'Add a supplier or a supplier item to each on its page; then compute again.':
    'Geben Sie jedem auf seiner Seite einen Lieferanten oder Lieferantenartikel; berechnen Sie dann neu.',
  'Some of it comes later than it is needed.': 'Einiges kommt später, als es gebraucht wird.',
  'Hide lines': 'Positionen ausblenden',
  'Show lines': 'Positionen zeigen',
  'Take {sku} for {name}': '{sku} für {name} übernehmen',
  'for {name}': 'für {name}',
  'Needed by': 'Gebraucht bis',
  'arrives {arrivesOn}': 'dort am {arrivesOn}',
  '{unit} of {units} · {total} {baseUnit}': '{unit} zu {units} · {total} {baseUnit}',
  '{noun} created': 'Angelegt: {noun}',
  'Quantity of {sku} for {name}, {unit}': 'Menge von {sku} für {name}, {unit}',
  'Why {sku} for {name}': 'Warum {sku} für {name}',
  Why: 'Warum',
  'Why {sku}, day by day': 'Warum {sku}, Tag für Tag',
  'Day by day': 'Tag für Tag',
  Needed: 'Gebraucht',
  // parts/plan.ts
  'The minimum order is {minOrderQuantity}.': 'Die Mindestbestellmenge ist {minOrderQuantity}.',
  'It is sold in multiples of {orderMultiple}.': 'Es wird in Vielfachen von {orderMultiple} verkauft.',
  'open orders': 'offene Aufträge',
  'planned batches': 'geplante Produktionsaufträge',
  'pending transfers': 'offene Umlagerungen',
  'forecast demand': 'prognostizierten Bedarf',
  'production in this plan': 'Produktion in diesem Plan',
  'other locations in this plan': 'andere Lagerorte in diesem Plan',
  'safety stock': 'Sicherheitsbestand',
  'reorder point': 'Meldebestand',
  'lots that expire': 'ablaufende Chargen',
  'a full order quantity': 'eine volle Bestellmenge',
  '{amount} for {reason}': '{amount} für {reason}',
  'Buy from {name}': 'Bei {name} kaufen',
  'Has no supplier: cannot be ordered yet': 'Ohne Lieferant: kann noch nicht bestellt werden',
  'Move from {source} to {location}': 'Umlagern von {source} nach {location}',
  'Ship by': 'Versenden bis',
  'Make {recipe} at {location}': '{recipe} herstellen: {location}',
  'Start by': 'Beginnen bis',
  '{count, plural, one {# draft purchase order} other {# draft purchase orders}}':
    '{count, plural, one {# Bestellentwurf} other {# Bestellentwürfe}}',
  '{count, plural, one {# transfer} other {# transfers}}': '{count, plural, one {# Umlagerung} other {# Umlagerungen}}',
  '{count, plural, one {# production batch} other {# production batches}}':
    '{count, plural, one {# Produktionsauftrag} other {# Produktionsaufträge}}',
  // parts/policies-of-many.tsx
  'When to reorder': 'Wann nachbestellen',
  'When to reorder: {places, plural, one {# level} other {# levels}}':
    'Wann nachbestellen: {places, plural, one {# Bestand} other {# Bestände}}',
  'Saved for {places, plural, one {# level} other {# levels}}.':
    'Gespeichert für {places, plural, one {# Bestand} other {# Bestände}}.',
  'Low below': 'Darunter ist der Bestand niedrig',
  'Order at least': 'Mindestens so viel bestellen',
  'Each gets these figures at its own location. Safety stock, lead time and replenishment source stay as they are.':
    'Jeder bekommt diese Werte an seinem eigenen Lagerort. Sicherheitsbestand, Lieferzeit und Herkunft des Nachschubs bleiben, wie sie sind.',
  // parts/policy.tsx
  'It is bought': 'Es wird eingekauft',
  'It is made here': 'Es wird hier hergestellt',
  'It is moved from another location': 'Es wird von einem anderen Lagerort umgelagert',
  'New policy': 'Neue Regel',
  'When to reorder at {name}': 'Wann nachbestellen: {name}',
  'Buffer for uncertain demand': 'Puffer für unsicheren Bedarf',
  'From order to receipt': 'Von der Bestellung bis zum Eingang',
  "the supplier's": 'die des Lieferanten',
  'Replenishment source': 'Woher Nachschub kommt',
  'Inferred from recipes, transfers and orders': 'Abgeleitet aus Rezepturen, Umlagerungen und Bestellungen',
  'Moved from': 'Umgelagert von',
  "Empty fields follow the supplier and the organization's defaults.":
    'Was leer bleibt, folgt dem Lieferanten und den Vorgaben der Organisation.',
  'Remove the policy': 'Regel entfernen',
  'Removed: the defaults apply.': 'Entfernt: Die Vorgaben gelten.',
  // parts/projection.tsx
  bought: 'Einkauf',
  'made here': 'Produktion hier',
  'moved from another location': 'Umlagerung von einem anderen Lagerort',
  'Not enough from {date} on.': 'Nicht genug ab {date}.',
  'Enough for {horizonDays, plural, one {# day} other {# days}} if everything arrives as expected.':
    'Genug für {horizonDays, plural, one {# Tag} other {# Tage}}, wenn alles wie erwartet kommt.',
  'Enough until': 'Reicht bis',
  '{today} or longer': '{today} oder länger',
  'Below the reorder point': 'Unter dem Meldebestand',
  'not in this period': 'nicht in diesem Zeitraum',
  'has none': 'hat keinen',
  'More is': 'Nachschub durch',
  'Expires unused': 'Läuft ungenutzt ab',
  '{units} from {date} on': '{units} ab {date}',
  'Coming days': 'Kommende Tage',
  'Location of the coming days': 'Lagerort der kommenden Tage',
  '{locations}, the next {horizonDays, plural, one {# day} other {# days}}: {said}':
    '{locations}, {horizonDays, plural, one {der nächste # Tag} other {die nächsten # Tage}}: {said}',
  'It was never stocked here.': 'Es wurde hier nie geführt.',
  'Quantity to promise': 'Zuzusagende Menge',
  'How many?': 'Wie viele?',
  '{max} can be promised today. Enter a quantity to see from when.':
    '{max} können heute zugesagt werden. Geben Sie eine Menge ein, um zu sehen, ab wann.',
  '{amount} can be promised today.': '{amount} können heute zugesagt werden.',
  '{amount} can be promised from {date} on, {until}.': '{amount} können ab {date} zugesagt werden, {until}.',
  '{amount} cannot be promised within {horizonDays, plural, one {# day} other {# days}}: at most {max}.':
    '{amount} können innerhalb von {horizonDays, plural, one {# Tag} other {# Tagen}} nicht zugesagt werden: höchstens {max}.',
  // parts/remedy.tsx
  '{units} as its supplier sells it': '{units}, wie der Lieferant es verkauft',
  '{items} more lines': '{items} weitere Positionen',
  'The reorder point of {sku} at {locationId} becomes {reorderPoint}: it is no longer reordered.':
    'Der Meldebestand von {sku} ({locationId}) wird {reorderPoint}: Es wird nicht mehr nachbestellt.',
  'The reorder point of {sku} at {locationId} becomes {reorderPoint}.':
    'Der Meldebestand von {sku} ({locationId}) wird {reorderPoint}.',
  'The reorder point of {sku} becomes {reorderPoint}: it is no longer reordered.':
    'Der Meldebestand von {sku} wird {reorderPoint}: Es wird nicht mehr nachbestellt.',
  'The reorder point of {sku} becomes {reorderPoint}.': 'Der Meldebestand von {sku} wird {reorderPoint}.',
  'Look at it': 'Ansehen',
  'Order it': 'Bestellen',
  'It is ordered: please review it.': 'Ist bestellt: Sehen Sie es sich an.',
  'A purchase order is created and submitted: {payload} for {locationId}, due on {expectedOn}. Until it is received it can be cancelled.':
    'Eine Bestellung wird angelegt und ausgelöst: {payload} für {locationId}, fällig am {expectedOn}. Bis zum Wareneingang lässt sie sich stornieren.',
  'Move it here': 'Hierher umlagern',
  'The transfer is created: ship it when it is packed.':
    'Die Umlagerung ist angelegt: Versenden Sie sie, wenn sie gepackt ist.',
  'A transfer is created: {payload} from {sourceLocationId} to {destinationLocationId}. Nothing moves until it is shipped.':
    'Eine Umlagerung wird angelegt: {payload} von {sourceLocationId} nach {destinationLocationId}. Nichts bewegt sich vor dem Versand.',
  'Change the reorder point': 'Meldebestand ändern',
  'The reorder point is changed.': 'Der Meldebestand ist geändert.',
  'Write it off': 'Ausbuchen',
  'Written off.': 'Ausgebucht.',
  '{quantity} of {sku} at {locationId} are written off. This cannot be undone.':
    '{quantity} von {sku} werden ausgebucht: {locationId}. Das lässt sich nicht rückgängig machen.',
  'Sell it first': 'Zuerst verkaufen',
  'It is to be sold first.': 'Es soll zuerst verkauft werden.',
  '{sku} is marked to be sold first.': '{sku} wird zum bevorzugten Verkauf gekennzeichnet.',
  '{sku} is marked to be sold first, and its price becomes {unitPrice}.':
    '{sku} wird zum bevorzugten Verkauf gekennzeichnet, und der Preis wird {unitPrice}.',
  'Start a count': 'Inventur beginnen',
  'A count of {locationId} is started.': 'Eine Inventur wird begonnen: {locationId}.',
  'Plan a batch': 'Produktionsauftrag planen',
  'The batch is planned: start it when its ingredients are in stock.':
    'Der Produktionsauftrag ist geplant: Starten Sie ihn, wenn seine Zutaten da sind.',
  'A batch of {plannedQuantity} is planned at {locationId}. Nothing is used until it is started.':
    'Ein Produktionsauftrag über {plannedQuantity} wird geplant: {locationId}. Nichts wird verbraucht, bevor er gestartet wird.',
  'Make a plan': 'Plan erstellen',
  'Change the lead time': 'Lieferzeit ändern',
  'Plans use the new lead time.': 'Pläne richten sich nach der neuen Lieferzeit.',
  'Its usual lead time becomes {leadTimeDays, plural, one {# day} other {# days}}.':
    'Die übliche Lieferzeit wird {leadTimeDays, plural, one {# Tag} other {# Tage}}.',
  'See the movements': 'Bewegungen ansehen',
  'Choose a supplier for it': 'Lieferanten angeben',
  'Fill in what is missing': 'Fehlendes ergänzen',
  'this item': 'dieser Artikel',
  'This is done for all {requests} of them.': 'Das geschieht für alle {requests}.',
  '{label}: all {requests}': '{label}: alle {requests}',
  // parts/stock-outs.tsx
  Everywhere: 'Überall',
  'Runs out next': 'Geht als Nächstes aus',
  'What is available covers the demand forecast for the next {horizonDays} days.':
    'Was verfügbar ist, deckt den prognostizierten Bedarf der nächsten {horizonDays} Tage.',
  'All {total} that run out within {horizonDays} days': 'Alle {total}, die innerhalb von {horizonDays} Tagen ausgehen',
  'Runs out': 'Geht aus am',
  '<span>{sku}</span> · {left} left': '<span>{sku}</span> · noch {left}',
  'order now': 'jetzt bestellen',
  'order by {orderBy}': 'bestellen bis {orderBy}',
  now: 'jetzt',
  // Policies as a grid
  'Changed last': 'Zuletzt geändert',
  'Changed first': 'Zuerst geändert',
  'When to reorder, how much, and from where. Type as in a spreadsheet, or paste a column from one: each cell is saved as you leave it.':
    'Wann nachbestellt wird, wie viel und woher. Tippen Sie wie in einer Tabellenkalkulation oder fügen Sie eine Spalte ein: Jede Zelle wird beim Verlassen gespeichert.',
  'When to reorder, how much, and from where.': 'Wann nachbestellt wird, wie viel und woher.',
  '{sku} at {location}': '{sku}, {location}',
  '{what} of {sku} at {location}': '{what} von {sku}, {location}',
  "The organization's defaults will apply to these.": 'Ab dann gelten für diese die Vorgaben der Organisation.',
  '{count, plural, one {# policy} other {# policies}} removed: the defaults apply.':
    '{count, plural, one {# Regel} other {# Regeln}} entfernt: Die Vorgaben gelten.',
  'No policies yet': 'Noch keine Regeln',
  "Where nothing is set, the organization's defaults apply. A row appears with the first stock of a product at a location.":
    'Wo nichts steht, gelten die Vorgaben der Organisation. Eine Zeile erscheint mit dem ersten Bestand eines Produkts an einem Lagerort.',
  'Comes from': 'Beschaffung',
  'Reorder point ~head': 'Melde\u00ADbestand',
  'Reorder qty': 'Bestell\u00ADmenge',
  'Safety stock ~head': 'Sicherheit',
  Inferred: 'Abgeleitet',
  Bought: 'Einkauf',
  'Made here': 'Produktion hier',
  'From {name}': 'Von {name}',
  'All in stock': 'Alles im Bestand',
  'With a policy': 'Mit Regel',
  'Saving {waiting, plural, one {# cell} other {# cells}}.':
    '{waiting, plural, one {# Zelle wird} other {# Zellen werden}} gespeichert.',
  'A row that is no longer in this list': 'Eine Zeile, die nicht mehr in dieser Liste steht',
  '{refused, plural, one {# cell} other {# cells}} not saved':
    '{refused, plural, one {# Zelle} other {# Zellen}} nicht gespeichert',
  'And {refused, plural, one {# more} other {# more}}.': 'Und {refused, plural, one {# weitere} other {# weitere}}.',
  '{pasted, plural, one {# cell} other {# cells}} pasted.':
    '{pasted, plural, one {# Zelle} other {# Zellen}} eingefügt.',
  '{block, plural, one {# row} other {# rows}} below the last one here':
    '{block, plural, one {# Zeile} other {# Zeilen}} unter der letzten hier',
  '{wide, plural, one {# column} other {# columns}} beyond the last one here':
    '{wide, plural, one {# Spalte} other {# Spalten}} hinter der letzten hier',
  'Not pasted: {missing}. Scroll down to load more rows.':
    'Nicht eingefügt: {missing}. Scrollen Sie nach unten, um mehr Zeilen zu laden.',
  'Must be a number; 0 is allowed.': 'Muss eine Zahl sein; 0 ist erlaubt.',
  'Must be a whole number of days.': 'Muss eine ganze Zahl von Tagen sein.',
  'Someone else has changed it. Press Enter to write your choice instead.':
    'Jemand anderes hat es inzwischen geändert. Enter setzt Ihre Auswahl an seine Stelle.',
  'Someone else has cleared it. Press Enter to clear it too.':
    'Jemand anderes hat es inzwischen geleert. Enter lässt es leer.',
  'Someone else has cleared it. Press Enter to write {text} instead.':
    'Jemand anderes hat es inzwischen geleert. Enter schreibt stattdessen {text}.',
  'Someone else has changed it to {now}. Press Enter to clear it instead.':
    'Jemand anderes hat es inzwischen auf {now} gesetzt. Enter leert es.',
  'Someone else has changed it to {now}. Press Enter to write {text} instead.':
    'Jemand anderes hat es inzwischen auf {now} gesetzt. Enter schreibt stattdessen {text}.',
} as const;
