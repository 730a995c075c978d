/** What French words mean to a question: see dictionary.ts. */
export const french = `
measure units_sold: vendu* vend{ons,re,,ent,ez,ait,aient,ions,_on} ecoule* ecoul{er,ons} partis
  {volume,nombre,quantite}_{des,de}_ventes {volume,quantite}_vendu{e,} {volumes,quantites}_vendu{s,es} ecoul ecouls
  {trouve,trouvent}_preneur {partis,parties,partie}_en_caisse {sont_parties,sont_partis,est_parti}
measure revenue: encaiss{e,ements,ons} recette+ ca ventes_en_euros rapporte{,nt} revenus gagne chiffre_d_affaire+
  {montant,valeur}_des_ventes {combien_a,combien_ont}_{fait,rapporte} a_rapporte factur{e,es,ons,ait,er}
measure margin: marge+ benefice+ marge_brute marges_brutes profit+ rentable+ gain+ rentabilite marge_commerciale
measure margin_rate: taux_de_{marge,marque} marge_en_{pourcentage,%}
measure cogs: cout_des_ventes {cout,cout_d_achat}_des_marchandises_vendues
measure average_order_value: panier{_moyen,} valeur_moyenne_{des_commandes,par_commande,de_commande} ticket_moyen
measure units_per_order: {articles,unites}_par_commande; average_price: prix_{moyen,moyen_de_vente,de_vente_moyen}
measure order_count: commandes_{expediees,livrees,envoyees}
measure orders_created: nouvelles_commandes commandes_{recues,passees}
measure daily_sales: {ventes_moyennes,moyenne_des_ventes}_par_jour ventes_quotidiennes_moyennes
measure units_returned: retourne* renvoye* rendus revenu{e,s,es} rapporte{es,e} {est,sont}_revenu{e,s,es,};
  return_rate: taux_de_retour+; fill_rate: taux_de_{service,disponibilite}; sell_through: taux_d_ecoulement
measure turnover: rotation_{des_stocks,du_stock,de_stock} taux_de_rotation
measure stock_out_days: jours_{de_rupture,en_rupture,sans_stock}; lost_sales: ventes_{perdues,manquees}
measure units_to_fulfill: reliquat+ {reste_,restent_,}a_{livrer,expedier} carnet_de_commandes
measure on_hand: en_stock en_rayon en_reserve
measure available: libre+ disponible+ disponibilite+ dispo+ {peut_on,pouvons_nous}_vendre; reserved: reserve* alloue+
measure on_hold: bloque*
measure on_order: {encore,doit_encore,doivent_encore,encore_a}_livrer reste_a_livrer en_commande
  commande_aux_fournisseurs
measure incoming: en_approche en_route deja_recommand{e,ee,es,ees} deja_command{e,ee,es,ees}; in_transit: en_transit
measure stock_value: valeur+ vaut valent immobilise* {capital,argent_est,argent}_immobilise
  valeur_{de_stock,du_stock,des_stocks} val{ait,aient}
measure days_of_cover: {jours_de,couverture_de,couverture_du}_stock couverture+ couverture_en_jours
  jours_de_couverture autonomie; age_days: anciennete age_moyen
measure units_adjusted: ajustement+ ajuste+ demarque demarque_inconnue correction+ regularisation+
measure units_received: livr{e,es,ent,es_par,er,ait} nous_{a_vendu,vend} recu* achete* arrive* arrivent recevo{ns,ir}
  rentre* entre_en_stock receptionne* reception+ approvisionne achet{ons,er} recoit entree+ parvenu{s,es}
  nous_a_t_on_livr{e,ees,es} {ont,a}_ete_livr{e,es,ee,ees}
measure purchase_value: pour_combien_{a_t_on,avons_nous,on_a,nous_avons}_achet{e,es,ee,ees} depense+ depens{ons,er}
  paye+ payons montant_des_achats
measure average_purchase_price: prix_{d_achat_moyen,moyen_d_achat} prix_d_achat_moyens cout_d_achat_moyen
measure purchase_price_change: {hausse,augmentation}_des_prix_d_achat hausse_des_couts
measure units_produced: produit* fabrique* torrefie* produi{sons,re,sait} fabriqu{ons,er} torrefi{er,ons}
  {sorti,sortie,sortis,sorties}_de_{production,fabrication}
measure units_used: consomme* utilise* utilis{ons,er} consomm{ons,er,ation}
  {parti,partie,partis,parties,passe,passee,passes,passees,entre,entres}_en_production torrefie* torrefier torrefions
measure units_wasted: gaspill{e,age} jete* pertes perdu* detruit* {mis,mise,mises}_au_rebut dechet+ jeter casse rebut+
  {a,fini,finit,partis,parties}_a_la_{poubelle,casse,benne} finies_a_la_poubelle finis_a_la_poubelle
  mis{es,e,}_a_la_poubelle casse{es,e,s}; waste_value: {valeur,cout}_des_pertes cout_de_la_casse
measure buildable:
  {pouvons_nous,peut_on,on_peut,nous_pouvons,puis_je,je_peux}_{produire,fabriquer,faire,torrefier,encore_produire,encore_torrefier}
weak units_sold: vente+ demande volume_de_ventes; on_hand: entrepot stock+ inventaire_actuel
weak units_produced: production fabrication
list BEST: plus_vendu* {vendent,vend,se_vend,se_vendent}_le_mieux mieux_vendu* meilleures_ventes meilleure_vente
  {se_vend,se_vendent}_le_plus plus_{populaires,demandes} les_plus_vendu{s,es}
list WORST: moins_{populaire,populaires,demande,demandes} moins_vendu* se_vend_le_moins{,_bien}
  se_vendent_le_moins{,_bien} pires_ventes
list SLOW: rotation_{lente,faible} faible_rotation se_vendent_{mal,lentement} se_vend_mal; UNMOVED: sans_mouvement+
list DEAD: sans_vente+ invendu* stock_{mort,dormant} stocks_dormants ne_se_vendent_{pas,plus} ne_se_vend_pas
  jamais_vendu+; OVERSTOCK: surstock* excedent+ excedentaire+ {sur,trop_de}_stock trop_de
list LOW: bientot_epuise* {en_stock,stock}_faible sous_le_{seuil,seuil_de_reapprovisionnement}
  {presque,bientot}_en_rupture presque_epuise* stock_bas stocks_{bas,faibles} faible_stock bas_niveau penurie+
  sous_le_stock_minimum {risque,risquent}_de_manquer s_epuise{,nt} {touche,touchent,tire,tirent}_a_{leur,sa}_fin
  {devient,deviennent}_rare{s,} {sont_limite,limites,rares} {va,vont}_bientot_manquer
list OUT: en_rupture {rupture,en_rupture,ruptures,plus}_de_stock epuise* manque{nt,} {plus,pas}_en_stock rupture+
  stock_{zero,nul} indisponible+ manquant+
  n_{avons_nous,a_t_on,avons,a,y_a,y_a_t_il,en_avons,en_a,en_reste,existe,en_reste_t_il}_plus a_sec {font,fait}_defaut
  a_zero
list REORDER: reapprovisionner commander reapprovisionnement+ recommander
  {a,faut_il,devons_nous,devrions_nous}_commander a_recommander a_acheter reassort{,ir}
  {suggestions,propositions}_de_commande
list OLD: plus_ancien+ plus_vieux plus_vieille+ plus_ancienne+ {dort,dorment}_en_stock dort dorment
list RUNS_OUT: combien_de_temps_{va_durer,dure,durera,tient,tiendra} va_durer durera epuiser{a,,ont}
  tien{dra,dront,t,nent} suffi{ra,sent,t,sant} tenir {tomber,tombera,sera,seront}_en_rupture {va,vont}_manquer
list EXPIRES: {arrivant,arrivent}_a_expiration {arrivant,arrivent}_a_peremption expir{ent,e,er,era,eront,ation}
  perime{,r,ront,nt,ra} dlc ddm dluo peremption date_limite dates_limites; STOLEN: vol* volee+
list MOVED: mouvement+ {mouvements,mouvement}_de_stock historique {que_s,s}_est_il_passe passe_avec disparu
list LATE_SUPPLIERS: plus_lent*; FAST_SUPPLIERS: plus_rapide+ {livre,livrent}_le_plus_vite
list RELIABLE: fiable+ ponctuel+ ponctuelle plus_fiable+ plus_ponctuel+ meilleur_fournisseur
  performance_des_fournisseurs
list UNRELIABLE: {livrent,ont_livre,livre,livrent_le_plus}_en_retard moins_fiable+ moins_ponctuel+
  {livre,livrent}_toujours_en_retard pire_fournisseur
list SUPPLIES: qui_{fournit,nous_fournit,livre}
  {a,chez}_qui_{achetons_nous,achete_t_on,on_achete,nous_achetons,achetons} fournit fournisse{nt,ur_de,ur_du};
  CATEGORY_OF: dans_quelle_categorie; DEAREST: les_plus_cher* plus_cher*; CHEAPEST: les_moins_cher* moins_cher*
list LEAD_TIME: {met,mettent,prend,prennent}..livrer {met,mettent,prend,prennent}..a_livrer {delai,delais,temps}_de_livraison mettent_a_livrer {delai,delais}_d_approvisionnement delai+
  combien_de_temps_{met,mettent}; ON_TIME: ponctualite taux_de_ponctualite a_l_heure a_temps
list POINT: {seuil,point,seuils,points}_de_commande {seuil,seuils}_de_reapprovisionnement stock_mini{,mum}
list COMING: {sera,seront}_{de_nouveau,a_nouveau}_livr{e,es,ee,ees} attendu* arriver{a,ont}
  {date_de,prochaine}_livraison prochaines_livraisons quand_arrive{,nt} aurons_nous
  attendons{,_nous} doit_encore_livrer recevrons attend
group sku: article+ reference+ variante+ marchandise+; product: produit+ {le,du}_produit les_produits
group category: categorie+; location: emplacement+ site+ lieu lieux; supplier: fournisseur+
  fournisseur{s,}_{attitre,habituel}{,s}; reason: motif+ raison+ pourquoi cause+
group day,week,month,quarter,year: jour/jours semaine/semaines mois trimestre/trimestres annee/annees
group status: statut+ etat+; weekday: {jour_de_la,jours_de_la,jour_de}_semaine
timely week,month,quarter,year: hebdomadaire/hebdomadaires/chaque_semaine
  mensuel/mensuelles/mensuels/mensuelle/mensuellement trimestriel/trimestrielle/trimestriels
  annuel/annuelle/annuels/annuelles; day: journalier* quotidien+ quotidiane quotidienne+ quotidiennement
noun order: commande+ commande_client commandes_client+ commandes_de_clients
noun purchase_order: {bon,bons}_de_commande livraison+ commandes_fournisseur+ commande_fournisseur
  {commandes,commande,bon}_d_achat achat+ approvisionnements; transfer: transfert+ transferts_de_stock
noun count: inventaire+ ecart+ {ecart,ecarts}_d_inventaire comptage+ inventaires_tournants; return: retour+
noun batch: {lot,lots}_de_fabrication torrefactions {lot,lots}_de_production; lot: lot+ numero_de_lot
state
  late,pending,cancelled,draft,completed,quarantine,recalled,expired,active,partially_fulfilled,partially_received,in_progress,moving:
  en_retard/retardee/retardees/retarde/en_souffrance/{auraient,aurait}_du_{arriver,etre_la,etre_livrees,etre_livre}
  en_attente/en_attente_de_traitement annule/annules/annulees/annulee/annulation/annulations brouillon/brouillons
  termines/termine/terminee/terminees/acheve quarantaine rappele/rappeles/rappelee/rappelees
  pour_peremption/perimes_deja/perimes/perimees/perimes_en_stock actifs/actif/active/actives
  partiellement_expediees/partiellement_livrees partiellement_recues/partiellement_recue en_cours_de_fabrication
  en_chemin/en_transit/en_route
state open: attendent non_livrees en_cours ouvert* non_expediees a_expedier a_traiter a_preparer a_emballer
state fulfilled: envoye* livrees expedie* honorees sorti{e,s,es,}; planned: planifie* prevu*
topic policy: {seuil,point,seuils,points}_de_commande {seuil,seuils}_de_reapprovisionnement seuil+
  stock_{minimum,mini,de_securite}
topic forecast: prevision+ vendr{ons,a} prevo{ir,yons} {allons_nous,va_t_on,allons}_vendre {aurons,avons}_nous_besoin
  besoins demande_prevue ventes_prevues
topic insights: alerte+ probleme+ anomalie+ urgent+ inquietant quoi_de_neuf a_surveiller attention
topic recipe: de_quoi_{est,sont} recette nomenclature+
topic help,item: aide/bonjour/que_peux_tu_faire/que_sais_tu_faire catalogue/assortiment/informations_sur/infos_sur
attribute unit_price,barcode,shelf_life_days:
  prix/prix_de_vente/prix_public/tarif/tarifs/a_la_vente/{se_vend,vendons_nous,vend_on}_a_combien/a_combien_{vend_on,vendons_nous,se_vend,se_vendent}
  code_barres/code_barre/codes_barres/barcode/ean/gtin/code_ean duree_de_conservation/se_conserve/se_conservent
attribute unit_cost: coute{nt,} cout+ prix_{d_achat,de_revient} cout_unitaire
attribute email,phone,address: email/e_mail/courriel/adresse_mail/adresse_e_mail telephone/numero_de_telephone
  adresse/adresses
operator >=,<=: au_moins/minimum_de/au_minimum/pas_moins_de au_plus/au_maximum/pas_plus_de/maximum/jusqu_a
operator >: {plus,au_dessus,au_dela}_de superieur{_a,e_a,s_a,es_a,_au,e_au} depasse{,nt} plus_que
operator <: en_dessous_{de,du} moins_{de,que} inferieur{_a,e_a,s_a,es_a,_au,e_au} sous_les
by: par {ventile,groupe,regroupe,reparti,repartis}_par
each: chacun{,e}{_des,_de,} lequel laquelle lesquel{s,les} chaque quel+ quelle+ toutes_les tous_les
within: dans les nos a au aux chez en au_sein_de tous toute+ tout
from: de du des
count: combien nombre_{de,d} quelle_quantite_de
where: ou_est ou_sont {ou_y_a,ou_reste}_t_il ou_se_trouve{,nt} dans_quel_magasin
hold: reste{,nt,_t_il} avons{,_eu} a_t_on il_y_a as avions avai{ent,s,t} aviez eu y_a_t_il ai avez possed{ons,e}
  detien{t,nent} tenons trouve a_le_{plus_de,moins_de} detenons_nous train{ent,e} dispos{e,ent,ons}{,_t_on,_nous}
between: entre
except: non_{compris,comprise,comprises,inclus} excl{,uant} pas sauf hors sans exception jamais ni hormis
  {a,nulle}_part {en_dehors,a_l_exception,a_l_exclusion}_de sans_compter exclu* except{e,ee,es,ees} mis{,e,es}_a_part
  aucun{,e} rien
compare: devant ecart deux_fois_plus{_de,} moitie_moins{_de,} {plus,moins}_qu compar{e_a,er,aison}
  par_rapport{,_a,_au,_aux} compare* contre difference face_a
most: le_plus{_eleve,_de,} plus{_gros,,_forte,_fort} plus_grosse+ gros meilleur* mieux a_le_plus_de maximum plus_grand*
  plus_eleve* {les,la}_plus
least: moins pire+ {a_le,le}_moins_de {le,les}_moins plus_{bas,basse,petit} plus_faible+
together: ensemble au_total confondus cumule+ total_de somme en_tout
percent: pourcentage part{_du,_de,} % pour_cent proportion
average: moyenne+ moyen+ en_moyenne
trace: tracer tracabilite rappel_de passe_le_lot
backward: de_quoi_est de_quoi_sont vient provien{t,nent} viennent provenance origine
who: client* acheteur+
small sell: vend{,ent}; there: la_bas labas
small than: que qu; judged: meilleur* mieux pire+; ahead: devant derriere; difference: difference{,s} ecart{,s}; byhow: de; ratio:
  deux_fois_plus{_de,} moitie_moins{_de,}; theirs: ils elles elle il leur leurs y en ceux celles lesquel{s,les}
small ordered: commande; next: prochain*; what: que qu quoi; clause: que qu qui; that: cela; thereof: dont; excluded:
  non_{compris,comprise,comprises,inclus} exclu* except{e,ee,es,ees} mis{,e,es}_a_part; the: le la l
small ofcustomers: commande_client commandes_client+ commandes_de_clients; any: un une; never: jamais
small past: etait etaient avait avaient; list: liste montre tous toutes tout
small leads: et maintenant seulement juste mais aussi alors; trails: plutot aussi maintenant
small delivered: recu+ recue livre arrive{s,es}; still: encore toujours; goods: tout chose+; with: avec
small gone: parti*; foremost: premier{,s,e} abord; sent: envoye{,e,s,es}; containing: contien{t,nent}; left: reste{,nt,_t_il}; fewest: moins; lack: sans ni
  pas jamais non aucun{,e} rien; in: dans en a; comes: arrive{,nt}
small origin: origine provenance; from: de du; to: a au vers; when: quand; delivery: livraison+; each: chaque chacun{,e}{_des,_de,}
small degree: combien; asks: combien quel+ quelle+ qui comment quand quoi; supplied: livre*
small pay: paye+ payons payer; need: faut il_faut faut_il besoin necessaire{,s}; able: pouvons pourrons peut_on
  on_peut; firsts: premier{s,es}
small often: souvent fois; pack: sac+ sachet+ paquet+ boite+ bocal bocaux bouteille+; of: de a
small infinitive: livrer; purchased: achet{e,es,ee,ees,ons,er}; percent: pourcentage pour_cent; all: tou{s,t,tes,te}; bysupplier:
  fournisseur; ofsupplier: de du; one:
  un une; half: demi; limit: a de; leading: le en; placed: dans; abbreviated: env
unit units: unite+ piece+ exemplaire+ pcs; money: euro+
way up,down: plus moins/baisse/diminue
trend: evolu{e,ent,tion} change variation
trend up: augment{e,ent,ation} progress{e,ent,ion} hausse en_hausse croissance monte{,nt}
trend down: baisse{,nt,_t_il} diminu{e,ent,tion} recul{,e} en_baisse chute{,nt}
strict: seulement uniquement exclusivement
value damaged: endommage+ casse abime+
or: ou
and: et ainsi_que
latest: {pour_la_,la_,}derniere_fois dernier* prochain* plus_recent*
place store,warehouse: magasin/magasins/boutique/boutiques entrepot/entrepots/depot/depots
direction in: transferees
contrast: mais pourtant cependant toutefois
present: actuel{lement,,le} maintenant en_ce_moment a_present a_ce_jour
verb: cree creer annule{,r} supprime{,r,z} ajuste{,r} changez modifie{,r} mets mettez commandez achete{,r} transfere{,r}
  deplace{,r} ajoute{,r,z} recevoir retire{,r} envoie envoyer enregistre{,r}
verb_handed: {tu_t,vous_vous}_en_{occupes,occupez,charges,chargez} {t,vous}_en_{occuper,charger}
  occupe{_toi_en,z_vous_en}
verb_polite: vous_pourriez tu_peux tu_pourrais pourrais_tu vous_pouvez pourriez_vous
verb_set: {baisse,augmente,monte,porte,passe}{,z,r} fixe{_le,_la,_les,z,r}
verb_counted: sor{s,tez,tir} enleve{,z,r} jete{z,r} jette passe{,z,r} mets mettez mettre note{,z,r} saisi{s,r,ssez}
  prends prenez dedui{s,re,sez} compte_en_perte retranche{,z,r} declare{,z,r}
verb_or_noun: commande{,r}
date hours: heures; singular: jour semaine annee; numbered: semaine; holiday 12-25: noel; holiday 12-24:
  {reveillon,veille}_de_noel; holiday 12-31: saint_sylvestre; holiday 1-1: jour_de_l_an nouvel_an
date article: la le les de du des l d au a; beforeLast: avant_dernier{e,}
date since: depuis apres a_partir{_de,_du,} a_compter_{de,du} des_le; until: jusqu avant ici; within: dans sous en ici
date between: entre du; to: et au jusqu; start: debut; end: fin; recent: recemment dernierement; soon: bientot
date beforeMonth: du depuis avant a; same: meme+; period: periode dates
date toDate: a_ce_jour jusqu_{a_present,ici,a_maintenant,a_aujourd_hui} jusqu_aujourd_hui jusque_la
date including: {y,et_y}_compris; against: {plus,moins}_{que,qu} rapport comparaison compare* contre vs versus face
date unit day,week,month,quarter,year: jour/jours/journee semaine/semaines mois trimestre/trimestres annee/annees/ans
date place this: cette ce ces en_cours courant; place last: dernier* precedent* passe*; place next: prochain*
date ordinal 1..4: premier/premiere/premieres/1er deuxieme/second/seconde troisieme quatrieme
date vague 3: quelques; weekend: week_end weekend; half: semestre; fraction: moitie
date named -1,0: hier_soir/hier_matin ce_soir/ce_matin/cet_apres_midi; fortnight: quinzaine+; weekOf first: semaine_du
date third 1: milieu_d; holiday easter+0: paques; holiday easter+1: lundi_de_paques; holiday easter+49: pentecote
number 2..5,7..10,20,30,100: deux trois quatre cinq sept huit neuf dix vingt trente cent
number 6: six; 11: onze; 12: douze douzaine; 15: quinze; 40: quarante; 50: cinquante; 60: soixante; 1000: mille
weak revenue: argent
small provenance: origine+ provenance+
small after: apres; before: avant; since: depuis; inyear: en de depuis; numbersign: numero n
small beforenumber: de la le des; lotword: lot lots; orderword: commande; beforecode: numero
small infill: de la le du taille en; company: sa sas
small atplace: en a dans; theplace: la le; beforeother: a le au par en; doubtfulmonth: mai mars sept
small beforeunit: ce ces cette; make: fait faits faites; roasted: torrefie{,s,e,es} torrefi{er,ons}; dayled: le
small afterday: a au en dans
ending: e s es er ez ons ent ait aient ees ee ant aux
small person: nous on je j me m moi mon ma mes tu te toi ton ta vous votre; copula: etai{t,ent} est sont
`;
