export const frame = {
  // pages/account.tsx
  Light: 'Hell',
  Dark: 'Dunkel',
  'Same as the device': 'Wie das Gerät',
  'Wherever you sign in': 'Auf allen Geräten, an denen Sie sich anmelden',
  'Work location': 'Arbeitsort',
  'Preselected in forms': 'In Formularen vorausgewählt',
  None: 'Keiner',
  Colors: 'Farben',
  Language: 'Sprache',
  '{kept, plural, one {# entry} other {# entries}} kept on this device until there is a connection.':
    '{kept, plural, one {# Buchung bleibt} other {# Buchungen bleiben}} auf diesem Gerät, bis es eine Verbindung gibt.',
  'Same as the browser': 'Wie der Browser',
  // format.ts
  'just now': 'gerade eben',
  // graphql.ts
  'The service cannot be reached. Try again.': 'Der Dienst ist nicht erreichbar. Versuchen Sie es erneut.',
  'The service cannot be reached: it is not known whether this was saved. Try again, unchanged: it is saved only once.':
    'Der Dienst ist nicht erreichbar: Ob dies gespeichert wurde, ist nicht bekannt. Versuchen Sie es unverändert erneut: Es wird nur einmal gespeichert.',
  'It is not known whether your previous attempt was saved. Look for it in the list first; whoever sends this now creates another one.':
    'Ob Ihr voriger Versuch gespeichert wurde, ist nicht bekannt. Suchen Sie ihn zuerst in der Liste; wer dies jetzt sendet, legt noch einen an.',
  // pages/account.tsx
  'Owner: everything': 'Inhaber: alles',
  'Manager: read and write': 'Leitung: lesen und schreiben',
  'Viewer: read': 'Lesezugriff: nur lesen',
  'Your account': 'Ihr Konto',
  Role: 'Rolle',
  Switch: 'Wechseln',
  'The two passwords differ.': 'Die beiden Passwörter stimmen nicht überein.',
  'Your password has been changed. You have been signed out everywhere else.':
    'Ihr Passwort ist geändert. Überall sonst sind Sie abgemeldet.',
  Password: 'Passwort',
  'Current password': 'Aktuelles Passwort',
  'New password': 'Neues Passwort',
  'At least {passwordMin} characters': 'Mindestens {passwordMin} Zeichen',
  'New password again': 'Neues Passwort wiederholen',
  'Change password': 'Passwort ändern',
  // pages/invitation.tsx
  'an owner, who may do everything': 'Inhaber und darf alles',
  'a manager, who may read and write': 'Leitung und darf lesen und schreiben',
  'a viewer, who may read': 'Lesezugriff und darf lesen',
  Invitation: 'Einladung',
  'This link is not valid.': 'Dieser Link ist ungültig.',
  'One moment…': 'Einen Moment …',
  'Go to sign-in': 'Zur Anmeldung',
  'Join {organization}': '{organization} beitreten',
  '{email} is invited as {roles}, until {expiresAt}.': '{email} ist eingeladen als {roles}, bis zum {expiresAt}.',
  'You are signed in as <b>{email}</b>. The organization is added to this account.':
    'Sie sind angemeldet als <b>{email}</b>. Die Organisation wird diesem Konto hinzugefügt.',
  Join: 'Beitreten',
  'This is not me': 'Das bin ich nicht',
  'Choose a password': 'Passwort wählen',
  'At least {passwordMin} characters that only you know': 'Mindestens {passwordMin} Zeichen, die nur Sie kennen',
  'I have an account: sign in first': 'Ich habe ein Konto: zuerst anmelden',
  // pages/sign-in.tsx
  'Sign in': 'Anmelden',
  'Your session has ended. Sign in to come back to this page.':
    'Ihre Sitzung ist beendet. Melden Sie sich an, um auf diese Seite zurückzukehren.',
  'Your session has ended. Sign in again to go on where you were; what you have typed is still there.':
    'Ihre Sitzung ist beendet. Melden Sie sich wieder an, um fortzufahren; was Sie eingegeben haben, ist noch da.',
  'Your session had ended. Try again.': 'Ihre Sitzung war beendet. Versuchen Sie es noch einmal.',
  'Your session had ended: this was not saved. Send it again.':
    'Ihre Sitzung war beendet: Dies wurde nicht gespeichert. Senden Sie es noch einmal.',
  'Stockwright: stock that adds up, live.': 'Stockwright: Bestände, die stimmen, live.',
  'Choose your password': 'Wählen Sie Ihr Passwort',
  '{email}: the one-time password has been used. Choose a password that only you know, of at least {passwordMin} characters.':
    '{email}: Das Einmalpasswort ist verbraucht. Wählen Sie eines mit mindestens {passwordMin} Zeichen, das nur Sie kennen.',
  'One-time password': 'Einmalpasswort',
  'Set password': 'Passwort setzen',
  'Sign in as someone else': 'Als jemand anderes anmelden',
  'You are no longer a member of {name}.': 'Sie sind kein Mitglied von {name} mehr.',
  'Your role in {name} was changed: you may no longer do all that you could.':
    'Ihre Rolle in {name} wurde geändert: Sie dürfen nicht mehr alles, was Sie durften.',
  'Choose an organization': 'Organisation wählen',
  'No organization': 'Keine Organisation',
  '{email} is not working in any organization here at the moment.':
    '{email} arbeitet hier zurzeit für keine Organisation.',
  '{email} is not a member of any organization here. Open the link of an invitation to join one.':
    '{email} ist hier in keiner Organisation Mitglied. Öffnen Sie den Link einer Einladung, um einer beizutreten.',
  'Sign out': 'Abmelden',
  // pages/welcome.tsx
  'Set the basics': 'Grundlagen festlegen',
  'Time zone, currency, and how stock is valued; the last two are fixed once there is stock of known value.':
    'Zeitzone, Währung und Bestandsbewertung; die letzten beiden stehen fest, sobald es Bestand mit bekanntem Wert gibt.',
  'A warehouse, a store: wherever stock is kept.': 'Ein Lager, eine Filiale: wo immer Bestand liegt.',
  'Import your data': 'Ihre Daten importieren',
  'Products, stock, suppliers and orders from a spreadsheet, with a trial run first; or a first product by hand.':
    'Produkte, Bestand, Lieferanten und Aufträge aus einer Tabelle, erst als Testlauf, dann ausgeführt; oder ein erstes Produkt von Hand.',
  'By hand': 'Von Hand',
  'Connect your systems': 'Ihre Systeme verbinden',
  'Create an API key for each; they record stock from then on.':
    'Für jedes ein API-Schlüssel; ab dann buchen sie selbst.',
  'Invite a colleague': 'Kollegin oder Kollegen einladen',
  'With the rights they need: full access, write, or read only.':
    'Mit den Rechten, die sie brauchen: alles, schreiben oder ansehen.',
  Welcome: 'Willkommen',
  'Everything is set up. The dashboard fills as stock is recorded.':
    'Alles ist eingerichtet. Die Übersicht füllt sich mit dem, was gebucht wird.',
  'Do these in any order, or later: everything is in the menu too.':
    'In beliebiger Reihenfolge, oder später: Alles steht auch im Menü.',
  'Go to the dashboard': 'Zur Übersicht',
  'Step {index}': 'Schritt {index}',
  'Skip: {title}': 'Überspringen: {title}',
  Skip: 'Überspringen',
  Set: 'Festlegen',
  'The basics': 'Die Grundlagen',
  // parts/search.tsx
  Places: 'Lagerorte',
  'Stock there': 'Dortiger Bestand',
  Documents: 'Belege',
  'Go to': 'Gehe zu',
  'On this page': 'Auf dieser Seite',
  Do: 'Aktionen',
  People: 'Personen',
  'Exactly this': 'Genau das',
  'Ask: “{q}”': 'Fragen: „{q}“',
  'Find or do anything': 'Alles finden oder tun',
  Found: 'Gefunden',
  'Nothing matches “{typed}”.': 'Keine Treffer für „{typed}“.',
  'Looking up …': 'Wird nachgeschlagen …',
  // parts/shortcuts.tsx
  Ctrl: 'Strg',
  'Find or do anything, as Ctrl K does': 'Alles finden oder tun, wie Strg K',
  'Create a new record, on the page of a list': 'Neu anlegen, auf der Seite einer Liste',
  'Submit the form, from any of its fields': 'Das Formular absenden, aus jedem seiner Felder',
  Keyboard: 'Tastatur',
  // parts/views.tsx
  '{called} was removed.': '{called} ist entfernt.',
  '{called} was restored.': '{called} ist wieder da.',
  Views: 'Ansichten',
  'Choose what you want to see, and save it under a name.':
    'Wählen Sie, was Sie sehen möchten, und speichern Sie es unter einem Namen.',
  'Shared by {owner}': 'Geteilt von {owner}',
  'Remove {name}': '{name} entfernen',
  'Save this view': 'Diese Ansicht speichern',
  Keep: 'Behalten',
  'For everyone here': 'Für alle hier',
  'Filters, order and columns as they are now.': 'Filter, Reihenfolge und Spalten, wie sie jetzt sind.',
  // places.ts
  Stock: 'Bestand',
  Work: 'Vorgänge',
  Analysis: 'Auswertung',
  'Settings: {label}': 'Einstellungen: {label}',
  'Report: {label}': 'Bericht: {label}',
  'Account and password': 'Konto und Passwort',
  // report-list.ts
  Ageing: 'Bestandsalter',
  'Stock movement': 'Bestandsbewegung',
  Waste: 'Ausschuss',
  Sales: 'Verkauf',
  'Sales summary': 'Verkaufsübersicht',
  Demand: 'Bedarf',
  'Forecast accuracy': 'Prognosegüte',
  Performance: 'Leistung',
  'ABC analysis': 'ABC-Analyse',
  Turnover: 'Lagerumschlag',
  'Service level': 'Servicegrad',
  'Supplier scorecard': 'Lieferantenbewertung',
  Accounts: 'Rechnungswesen',
  Proof: 'Nachweis',
  // router.tsx
  'There is no such page': 'Diese Seite gibt es nicht',
  'This module is off': 'Dieses Modul ist ausgeschaltet',
  'An administrator can turn it on in the settings of the organization.':
    'Ein Administrator kann es in den Einstellungen der Organisation einschalten.',
  'Choose one from the menu.': 'Wählen Sie eine aus dem Menü.',
  // session.ts
  'The service cannot be reached. Try again in a moment.':
    'Der Dienst ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  'Signing in failed.': 'Die Anmeldung ist fehlgeschlagen.',
  'The password was not changed.': 'Das Passwort wurde nicht geändert.',
  'The invitation cannot be read.': 'Die Einladung konnte nicht geladen werden.',
  'The invitation was not accepted.': 'Die Einladung wurde nicht angenommen.',
  // shell.tsx
  'Skip to content': 'Zum Inhalt springen',
  'Close menu': 'Menü schließen',
  'Open menu': 'Menü öffnen',
  Pages: 'Seiten',
  Connecting: 'Verbindet',
  'Connecting to the live feed.': 'Verbindung zum Live-Kanal wird aufgebaut.',
  Live: 'Live',
  'Lists and records show what happens within seconds. Reports and answers stay as they were when opened.':
    'Listen und Belege zeigen innerhalb von Sekunden, was geschieht. Berichte und Antworten sind vom Zeitpunkt ihres Öffnens.',
  Reconnecting: 'Verbindet neu',
  'The connection was lost; what was missed will be shown as soon as it is back.':
    'Die Verbindung ist abgerissen; was fehlt, wird gezeigt, sobald sie wieder steht.',
  Stale: 'Veraltet',
  'There has been no connection for a while: figures may be out of date.':
    'Seit einer Weile gibt es keine Verbindung: Zahlen können veraltet sein.',
  Ended: 'Beendet',
  'What is shown is not updated any more.': 'Was zu sehen ist, wird nicht mehr aktualisiert.',
  'As of {asOf}.': 'Stand: {asOf}.',
  '{caughtUp, plural, one {# change was} other {# changes were}} caught up.':
    '{caughtUp, plural, one {# Änderung wurde} other {# Änderungen wurden}} nachgeholt.',
  'Live feed: {label}': 'Live-Kanal: {label}',
  'No connection. Figures are as of {asOf}; what was missed appears as soon as the connection is back.':
    'Keine Verbindung. Zahlen vom {asOf}; was fehlt, erscheint, sobald die Verbindung wieder steht.',
  'Reconnecting. Figures are as of {asOf}; what was missed appears as soon as the connection is back.':
    'Verbindung wird aufgebaut. Zahlen vom {asOf}; was fehlt, erscheint, sobald die Verbindung wieder steht.',
  'Figures are as of {asOf}, and are not updated any more.': 'Zahlen vom {asOf}; sie werden nicht mehr aktualisiert.',
  'Use the dark scheme': 'Dunkles Farbschema verwenden',
  'Use the light scheme': 'Helles Farbschema verwenden',
  'Work location, preselected in forms': 'Arbeitsort, in Formularen vorausgewählt',
  '(chosen)': '(gewählt)',
  'Switch organization': 'Organisation wechseln',
  '(now)': '(jetzt)',
  // ui/chart.tsx
  'Show as chart': 'Als Diagramm zeigen',
  'Show as table': 'Als Tabelle zeigen',
  '80 % band': '80-%-Band',
  Date: 'Datum',
  // ui/export.tsx
  'The export was cut off. Try again.': 'Der Export wurde unterbrochen. Versuchen Sie es erneut.',
  // ui/fault.tsx
  'This page failed': 'Diese Seite ist fehlgeschlagen',
  'This page could not be fetched': 'Diese Seite konnte nicht geladen werden',
  'Something went wrong on this page': 'Auf dieser Seite ist etwas schiefgegangen',
  Reload: 'Neu laden',
  'Try again': 'Erneut versuchen',
  'There may be a newer version of the app, or no connection.':
    'Vielleicht gibt es eine neuere Version der App oder keine Verbindung.',
  'It changed nothing. Everything else works: choose another page from the menu, or try this one again.':
    'Dadurch wurde nichts geändert. Alles andere funktioniert: Wählen Sie eine andere Seite aus dem Menü, oder versuchen Sie diese erneut.',
  // ui/form.tsx
  Undo: 'Rückgängig',
  // ui/look.tsx
  'How {table} are shown': 'Darstellung: {table}',
  Columns: 'Spalten',
  'On a narrow screen, some are shown below the first.': 'Auf schmalen Bildschirmen stehen manche unter der ersten.',
  'Compact rows': 'Kompakte Zeilen',
  // ui/page.tsx
  'Part of this page could not be loaded': 'Ein Teil dieser Seite konnte nicht geladen werden',
  // ui/secret.tsx
  '{label} Copy it now: it cannot be shown again.':
    '{label} Kopieren Sie es jetzt: Es kann nicht noch einmal gezeigt werden.',
  // ui/selection.tsx
  Selected: 'Ausgewählt',
  '{chosen} selected': '{chosen} ausgewählt',
  '{done} of {chosen, plural, one {# row} other {# rows}}':
    '{done} von {chosen, plural, one {# Zeile} other {# Zeilen}}',
  Clear: 'Leeren',
  '{refused} not done': '{refused} nicht ausgeführt',
  '{left, plural, one {# row, still selected} other {# rows, still selected}}':
    '{left, plural, one {# Zeile, noch ausgewählt} other {# Zeilen, noch ausgewählt}}',
  '{left, plural, one {# row was} other {# rows were}} not reached, and {left, plural, one {is} other {are}} still selected.':
    '{left, plural, one {# Zeile blieb} other {# Zeilen blieben}} übrig und {left, plural, one {ist} other {sind}} noch angehakt.',
  // ui/sheet.tsx
  '{count, plural, one {# row} other {# rows}}': '{count, plural, one {# Zeile} other {# Zeilen}}',
  '{count} of {total, plural, one {# row} other {# rows}}':
    '{count} von {total, plural, one {# Zeile} other {# Zeilen}}',
  Stop: 'Anhalten',
  // ui/stock-chart.tsx
  '{date}: <b>{projected}</b> on hand, {incoming} incoming, {demand} demand, {promisable} available to promise':
    '{date}: <b>{projected}</b> im Bestand, {incoming} Zulauf, {demand} Bedarf, {promisable} zusagbar',
  '{date}: <b>{projected}</b> on hand, {incoming} incoming, {promisable} available to promise':
    '{date}: <b>{projected}</b> im Bestand, {incoming} Zulauf, {promisable} zusagbar',
  '{date}: <b>{projected}</b> on hand, {demand} demand, {promisable} available to promise':
    '{date}: <b>{projected}</b> im Bestand, {demand} Bedarf, {promisable} zusagbar',
  '{date}: <b>{projected}</b> on hand, {promisable} available to promise':
    '{date}: <b>{projected}</b> im Bestand, {promisable} zusagbar',
  'To promise': 'Zusagbar',
  // ui/table.tsx
  'Select all {label} that are loaded': 'Alle geladenen auswählen: {label}',
  Notifications: 'Benachrichtigungen',
  'Notifications: {unread} unread': 'Benachrichtigungen: {unread} ungelesen',
  'Mark all as read': 'Alle als gelesen markieren',
  'Nothing is low, late or failed.': 'Nichts geht zur Neige, ist überfällig oder fehlgeschlagen.',
  'Notify me outside this page too': 'Auch außerhalb dieser Seite melden',
} as const;
