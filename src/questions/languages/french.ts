/** What French words mean to a question: see dictionary.ts. */
export const french = `
measure units_sold: vendu vendus vendue vendues vendons ecoule ecoules ecoulee vendre vend vendent vendez vendait
  vendaient vendions vend_on ecouler ecoulons partis
weak units_sold: ventes vente demande volume_de_ventes
measure revenue: chiffre_d_affaires recettes encaisse recette ca ventes_en_euros rapporte revenus encaissements
  encaissons rapportent gagne chiffre_d_affaire
measure margin: marge benefice benefices marges marge_brute marges_brutes profit profits rentable rentables
measure cogs: cout_des_ventes cout_des_marchandises_vendues cout_d_achat_des_marchandises_vendues
measure average_order_value: panier_moyen panier valeur_moyenne_des_commandes valeur_moyenne_par_commande
  valeur_moyenne_de_commande ticket_moyen
measure average_price: prix_moyen prix_moyen_de_vente prix_de_vente_moyen
measure units_returned: retournes retourne retournee retournees renvoye renvoyes renvoyee renvoyees rendus
measure return_rate: taux_de_retour taux_de_retours
measure turnover: rotation_des_stocks rotation_du_stock taux_de_rotation rotation_de_stock
list BEST: plus_vendus plus_vendu mieux_vendus vendent_le_mieux vend_le_mieux mieux_vendues plus_vendues plus_vendue
  mieux_vendu mieux_vendue meilleures_ventes meilleure_vente se_vend_le_mieux se_vendent_le_mieux se_vend_le_plus
  se_vendent_le_plus plus_populaires plus_demandes le_plus_vendu la_plus_vendue les_plus_vendus les_plus_vendues
list WORST: moins_vendus moins_vendu moins_vendue moins_vendues se_vend_le_moins se_vendent_le_moins pires_ventes
  se_vendent_le_moins_bien se_vend_le_moins_bien
list SLOW: rotation_lente faible_rotation rotation_faible se_vendent_mal se_vend_mal se_vendent_lentement
list DEAD: invendus sans_vente invendu invendue invendues stock_mort stock_dormant stocks_dormants sans_ventes
  ne_se_vendent_pas ne_se_vend_pas ne_se_vendent_plus jamais_vendu jamais_vendus
list OVERSTOCK: surstock surstocks surstocke surstockes excedent excedents excedentaire excedentaires sur_stock
  trop_de trop_de_stock
measure on_hand: en_stock en_rayon en_reserve
weak on_hand: entrepot stock stocks inventaire_actuel
measure available: disponibles disponible disponibilite disponibilites dispo dispos peut_on_vendre pouvons_nous_vendre
measure reserved: reserve reserves reservee reservees alloue alloues
measure on_hold: bloque bloques bloquee bloquees
measure on_order: encore_livrer doit_encore_livrer doivent_encore_livrer encore_a_livrer reste_a_livrer en_commande commande_aux_fournisseurs
measure stock_value: valeur vaut valent valeurs immobilise immobilisee immobilises capital_immobilise valeur_de_stock
  valeur_du_stock valeur_des_stocks argent_est_immobilise argent_immobilise
measure days_of_cover: jours_de_stock couverture couverture_de_stock couverture_du_stock couvertures
  jours_de_couverture autonomie
list LOW: bientot_epuisee bientot_epuisees en_stock_faible sous_le_seuil presque_epuises bientot_epuises presque_en_rupture bientot_en_rupture presque_epuise
  presque_epuisee stock_bas stocks_bas stock_faible stocks_faibles faible_stock bas_niveau
  sous_le_seuil_de_reapprovisionnement penurie penuries sous_le_stock_minimum
list OUT: en_rupture rupture_de_stock epuise epuises manquent manque plus_en_stock en_rupture_de_stock rupture
  ruptures ruptures_de_stock epuisee epuisees plus_de_stock stock_zero stock_nul indisponible indisponibles manquant
  manquants pas_en_stock
list REORDER: reapprovisionner commander reapprovisionnement reapprovisionnements recommander a_commander
  a_recommander faut_il_commander devons_nous_commander devrions_nous_commander devrait_on_commander faut_commander
  a_acheter reassort reassortir suggestions_de_commande propositions_de_commande
list OLD: plus_ancien plus_vieux plus_vieille plus_ancienne plus_anciens plus_anciennes plus_vieilles dort_en_stock
  dorment_en_stock dort dorment
list RUNS_OUT: combien_de_temps_{va_durer,dure,durera,tient,tiendra} va_durer durera epuisera epuiser epuiseront va_tenir vont_tenir tiendra tiendront suffira suffisent suffit suffisant
  tient tiennent tenir tomber_en_rupture tombera_en_rupture va_manquer vont_manquer sera_en_rupture seront_en_rupture
list EXPIRES: arriv{ant,ent}_a_{expiration,peremption} expirent perime perimer expire perimeront periment perimera expirer expirera expireront expiration dlc
  ddm dluo peremption date_limite dates_limites
list STOLEN: vol{,s} vole{,s,e,es}
list MOVED: mouvements mouvement mouvements_de_stock mouvement_de_stock historique que_s_est_il_passe s_est_il_passe
  passe_avec disparu
measure units_received: livre livrent nous_a_vendu nous_vend recu recus achete achetes arrive arrivent arrivees
  arrives recevons recue rentre rentres entre_en_stock entrees livres_par receptionne recues reception receptions
  receptionnes receptionnee receptionnees livrer livrait approvisionne achetee achetees achetons acheter recevoir
  recoit rentree rentrees entree
measure purchase_value: depense depenses depensons depenser paye payes payons montant_des_achats
list LATE_SUPPLIERS: plus_lent plus_lents plus_lente plus_lentes
list FAST_SUPPLIERS: plus_rapide plus_rapides livre_le_plus_vite livrent_le_plus_vite
list RELIABLE: fiable fiables ponctuel ponctuels ponctuelle plus_fiable plus_fiables plus_ponctuel plus_ponctuels
  meilleur_fournisseur performance_des_fournisseurs
list UNRELIABLE: livrent_en_retard ont_livre_en_retard moins_fiable moins_fiables moins_ponctuel moins_ponctuels
  livre_en_retard livrent_le_plus_en_retard livre_toujours_en_retard livrent_toujours_en_retard pire_fournisseur
list SUPPLIES: qui_fournit fournit fournissent qui_nous_fournit fournisseur_de fournisseur_du qui_livre
measure units_produced: produit produits fabrique torrefie torrefies produisons fabriquons produite produites produire
  produisait fabriques fabriquee fabriquer torrefiee torrefiees torrefier torrefions
measure units_used: consomme consommes utilise utilisees utilisons consommons consommee consommees consommer
  consommation utilises utilisee utiliser
measure units_wasted: gaspille jete jetes pertes perdu perdus detruit mis_au_rebut gaspillage dechets dechet perdue
  perdues jetee jetees jeter casse mise_au_rebut mises_au_rebut rebut rebuts detruits detruite detruites
weak units_produced: production fabrication
group sku: article articles reference references variante variantes marchandise marchandises
group product: produit produits le_produit les_produits du_produit
group category: categorie categories
group location: emplacement emplacements site sites lieu lieux
group supplier: fournisseur fournisseurs
group reason: motif motifs raison raisons pourquoi cause causes
group day,week,month,quarter,year: jour/jours semaine/semaines mois trimestre/trimestres annee/annees
group weekday: jour_de_la_semaine jours_de_la_semaine jour_de_semaine
timely week,month,quarter,year: hebdomadaire/hebdomadaires/chaque_semaine
  mensuel/mensuelles/mensuels/mensuelle/mensuellement trimestriel/trimestrielle/trimestriels
  annuel/annuelle/annuels/annuelles
timely day: journalier{,s} journaliere{,s} quotidien quotidiennes quotidiane quotidiens quotidienne quotidiennement
noun order: commande commandes commande_client commandes_client commandes_clients commandes_de_clients
noun purchase_order: bon_de_commande bons_de_commande livraison livraisons commandes_fournisseur commande_fournisseur
  commandes_fournisseurs commandes_d_achat commande_d_achat achat achats approvisionnements bon_d_achat
noun transfer: transfert transferts transferts_de_stock
noun count: inventaire inventaires ecart ecarts ecart_d_inventaire ecarts_d_inventaire comptage comptages
  inventaires_tournants
noun return: retour retours
noun lot: lot lots numero_de_lot
noun batch: lot{,s}_de_fabrication torrefactions lot_de_production lots_de_production
state late,pending,cancelled,draft,completed,quarantine,recalled,expired,active,partially_fulfilled,partially_received,in_progress,moving:
  en_retard/retardee/retardees/retarde/en_souffrance en_attente/en_attente_de_traitement
  annule/annules/annulees/annulee/annulation/annulations brouillon/brouillons
  termines/termine/terminee/terminees/acheve quarantaine rappele/rappeles/rappelee/rappelees
  pour_peremption/perimes_deja/perimes/perimees/perimes_en_stock actifs/actif/active/actives
  partiellement_expediees/partiellement_livrees partiellement_recues/partiellement_recue en_cours_de_fabrication
  en_chemin/en_transit/en_route
state open: non_livrees en_cours ouvert ouverts ouverte ouvertes non_expediees a_expedier a_traiter
state fulfilled: expedies expediees envoye envoyes envoyees livrees expedie expediee honorees
state planned: planifies planifie planifiee planifiees prevu prevus prevue prevues
topic help,item: aide/bonjour/que_peux_tu_faire/que_sais_tu_faire catalogue/assortiment/informations_sur/infos_sur
topic policy: seuil_de_commande seuil_de_reapprovisionnement seuils_de_reapprovisionnement seuil seuils stock_minimum
  stock_mini stock_de_securite point_de_commande seuils_de_commande
topic forecast: previsions prevision vendrons prevoir prevoyons allons_nous_vendre va_t_on_vendre allons_vendre
  aurons_nous_besoin besoins avons_nous_besoin vendra demande_prevue ventes_prevues
topic insights: alertes alerte probleme problemes anomalie anomalies urgent urgents inquietant quoi_de_neuf
  a_surveiller attention
attribute unit_price,barcode,shelf_life_days: prix/prix_de_vente/prix_public/tarif/tarifs
  code_barres/code_barre/codes_barres duree_de_conservation/se_conserve/se_conservent
attribute unit_cost: coutent cout coute prix_d_achat prix_de_revient couts cout_unitaire
operator >=,<=: au_moins/minimum_de/au_minimum/pas_moins_de au_plus/au_maximum/pas_plus_de/maximum/jusqu_a
operator >: plus_de superieur_a superieure_a superieurs_a superieures_a superieur_au superieure_au depasse depassent
  plus_que au_dessus_de au_dela_de
operator <: en_dessous_de moins_de inferieur_a inferieure_a inferieurs_a inferieures_a inferieur_au inferieure_au
  moins_que en_dessous_du sous_les
by: par ventile_par groupe_par regroupe_par reparti_par repartis_par
each: chaque quel quelle quels quelles toutes_les tous_les
within: dans les nos a au aux chez en au_sein_de tous toutes toute tout
from: de du des
count: combien nombre_de nombre_d quelle_quantite_de
where: ou_est ou_sont ou_est_ce ou_y_a_t_il ou_reste_t_il ou_se_trouve ou_se_trouvent dans_quel_magasin
hold: reste restent avons a_t_on il_y_a reste_t_il as avions avaient avais aviez eu avons_eu y_avait_il y_a_t_il ai
  avait avez possedons possede detient detiennent il_reste tenons trouve a_le_plus_de a_le_moins_de
between: entre
except: excl exclus exclue pas sauf hors sans excepte jamais ni hormis exception a_part mis_a_part en_dehors_de a_l_exception_de
  a_l_exclusion_de excluant sans_compter exclu aucun aucune rien nulle_part
compare: comparee compare_a par_rapport comparer compare comparaison comparees compares par_rapport_a par_rapport_au
  par_rapport_aux contre difference face_a
most: le_plus_eleve la_plus_elevee plus_gros plus_grosse plus_grosses gros le_plus_de le_plus plus meilleur meilleure meilleurs meilleures mieux a_le_plus_de maximum plus_grand
  plus_grande plus_grands plus_eleve plus_elevee plus_eleves les_plus la_plus plus_forte plus_fort
least: moins pire pires a_le_moins_de le_moins_de le_moins les_moins plus_bas plus_basse plus_faible plus_faibles
  plus_petit
together: ensemble au_total confondus cumule cumules total_de somme en_tout
percent: pourcentage part_du part_de % pour_cent part proportion
average: moyenne moyen moyens moyennes en_moyenne
who: client clients cliente clientes acheteur acheteurs
unit units: unites unite pieces piece exemplaires exemplaire pcs
unit money: euro euros
way up,down: plus moins/baisse/diminue
trend up: augmente augmentent augmentation progresse progressent progression hausse en_hausse croissance monte montent
trend down: baisse baissent baisse_t_il diminue diminuent diminution recul recule en_baisse chute chutent
trend: evolue evoluent evolution change variation
strict: seulement uniquement exclusivement
value damaged: endommage endommages casse abime abimes
or: ou ou_bien
and: et ainsi_que
empty: vers represente representent realise realisee realises celle celles celui ceux une les l d s t j qu ont ete est sont nous notre vos avec pour sur y en il ils elle
  montre montrez donne moi ce cette ces fait faire avoir etait etaient svp s_il_vous_plait c ne faut devons le la un
  genere generent etions furent fut que aussi tout_a_fait completement totalement font faisons mes son est_ce a_t_il
  ont_ils dites je tu on sera seront cet qui quoi dont encore deja leur leurs mon ma ton sa ses n m ci ici nos votre
  ta tes te toi lui eux cela vous etes es suis soit soient sommes serait serons etais ait aient aurait auraient aurons
  ayant puis peut peux pouvez pouvons pourrait pourrais pourriez pourrions peut_on veux voudrais voulons voulez
  voudrait aimerais aimerions dois doit doivent devez devrait devrais devrions faudrait fais faites ferait dire dis
  donner donnez donne_moi indiquer indiquez indique affiche affichez afficher montrer liste listes lister savoir sais
  besoin merci bonjour bonsoir salut coucou quand quel_est etat statut nombre quantite quantites chiffre chiffres
  resume rapport donnees info infos niveau environ a_peu_pres exactement detail details concernant niveaux
  comment va vont allons afin bien s_agit
list LEAD_TIME: delai_de_livraison delais_de_livraison mettent_a_livrer delai_d_approvisionnement
  delais_d_approvisionnement delai delais temps_de_livraison combien_de_temps_met combien_de_temps_mettent
list ON_TIME: ponctualite taux_de_ponctualite a_l_heure a_temps
list CATEGORY_OF: dans_quelle_categorie
list COMING: attendu attendus attendue attendues arrivera arriveront date_de_livraison prochaine_livraison
  prochaines_livraisons quand_arrive quand_arrivent
latest: dernieres derniers dernier derniere prochain prochaine prochaines plus_recent plus_recents plus_recente
  plus_recentes
place store,warehouse: magasin/magasins/boutique/boutiques entrepot/entrepots/depot/depots
direction in: transferees
contrast: mais pourtant cependant toutefois
present: actuellement maintenant en_ce_moment a_present a_ce_jour actuel actuelle
small never: jamais
small with: avec
small left: reste restent reste_t_il
small lack: sans ni pas jamais non aucun aucune rien
small past: etait etaient avait avaient
small delivered: recu recus recue livre arrives arrivees
small still: encore toujours
small in: dans en a
small comes: arrive arrivent
small from: de du
small to: a au vers
small when: quand
small each: chaque
small asks: combien quel quelle qui quelles quels comment quand quoi
verb: cree creer annule annuler supprime supprimer supprimez ajuste ajuster changez modifie modifier mets mettez
  commandez achete acheter transfere transferer deplace ajoute ajouter recevoir ajoutez deplacer retire retirer envoie
  envoyer enregistre enregistrer
verb_or_noun: commande commander
name
  green,coffee,tea,cup,packaging,chocolate,roastery,filter,mug,kettle,grinder,box,bag,electric,travel,paper,drinking,shipping,hand,scale,lid,bottle:
  vert/verts/verte cafe/cafes thes tasse/tasses emballage/emballages chocolat torrefaction filtre/filtres mugs
  bouilloire/bouilloires moulin/moulins cartons sac/sacs/sachet/sachets electrique/electriques voyage papier boire
  expedition manuel/manuels balance/balances couvercle/couvercles bouteille/bouteilles
date hours: heures
date singular: jour semaine annee
date numbered: semaine
date christmas: noel
date article: la le les de du des l d au a
date beforeLast: avant_derniere avant_dernier
date since: depuis apres a_partir_de a_partir_du a_partir a_compter_de a_compter_du des_le
date until: jusqu avant ici
date within: dans sous en ici
date between: entre du
date to: et au jusqu
date start: debut
date end: fin
date recent: recemment dernierement
date soon: bientot
date same: meme memes
date period: periode dates
date toDate: a_ce_jour jusqu_a_present jusqu_ici jusqu_a_maintenant jusqu_a_aujourd_hui jusqu_aujourd_hui jusque_la
date including: y_compris et_y_compris
date against: rapport comparaison compare{,e,s,es} contre vs versus face
date named -1,0: hier_soir/hier_matin ce_soir/ce_matin/cet_apres_midi
date beforeMonth: du depuis avant a
date unit day,week,month,quarter,year: jour/jours/journee semaine/semaines mois trimestre/trimestres annee/annees/ans
date place this: cette ce ces en_cours courant
date place last: dernier derniere derniers dernieres precedent passe precedents precedente precedentes passee passes
  passees
date place next: prochain prochaine prochains prochaines
date ordinal 1..4: premier/premiere/premieres/1er deuxieme/second/seconde troisieme quatrieme
date weekend: week_end weekend
date half: semestre
date fraction: moitie
date vague 3: quelques
number 2..5,7..10,20,30,100: deux trois quatre cinq sept huit neuf dix vingt trente cent
number 6: six
number 11: onze
number 12: douze douzaine
number 15: quinze
number 40: quarante
number 50: cinquante
number 60: soixante
number 1000: mille
everyday: vert verte verts vertes rouge rouges bleu bleue bleus bleues noir noire noirs noires blanc blanche blancs blanches jaune jaunes gris grise une donc ni pas tres trop beaucoup peu tout toute tous toutes quelque quelques aucun aucune rien quoi qui
  quand comment dont sous vers depuis pendant avant apres vous elles m toi lui leur leurs mon ma ton ta tes sa ses votre
  cet cela ca etre sera seront avait avez ai peut peux pouvons dois doit donnez affiche plait maintenant aujourd hui
  encore deja dernier derniere va vont souvent
ending: e s es er ez ons ent ait aient ees ee ant aux
measure margin_rate: taux_de_marge taux_de_marque marge_en_pourcentage marge_en_%
measure units_per_order: articles_par_commande unites_par_commande
measure order_count: commandes_expediees commandes_livrees commandes_envoyees
measure orders_created: nouvelles_commandes commandes_recues commandes_passees
measure daily_sales: ventes_moyennes_par_jour moyenne_des_ventes_par_jour ventes_quotidiennes_moyennes
measure fill_rate: taux_de_service taux_de_disponibilite
measure sell_through: taux_d_ecoulement
measure stock_out_days: jours_de_rupture jours_en_rupture jours_sans_stock
measure lost_sales: ventes_perdues ventes_manquees
measure units_to_fulfill: reliquat reliquats reste_a_livrer restent_a_livrer reste_a_expedier carnet_de_commandes
measure incoming: en_approche en_route
measure in_transit: en_transit
measure age_days: anciennete age_moyen
measure units_adjusted: ajustement ajustements ajuste ajustes demarque demarque_inconnue corrections correction
  regularisation regularisations
measure purchase_price_change: hausse_des_prix_d_achat augmentation_des_prix_d_achat hausse_des_couts
measure waste_value: valeur_des_pertes cout_des_pertes cout_de_la_casse
small list: liste montre tous toutes tout
small leads: et maintenant seulement juste mais aussi alors
small trails: plutot aussi maintenant
small any: un une
small goods: tout chose choses
small delivery: livraison livraisons
trace: tracer tracabilite rappel_de passe_le_lot
backward: vient provient proviennent viennent provenance origine
small ofcustomers: commande_client commandes_client commandes_clients commandes_de_clients
topic recipe: recette nomenclature nomenclatures
list DEAREST: {le,la,les}_plus_{cher,chere,chers,cheres} plus_cher plus_chers plus_chere plus_cheres
list CHEAPEST: {le,la,les}_moins_{cher,chere,chers,cheres} moins_cher moins_chers moins_chere moins_cheres
list UNMOVED: sans_mouvement sans_mouvements
attribute email,phone,address: email/e_mail/courriel/adresse_mail/adresse_e_mail telephone/numero_de_telephone adresse/adresses
small supplied: livre{,s,e,es}
`;
