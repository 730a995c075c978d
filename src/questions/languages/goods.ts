/** What goods, and the countries that they come from, are called in each language: see dictionary.ts. */
export const goods = {
  english: `
name green: raw unroasted; coffee: bean+; grinder: mill+; brewing: brewer+; decaf: decaffeinated; ethiopia: ethiopian+
name brazil: brazilian+; colombia: colombian+; kenya: kenyan+; guatemala: guatemalan+; indonesia: indonesian+
name india: indian+; japan: japanese; china: chinese
`,
  german: `
name
  green,coffee,tea,cup,mug,filter,grinder,kettle,scale,chocolate,bag,box,lid,bottle,packaging,roastery,electric,travel,shipping:
  gruner/grunem/grunen/ungerostet*/roh* kaffee/kaffees/rostkaffee/rostkaffees/bohne{,n}/kaffeebohne{,n} tee/tees
  tasse/tassen/kaffeetasse{,n}/teetasse{,n} becher/bechern filter/filtern/kaffeefilter{,n}
  muhle/muhlen/kaffeemuhle/kaffeemuhlen wasserkocher waage/waagen schokolade tute/tuten/beutel
  schachtel/schachteln/karton/kartons deckel flasche/flaschen verpackung/verpackungen/verpackungsmaterial/packmaterial
  rosterei elektrisch/elektrische/elektrischer/elektrischen/elektrisches/elektro reise versand
name green coffee: rohkaffee{,s} rohbohne{,n} grunkaffee; paper filter: papierfilter{,n} filterpapier{,s,e}
  filtertute{,n} kaffeefiltertute{,n}; espresso cup: espressotasse{,n}
name cappuccino cup: cappuccinotasse{,n}; hand grinder: handmuhle{,n}; drinking chocolate: trinkschokolade kakao
name paper cup: pappbecher{,n}; travel mug: reisebecher{,n}
name decaf: {entkoffeiniert,koffeinfrei}{,e,en,er,es}; ethiopia: athiop{ien,isch,ische,ischen,ischer} athiopischem
  athiopisches; french press: stempelkanne{,n} pressstempelkanne{,n}; electric grinder: elektromuhle{,n}
name shipping box: versandkarton{,s} versandschachtel{,n}; coffee bag: kaffeetute{,n} kaffeebeutel{,n}
name cone dripper: handfilter{,n}; brewing: bruhgerat{,e,en} kaffeebereiter{,n} kaffeezubereitung bruhbedarf
name camping mug: campingbecher{,n}; brazil: brasilianisch*; colombia: kolumbianisch*; kenya: kenianisch*
name guatemala: guatemaltekisch*; indonesia: indonesisch*; india: indisch*; japan: japanisch*; china: chinesisch*
`,
  spanish: `
name
  green,coffee,cup,packaging,roastery,filter,mug,kettle,grinder,bag,box,tea,chocolate,scale,lid,bottle,paper,electric,travel,hand,shipping:
  verde/verdes/crud{o,a,os,as} cafe/cafes/grano+ taza/tazas/vaso+ embalaje/embalajes/empaque+
  tostaduria/tostadero/tostador filtro/filtros jarra/jarras hervidor/hervidores molinillo/molinillos/molino/molinos
  bolsa/bolsas caja/cajas tes chocolate bascula/basculas/balanza/balanzas tapa/tapas botella/botellas papel
  electrico/electrica/electricos/electricas viaje manual/manuales envio
name decaf: descafeinad{o,a,os,as}; ethiopia: etiop{ia,e,es}; press: prensa+; french: francesa+
name thermometer: termometro+; brazil: brasilen{o,a,os,as}; colombia: colombian{o,a,os,as}; kenya: kenian{o,a,os,as}
name guatemala: guatemaltec{o,a,os,as}
`,
  french: `
name
  green,coffee,tea,cup,packaging,chocolate,roastery,filter,mug,kettle,grinder,box,bag,electric,travel,paper,drinking,shipping,hand,scale,lid,bottle:
  vert/verts/verte/cru{,e,s,es} cafe/cafes/grain+ thes tasse/tasses/gobelet+ emballage/emballages chocolat torrefaction
  filtre/filtres mugs bouilloire/bouilloires moulin/moulins cartons sac/sacs/sachet/sachets electrique/electriques
  voyage papier boire expedition manuel/manuels balance/balances couvercle/couvercles bouteille/bouteilles
name decaf: decafeine{,s} deca; ethiopia: ethiop{ie,ien,iens}; press: presse+; french: francaise+
name thermometer: thermometre+; brazil: bresilien{,s,ne,nes}; colombia: colombien{,s,ne,nes}; kenya: kenyan{,s,e,es}
name guatemala: guatemalteque+
`,
  italian: `
name
  green,coffee,cup,packaging,roastery,filter,mug,tea,grinder,bag,box,kettle,chocolate,scale,lid,bottle,paper,electric,travel,hand,shipping:
  verde/verdi/crud{o,a,i,e} caffe/grani/chicchi tazza/tazze/tazzina/tazzine/bicchier{e,i}
  imballaggio/imballaggi/confezion{e,i} torrefazione filtro/filtri boccale/boccali te macinacaffe/macinino/macinini
  sacchetto/sacchetti scatola/scatole bollitore/bollitori cioccolato/cioccolata bilancia/bilance coperchio/coperchi
  bottiglia/bottiglie carta elettrico/elettrica/elettrici/elettriche viaggio manuale/manuali spedizione
name decaf: decaffeinat{o,a,i,e}; ethiopia: etiop{ia,e,i,ico}; thermometer: termometr{o,i}; brazil: brasilian{o,a,i,e}
name colombia: colombian{o,a,i,e}; kenya: kenian{o,a,i,e} keniot{a,i}; guatemala: guatemaltec{o,a}
`,
  portuguese: `
name
  green,coffee,tea,cup,mug,filter,grinder,packaging,roastery,chocolate,bag,box,kettle,scale,lid,bottle,paper,electric,travel,hand,shipping:
  verde/verdes/cru/crus cafe/cafes/grao/graos cha/chas xicara/xicaras/chavena/chavenas/copo+ caneca/canecas
  filtro/filtros moedor/moedores/moinho/moinhos embalagem/embalagens torrefacao chocolate saco/sacos/sacola/sacolas
  caixa/caixas chaleira/chaleiras balanca/balancas tampa/tampas garrafa/garrafas papel
  eletrico/eletrica/eletricos/eletricas/electrico/electrica/electricos/electricas viagem manual/manuais envio
name decaf: descafeinad{o,a,os,as}; ethiopia: etiop{ia,e,es}; press: prensa+; french: frances{a,as}
name thermometer: termometro+; brazil: brasileir{o,a,os,as}; colombia: colombian{o,a,os,as}; kenya: quenian{o,a,os,as}
name guatemala: guatemaltec{o,a}
`,
} as const;
