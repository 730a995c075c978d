/** What French words mean to a question: see dictionary.ts. */
export const french = `
measure units_sold: vendu vendus vendue vendues vendons
weak units_sold: ventes
measure revenue: chiffre_d_affaires recettes
measure margin: marge benefice benefices marges
measure cogs: cout_des_ventes
measure average_order_value: panier_moyen
measure average_price: prix_moyen
measure units_returned: retournes retourne
measure return_rate: taux_de_retour
measure turnover: rotation_des_stocks
list BEST: plus_vendus plus_vendu mieux_vendus
list WORST: moins_vendus
list SLOW: rotation_lente
list DEAD: invendus sans_vente
list OVERSTOCK: surstock
measure on_hand: en_stock
weak on_hand: entrepot stock stocks
measure available: disponibles
measure reserved: reserve reserves reservee
measure on_hold: bloque
measure on_order: en_commande
measure stock_value: valeur vaut
measure days_of_cover: jours_de_stock
list LOW: sous_le_seuil presque_epuises bientot_epuises
list OUT: en_rupture rupture_de_stock epuise epuises
list REORDER: reapprovisionner commander
list OLD: plus_ancien plus_vieux
list RUNS_OUT: epuisera
list EXPIRES: expirent perime perimer perimes
list MOVED: mouvements
measure units_received: livre livrent nous_a_vendu nous_vend recu recus achete achetes
measure purchase_value: depense
list LATE_SUPPLIERS: plus_lent
list FAST_SUPPLIERS: plus_rapide
list RELIABLE: fiable fiables
list UNRELIABLE: livrent_en_retard
list SUPPLIES: qui_fournit
measure units_produced: produit produits fabrique
measure units_used: consomme consommes
measure units_wasted: gaspille jete jetes pertes
group sku: article articles
group product: produit produits
group category: categorie categories
group location: emplacement emplacements
group supplier: fournisseur fournisseurs
group reason: motif motifs raison raisons pourquoi
group day: jour jours
group week: semaine semaines
group month: mois
group quarter: trimestre trimestres
group year: annee annees
group weekday: jour_de_la_semaine
timely day: quotidien quotidiennes quotidiane
timely week: hebdomadaire hebdomadaires
timely month: mensuel mensuelles
timely quarter: trimestriel
timely year: annuel
noun order: commande commandes
noun purchase_order: bon_de_commande bons_de_commande livraison livraisons
noun transfer: transfert transferts
noun count: inventaire inventaires
noun return: retour retours
noun lot: lot lots
state open: en_cours ouvert ouverts ouverte ouvertes
state late: en_retard
state pending: en_attente
state fulfilled: expedies expediees
state cancelled: annule annules annulees
state draft: brouillon
state planned: planifies
state completed: termines
state quarantine: quarantaine
state recalled: rappele rappeles
state expired: perimes_deja
topic policy: seuil_de_commande
topic forecast: previsions prevision vendrons
topic insights: alertes
topic help: aide bonjour
attribute unit_price: prix
attribute unit_cost: coutent cout coute
attribute barcode: code_barres
operator >: plus_de superieur_a superieure_a superieurs_a superieures_a
operator >=: au_moins
operator <: en_dessous_de moins_de inferieur_a inferieure_a inferieurs_a inferieures_a
operator <=: au_plus
by: par
each: chaque quel quelle quels quelles
within: dans les nos a au aux chez en
from: de du des
count: combien nombre_de
where: ou_est ou_sont
hold: reste restent avons a_t_on il_y_a
between: entre
except: pas sauf hors sans excepte jamais
compare: compare_a par_rapport
most: plus meilleur meilleure meilleurs meilleures
least: moins pire pires
together: ensemble au_total
percent: pourcentage part_du part_de
average: moyenne
who: client clients
unit units: unites unite
way up: plus
way down: moins baisse diminue
trend up: augmente
strict: seulement uniquement
value damaged: endommage endommages casse
or: ou
and: et
empty: une souvent les l d s t j qu ont ete est sont nous notre vos avec pour sur y en il ils elle montre montrez donne
  moi ce cette ces fait faire avoir etait etaient svp s_il_vous_plait c ne faut devons le la un genere generent
list LEAD_TIME: delai_de_livraison
list ON_TIME: ponctualite
state active: actifs
latest: dernieres derniers
place store: magasin magasins boutique boutiques
place warehouse: entrepot entrepots depot depots
direction in: transferees
contrast: mais
present: actuellement maintenant
small never: jamais
small not: pas non jamais
small from: de du
small to: a au vers
small more: plus
small less: moins
small when: quand
small each: chaque
small asks: combien quel quelle qui
small joins: et
verb: cree creer annule annuler supprime supprimer supprimez ajuste ajuster changez modifie modifier mets mettez
  commandez achete acheter transfere transferer deplace ajoute ajouter recevoir
verb_or_noun: commande commander
name coffee: cafe cafes
name green coffee: cafe_vert
name tea: thes
name cup: tasse tasses
name packaging: emballage emballages
name chocolate: chocolat
name roastery: torrefaction
date hours: heures
date singular: jour semaine annee
date numbered: semaine
date christmas: noel
date named 0: aujourd_hui
date named -1: hier
date named 1: demain
date named -2: avant_hier
date article: la le les de du des l
date since: depuis apres
date until: jusqu avant
date within: dans sous en
date between: entre du
date to: et au jusqu
date start: debut
date end: fin
date recent: recemment
date soon: bientot
date beforeMonth: du depuis avant a
date unit day: jour jours journee
date unit week: semaine semaines
date unit month: mois
date unit quarter: trimestre trimestres
date unit year: annee annees ans
date place this: cette ce
date place last: dernier derniere derniers dernieres precedent passe
date place next: prochain prochaine prochains prochaines
date month 1: janvier
date month 2: fevrier
date month 3: mars
date month 4: avril
date month 6: juin
date month 7: juillet
date month 8: aout
date month 9: septembre
date month 10: octobre
date month 11: novembre
date month 12: decembre
date weekday 0: lundi
date weekday 1: mardi
date weekday 2: mercredi
date weekday 3: jeudi
date weekday 4: vendredi
date weekday 5: samedi
date weekday 6: dimanche
date ordinal 1: premier
date ordinal 2: deuxieme
date ordinal 3: troisieme
date ordinal 4: quatrieme
number 2: deux
number 3: trois
number 4: quatre
number 5: cinq
number 7: sept
number 8: huit
number 9: neuf
number 10: dix
number 20: vingt
number 30: trente
number 100: cent
everyday: une donc ni pas tres trop beaucoup peu tout toute tous toutes quelque quelques aucun aucune rien quoi qui
  quand comment dont sous vers depuis pendant avant apres vous elles m toi lui leur leurs mon ma ton ta tes sa ses
  votre cet cela ca etre sera seront avait avez ai peut peux pouvons dois doit donnez affiche plait maintenant aujourd
  hui encore deja dernier derniere va vont
`;
