/** What French words mean to a question: see dictionary.ts. */
export const french = `
measure units_sold: vendu vendus vendue vendues vendons ecoule ecoules ecoulee
weak units_sold: ventes
measure revenue: chiffre_d_affaires recettes encaisse recette ca ventes_en_euros rapporte
measure margin: marge benefice benefices marges marge_brute
measure cogs: cout_des_ventes
measure average_order_value: panier_moyen
measure average_price: prix_moyen
measure units_returned: retournes retourne
measure return_rate: taux_de_retour
measure turnover: rotation_des_stocks
list BEST: plus_vendus plus_vendu mieux_vendus vendent_le_mieux vend_le_mieux mieux_vendues plus_vendues
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
measure stock_value: valeur vaut valent
measure days_of_cover: jours_de_stock
list LOW: sous_le_seuil presque_epuises bientot_epuises
list OUT: en_rupture rupture_de_stock epuise epuises manquent manque plus_en_stock
list REORDER: reapprovisionner commander
list OLD: plus_ancien plus_vieux
list RUNS_OUT: epuisera
list EXPIRES: expirent perime perimer perimes expire perimeront
list MOVED: mouvements
measure units_received: livre livrent nous_a_vendu nous_vend recu recus achete achetes arrive arrivent arrivees arrives
  recevons recue rentre rentres entre_en_stock entrees livres_par receptionne
measure purchase_value: depense
list LATE_SUPPLIERS: plus_lent
list FAST_SUPPLIERS: plus_rapide
list RELIABLE: fiable fiables
list UNRELIABLE: livrent_en_retard ont_livre_en_retard
list SUPPLIES: qui_fournit
measure units_produced: produit produits fabrique torrefie torrefies produisons fabriquons
measure units_used: consomme consommes utilise utilisees utilisons consommons
measure units_wasted: gaspille jete jetes pertes perdu perdus detruit mis_au_rebut
weak units_produced: production
group sku: article articles
group product: produit produits
group category: categorie categories
group location: emplacement emplacements
group supplier: fournisseur fournisseurs
group reason: motif motifs raison raisons pourquoi
group day,week,month,quarter,year: jour/jours semaine/semaines mois trimestre/trimestres annee/annees
group weekday: jour_de_la_semaine
timely day,week,month,quarter,year: quotidien/quotidiennes/quotidiane hebdomadaire/hebdomadaires mensuel/mensuelles
  trimestriel annuel
noun order: commande commandes
noun purchase_order: bon_de_commande bons_de_commande livraison livraisons commandes_fournisseur commande_fournisseur
  commandes_fournisseurs commandes_d_achat commande_d_achat
noun transfer: transfert transferts
noun count: inventaire inventaires
noun return: retour retours
noun lot: lot lots
state open,late,pending,fulfilled,cancelled,draft,planned,completed,quarantine,recalled,expired,active:
  en_cours/ouvert/ouverts/ouverte/ouvertes en_retard en_attente expedies/expediees/envoye/envoyes/envoyees/livrees
  annule/annules/annulees brouillon planifies termines quarantaine rappele/rappeles perimes_deja actifs
topic policy,forecast,insights,help: seuil_de_commande previsions/prevision/vendrons alertes aide/bonjour
attribute unit_price,unit_cost,barcode: prix coutent/cout/coute code_barres
operator >,>=,<,<=: plus_de/superieur_a/superieure_a/superieurs_a/superieures_a au_moins
  en_dessous_de/moins_de/inferieur_a/inferieure_a/inferieurs_a/inferieures_a au_plus
by: par
each: chaque quel quelle quels quelles
within: dans les nos a au aux chez en
from: de du des
count: combien nombre_de
where: ou_est ou_sont
hold: reste restent avons a_t_on il_y_a reste_t_il as avions avaient avais aviez eu avons_eu y_avait_il y_a_t_il ai
  avait avez
between: entre
except: pas sauf hors sans excepte jamais ni hormis exception
compare: compare_a par_rapport
most: le_plus_de le_plus plus meilleur meilleure meilleurs meilleures mieux
least: moins pire pires
together: ensemble au_total
percent: pourcentage part_du part_de
average: moyenne
who: client clients
unit units: unites unite
way up,down: plus moins/baisse/diminue
trend up: augmente
strict: seulement uniquement
value damaged: endommage endommages casse
or: ou
and: et
empty: celle celles celui ceux une les l d s t j qu ont ete est sont nous notre vos avec pour sur y en il ils elle
  montre montrez donne moi ce cette ces fait faire avoir etait etaient svp s_il_vous_plait c ne faut devons le la un
  genere generent etions furent fut que aussi tout_a_fait completement totalement font faisons mes son est_ce a_t_il
  ont_ils dites je tu on sera seront cet qui quoi dont encore deja leur leurs mon ma ton sa ses
list LEAD_TIME: delai_de_livraison delais_de_livraison mettent_a_livrer
list ON_TIME: ponctualite
latest: dernieres derniers
place store,warehouse: magasin/magasins/boutique/boutiques entrepot/entrepots/depot/depots
direction in: transferees
contrast: mais
present: actuellement maintenant
small never: jamais
small with: avec
small left: reste restent reste_t_il
small lack: sans ni pas jamais non
small past: etait etaient
small delivered: recu recus recue livre arrives arrivees
small still: encore
small in: dans en a
small comes: arrive arrivent
small from: de du
small to: a au vers
small when: quand
small each: chaque
small asks: combien quel quelle qui
verb: cree creer annule annuler supprime supprimer supprimez ajuste ajuster changez modifie modifier mets mettez
  commandez achete acheter transfere transferer deplace ajoute ajouter recevoir ajoutez deplacer retire retirer envoie
  envoyer enregistre enregistrer
verb_or_noun: commande commander
name green,coffee,tea,cup,packaging,chocolate,roastery,filter,mug,kettle,grinder,box,bag: vert/verts/verte cafe/cafes
  thes tasse/tasses emballage/emballages chocolat torrefaction filtre/filtres mugs bouilloire/bouilloires moulin/moulins
  cartons sac/sacs/sachet/sachets
date hours: heures
date singular: jour semaine annee
date numbered: semaine
date christmas: noel
date article: la le les de du des l
date beforeLast: avant_derniere avant_dernier
date since: depuis apres
date until: jusqu avant ici
date within: dans sous en ici
date between: entre du
date to: et au jusqu
date start: debut
date end: fin
date recent: recemment
date soon: bientot
date other: meme periode
date beforeMonth: du depuis avant a
date unit day,week,month,quarter,year: jour/jours/journee semaine/semaines mois trimestre/trimestres annee/annees/ans
date place this: cette ce
date place last: dernier derniere derniers dernieres precedent passe
date place next: prochain prochaine prochains prochaines
date ordinal 1..4: premier deuxieme troisieme quatrieme
number 2..5,7..10,20,30,100: deux trois quatre cinq sept huit neuf dix vingt trente cent
everyday: une donc ni pas tres trop beaucoup peu tout toute tous toutes quelque quelques aucun aucune rien quoi qui
  quand comment dont sous vers depuis pendant avant apres vous elles m toi lui leur leurs mon ma ton ta tes sa ses votre
  cet cela ca etre sera seront avait avez ai peut peux pouvons dois doit donnez affiche plait maintenant aujourd hui
  encore deja dernier derniere va vont souvent
ending: e s es er ez ons ent ait aient ees ee ant aux
measure margin_rate: taux_de_marge
small list: liste montre tous toutes tout
small leads: et maintenant seulement juste mais aussi alors
small trails: plutot aussi maintenant
`;
