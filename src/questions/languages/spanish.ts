/** What Spanish words mean to a question: see dictionary.ts. */
export const spanish = `
measure units_sold: vend{e,en,er,i,ia,ian,iamos,imos,emos,iste,iendo,io,ieron,ido,idos,ida,idas}
  compraron_los_clientes compran_los_clientes nos_compr{an,aron,o} nos_han_comprado
weak units_sold: ventas venta demanda volumen
measure revenue: ingresos facturacion factur{amos,a,o,aron,ado,ados,ar} ingres{ado,amos} recaud{ado,amos,o,acion}
  cifra_de_negocio cifra_de_ventas valor_de_{ventas,las_ventas,lo_vendido} importe_de_{ventas,las_ventas}
  ventas_en_{euros,valor,dinero,importe} dinero_{entro,ha_entrado,entra} entro_dinero entrado_dinero entrado_de_dinero
  hecho_de_caja hicimos_de_caja
weak revenue: dinero
measure margin: margen margenes margen_bruto beneficio beneficios beneficio_bruto ganancia ganancias
  gan{ado,amos,o,aron} rentable rentables rentabilidad utilidad utilidades
measure margin_rate: margen_porcentual margen_en_porcentaje porcentaje_de_margen margen_sobre_ventas tasa_de_margen
measure cogs: {coste,costo}_de_{ventas,las_ventas,lo_vendido,la_mercancia_vendida,los_productos_vendidos}
measure average_order_value: valor_{medio,promedio}_{de,del,por,de_los,de_un,de_cada}_{pedido,pedidos}
  importe_{medio,promedio}_{de,del,por,de_los}_{pedido,pedidos} pedido_{medio,promedio} ticket_{medio,promedio}
  cesta_media
measure units_per_order: {unidades,articulos,piezas}_por_pedido
measure average_price: precio_{medio,promedio} precio_{medio,promedio}_de_venta precio_de_venta_{medio,promedio}
  precios_medios
measure order_count: pedidos_{enviados,servidos,despachados,completados,entregados}
measure orders_created: pedidos_{recibidos,nuevos,creados,hechos,realizados,entrados} nuevos_pedidos recibimos_pedidos
  entraron_pedidos
measure daily_sales: venta_diaria_{media,promedio} ventas_diarias_{medias,promedio} venta_media_{diaria,por_dia}
  ventas_medias_por_dia media_{diaria,diaria_de_ventas,de_ventas_diarias,de_ventas_por_dia}
  promedio_{diario,diario_de_ventas,de_ventas_diarias} vende{mos,,n}_{al,por}_dia velocidad_de_venta ritmo_de_venta
measure units_returned: devuelt{o,os,a,as} devol{vio,vieron,vimos,vemos,ver} devuelve devuelven
measure return_rate: tasa_de_{devolucion,devoluciones} indice_de_{devolucion,devoluciones}
  porcentaje_de_{devolucion,devoluciones} ratio_de_{devolucion,devoluciones}
measure fill_rate: nivel_de_servicio tasa_de_servicio tasa_de_cumplimiento
measure turnover: rotacion rotacion_{de,del}_{stock,inventario} rotacion_de_{existencias,las_existencias} rota rotan
  indice_de_rotacion
measure stock_out_days: dias_{sin_stock,sin_existencias,agotado,agotados} dias_{de,en}_rotura dias_de_rotura_de_stock
measure lost_sales: ventas_perdidas
measure units_to_fulfill: unidades_{pendientes,por_enviar,por_servir} unidades_pendientes_de_{enviar,envio,servir}
list BEST: mas_vendid{o,os,a,as} mejor_vendid{o,os,a,as} {venden,vende}_mejor se_{venden,vende}_mejor
  {venden,vende}_mas_rapido mas_popular{,es} mas_demandad{o,os,a,as} mas_solicitad{o,os,a,as} superventas
  best_seller{,s} bestseller{,s} top_ventas productos_estrella alta_rotacion mas_rotacion mayor_rotacion mas_salida
list BUSIEST: mas_fuerte mas_activo mas_movido
list WORST: menos_vendid{o,os,a,as} peor_vendid{o,os,a,as} {venden,vende}_peor se_{venden,vende}_peor
list SLOW: lenta_rotacion baja_rotacion poca_rotacion menos_rotacion menor_rotacion
  {venden,vende}_{despacio,lento,poco} se_mueve{,n}_{poco,despacio} poca_salida poco_movimiento
list DEAD: sin_venta{,s} sin_vender sin_rotacion stock_muerto inventario_muerto estancad{o,os,a,as}
  obsolet{o,os,a,as} nunca_vendid{o,os,a,as} no_vendid{o,os,a,as} nadie_compra
list OVERSTOCK: exceso excesos exceso_de_{stock,inventario,existencias} sobrestock sobrante sobrantes excedente
  excedentes sobra sobran demasiad{o,os,a,as} liquidar liquidacion
measure on_hand: en_existencia{,s} en_{stock,almacen,inventario} en_el_almacen en_las_estanterias fisicamente
weak on_hand: existencia existencias inventario almacen stock stocks
measure available: disponible disponibles disponibilidad stock_libre podemos_{vender,enviar,servir} disponemos
measure reserved: {reservad,comprometid,apartad,asignad}{o,os,a,as}
measure on_hold: {bloquead,retenid}{o,os,a,as}
measure on_order: por_{llegar,recibir} pendiente{,s}_de_{recibir,llegar}
  {falta,faltan,queda,quedan}_por_{llegar,recibir} {falta,faltan}_por_llegarnos nos_debe{,n}
  ped{imos,ido_a_proveedores} hemos_{pedido,encargado} tenemos_{pedido,encargado} encarg{amos,ado,ados}
measure incoming: en_camino entrante entrantes
measure in_transit: en_transito
measure stock_value: valor vale valen valorad{o,os,a,as} valoracion valor_{del,de}_{stock,inventario,almacen}
  valor_de_{existencias,las_existencias} {capital,dinero}_{inmovilizado,parado,invertido} inmovilizad{o,a}
measure days_of_cover: dias_de_{stock,cobertura,inventario,existencias} cobertura cobertura_de_stock
measure age_days: antiguedad antiguedad_media edad edad_media
measure units_adjusted: ajust{e,es,ado,ados,ada,adas,amos,aron}
list LOW: bajo_minimo{,s} bajo_el_minimo por_debajo_{del_minimo,de_minimos,de_su_minimo}
  poc{o_stock,as_existencias,o_inventario} {stock,inventario}_bajo bajo_stock bajo{,s}_de_{stock,existencias}
  stocks_bajos {escas}{o,os,a,as} escase{z,a,an} queda{,n}_poc{o,os,a,as}
  se_{esta,estan}_{acabando,agotando,terminando} casi_agotad{o,os,a,as}
list OUT: agotad{o,os,a,as} sin_{existencias,existencia,stock} falta faltan fuera_de_stock rotura{,s}_de_stock
  en_rotura en_rotura_de_stock roturas quiebre{,s}_de_stock en_quiebre no_hay_{stock,existencias} no_queda{,n}
  no_nos_queda{,n} no_tenemos_{stock,existencias} se_acab{o,aron} se_nos_acab{o,aron} se_{ha,han}_{acabado,agotado}
  se_nos_{ha,han}_{acabado,agotado} se_agot{o,aron} stock_{cero,a_cero} a_cero
list REORDER: reponer reposicion reposiciones pedir pido pedirle pedirles encargar comprar comprarle reabastecer
  reaprovisionar {falta,faltan}_{por_,}{pedir,comprar,reponer,encargar} propuesta{,s}_de_{compra,pedido}
  sugerencia{,s} sugerencia{,s}_de_{compra,pedido,reposicion} recomendacion recomendaciones recomend{ais,as,arias}
  recomienda{,s} lista_de_{compras,la_compra}
list OLD: mas_{antigu,viej}{o,os,a,as} {antigu,viej}{o,os} envejecid{o,os,a,as} envejecimiento lleva llevan
  almacenad{o,os,a,as}
list RUNS_OUT: para_cuanto_tiempo cuanto_tiempo_{dura,durara} agot{a,an,ar,ara,aran,arse,aremos} acab{a,an,ara,aran,arse} se_{va,van}_a_{acabar,agotar,terminar}
  se_nos_{va,van}_a_{acabar,agotar} dura duran dur{ar,ara,aran,aria} alcanz{a,an,ar,ara,aran} basta bastan bastara
  riesgo_de_{rotura,agotarse,quiebre} riesgo_de_{rotura,quiebre}_de_stock
list EXPIRES: caduc{a,an,ar,ara,aran,idad} venc{e,en,er,era,eran,imiento} expir{a,an,ar,ara,aran,acion}
  fecha_de_{caducidad,vencimiento} consumo_preferente proximo{,s}_a_{caducar,vencer} {proxim}{a,as}_a_{caducar,vencer}
  a_punto_de_{caducar,vencer}
list STOLEN: rob{aron,o,os,ado,ados,ada,adas} hurt{o,os,ado,ados,ada,adas}
list MOVED: movimiento movimientos historial paso pasaba ha_pasado han_pasado ocurrio ha_ocurrido sucedio
  cambios_de_stock desapareci{o,eron,do}
measure units_received: nos_vend{io,ieron,e,en} nos_{ha,han}_vendido recib{e,en,ir,imos,io,ieron,ido,idos,ida,idas}
  compr{ado,ados,ada,adas,amos,aron,o} lleg{a,an,ar,o,aron,ado,ados,ada,adas} entreg{an,ar,o,aron,ado,ados,ada,adas}
  entr{o,aron,ado,ados,ada,adas,adas_de} nos_entrega recepcion recepciones suministr{o,aron,ado,ados}
  nos_suministra{,n} nos_{mando,mandaron,enviaron,envio}
measure purchase_value: gast{o,os,a,amos,ado,ados,aron} pag{ado,amos,aron,ar,o} gast{o,ado,amos}_en_compras
  gastos_de_compra{,s} importe_de_compra{,s} valor_de_{compras,las_compras}
measure purchase_price_change: subida{,s}_de_precio{,s} variacion_de_precio{,s}_de_compra encarecid{o,os,a,as}
  encareci{o,eron}
list LATE_SUPPLIERS: mas_lent{o,os} tarda{,n}_mas mas_{tarda,tardan} tarda{,n}_mas_en_{entregar,llegar}
list FAST_SUPPLIERS: mas_rapid{o,os} tarda{,n}_menos entrega{,n}_{mas_rapido,antes}
list RELIABLE: fiable{,s} fiabilidad confiable{,s} puntual puntuales mejor_proveedor cumpl{e,en}_mejor
  {rendimiento,desempeno,evaluacion}_de_{proveedores,los_proveedores}
list UNRELIABLE:
  {entrega,entregan,entregaron}_{tarde,mas_tarde,con_retraso,con_mas_retraso,siempre_tarde,fuera_de_plazo}
  llega{,n}_siempre_tarde menos_fiable{,s} menos_puntual{,es} poco_fiable{,s} impuntual{,es} peor_proveedor
  se_retrasa{,n} se_retrasa{,n}_mas mas_se_retrasa{,n} {incumple}{,n}
list SUPPLIES: quien_{suministra,provee} quien_nos_{suministra,provee,vende} suministra suministran provee proveen
  surte surten abastece{,n} a_quien_{compramos,le_compramos,se_compra}
list CATEGORY_OF: que_categoria_es a_que_categoria
measure units_produced: {producid,fabricad,tostad,elaborad}{o,os,a,as} produj{o,imos,eron} produc{imos,ir,en}
  fabric{amos,aron,o,an,ar} tost{amos,o,aron,ar,ando} tuesta tuestan elabor{amos,aron,o,ar}
measure units_used: gast{ado,amos,aron} {consumid,usad,utilizad,emplead}{o,os,a,as} consum{imos,io,ieron,e,en,o,os,ir}
  us{o,a,an,amos,aron,ar} utiliz{amos,o,aron,a,an,ar} emple{amos,o,aron}
  {gastad,usad,utilizad,consumid}{o,os,a,as}_en_{produccion,la_produccion}
  {usaron,usamos,consumieron,consumimos,gastaron,entraron}_en_{produccion,la_produccion}
measure units_wasted: {desperdiciad,tirad,desechad,perdid,estropead,mermad,destruid}{o,os,a,as} desperdici{o,os,amos}
  merma mermas tir{amos,o,aron,ar} desech{amos,o,aron,os} perd{imos,ieron,io} estrope{o,aron} a_la_basura basura
  {echado,echo,echaron}_a_perder {dad}{o,os,a,as}_de_baja romp{io,ieron}
measure waste_value: {valor,coste,costo,importe}_de_{la_merma,las_mermas,mermas,merma,lo_desperdiciado,lo_tirado}
weak units_produced: produccion
group sku: articulo articulos item items sku skus referencia referencias variante variantes cosas genero sabores
  colores tallas formatos presentaciones
group product: producto productos
group category: categoria categorias familia familias
group location: ubicacion ubicaciones localizacion sede sedes centro centros sitio sitios lugar lugares
group supplier: proveedor proveedores proveedora
group reason: motivo motivos razon razones causa causas porque por_que
group condition: condicion condiciones
group abc_class: clase clases
group day,week,month,quarter,year: dia/dias semana/semanas mes/meses trimestre/trimestres ano/anos
onday 1..7: los_lunes los_martes los_miercoles los_jueves los_viernes sabados/los_sabados domingos/los_domingos
onday 6 7: fines_de_semana los_fines_de_semana
group weekday: dia_de_la_semana dias_de_la_semana
timely day,week,month,quarter,year: diari{o,a,os,as,amente}/dia_a_dia/dia_por_dia
  semanal{,es,mente}/semana_a_semana/semana_por_semana mensual{,es,mente}/mes_a_mes/mes_por_mes
  trimestral{,es,mente}/trimestre_a_trimestre anual{,es,mente}/ano_a_ano
noun order: pedido pedidos pedido_de_{cliente,venta} pedidos_de_{cliente,clientes,venta} orden ordenes orden_de_venta
  ordenes_de_venta
noun purchase_order: orden_de_compra ordenes_de_compra entrega entregas compra compras pedido{,s}_de_compra
  pedido{,s}_a_{proveedor,proveedores,los_proveedores} remesa remesas oc
noun transfer: transferencia transferencias traslado traslados traspaso traspasos
  movimientos_entre_{almacenes,tiendas}
noun count: recuento recuentos conteo conteos inventarios contado contamos diferencias discrepancia discrepancias
  descuadre descuadres toma_de_inventario
noun return: devolucion devoluciones
noun batch: lote_de_produccion lotes_de_produccion orden_de_{produccion,fabricacion}
  ordenes_de_{produccion,fabricacion} tueste tuestes tanda tandas hornada hornadas
noun lot: lote lotes partida partidas
state open: {abiert}{o,os,a,as} pendiente pendientes por_{enviar,servir,despachar,entregar,cerrar}
  {falta,faltan,queda,quedan}_por_{enviar,servir,despachar,entregar}
  sin_{enviar,servir,despachar,entregar,completar,terminar,cerrar}
  pendiente{,s}_de_{enviar,envio,servir,entrega,entregar,despachar,preparar}
state late: {retrasad,atrasad,demorad}{o,os,a,as} con_{retraso,atraso,demora} retraso retrasos tarde fuera_de_plazo
state pending: sin_procesar por_procesar
state partially_fulfilled: parcialmente_{enviad,servid}{o,os} {enviad,servid}{o,os}_parcialmente
state fulfilled: {cumplid,enviad,servid,despachad,expedid}{o,os,a,as} envi{amos,aron} servimos despachamos expedimos
state cancelled: {cancelad,anulad}{o,os,a,as} cancel{amos,aron} anul{amos,aron}
state draft: borrador borradores
state submitted: {enviad}{o,os,a,as}_{a_proveedores,al_proveedor,a_los_proveedores} {emitid}{o,os,a,as}
state partially_received: parcialmente_{recibid}{o,os,a,as} {recibid}{o,os,a,as}_parcialmente
  {recibid}{o,os,a,as}_en_parte
state received: {recibid}{o,os,a,as}
state planned: {planificad,planead,programad}{o,os,a,as}
state in_progress: en_{curso,proceso,marcha,produccion,fabricacion}
state completed: {terminad,completad,finalizad,concluid}{o,os,a,as}
state quarantine: cuarentena en_cuarentena
state recalled: {retirad}{o,os,a,as} {retirad}{o,os,a,as}_del_mercado
state expired: por_{caducidad,vencimiento} {caducad,vencid,expirad}{o,os,a,as}
state active: {activ}{o,os,a,as}
state moving: en_camino en_transito de_camino en_ruta en_reparto
topic item: catalogo ficha surtido informacion_sobre informacion_de datos_de
topic policy: punto{,s}_de_{pedido,reorden,reposicion} nivel_de_reposicion minimo minimos {stock,inventario}_minimo
  stocks_minimos existencias_minimas {stock,inventario}_de_seguridad cantidad_de_{pedido,reposicion,reorden}
  cantidades_de_pedido politica{,s}_de_reposicion
topic forecast: pronostico pronosticos prevision previsiones previst{o,os,a,as} esperad{o,os,a,as} proyeccion
  proyecciones demanda_{prevista,esperada} vender{emos,a,an} vamos_a_{vender,necesitar} se_{va,van}_a_vender
  va{,n}_a_venderse esperamos_vender necesitar{emos,a,an}
topic insights: problema problemas alerta alertas aviso avisos incidencia incidencias urgente urgentes atencion
  anomalia anomalias rar{o,os,a,as} extrano mal preocupar preocuparnos novedades que_pasa debo_saber deberia_saber
  deba_saber deberiamos_saber debamos_saber que_tal_va que_tal_vamos
topic help: ayuda hola que_puedes_hacer que_sabes_hacer que_{te_puedo,puedo}_preguntar
attribute unit_price: precio precios precio{,s}_de_venta pvp tarifa
attribute unit_cost: {cuesta,cuestan} coste costes costo costos costado costaron precio{,s}_de_{coste,costo,compra}
attribute shelf_life_days: vida_util
attribute barcode: codigo_de_barras codigos_de_barras ean gtin
operator >,>=,<,<=: mas_de/superior{,es}_a/mayor{,es}_{que,de,a}/por_encima_{de,del}/super{a,an,e,en}/exced{e,en}
  al_menos/por_lo_menos/como_minimo/minimo_de/un_minimo_de/no_menos_de/a_partir_de
  menos_de/inferior{,es}_a/menor{,es}_{que,de,a}/por_debajo_{de,del}/debajo_de
  como_maximo/como_mucho/a_lo_sumo/maximo_de/un_maximo_de/no_mas_de/hasta
by: por segun desglosad{o,os,a,as}_por agrupad{o,os,a,as}_por
each: cada que cual cuales
within: en los las dentro_de
from: desde de del
count: cuant{o,os,a,as} numero_de cantidad_de
where: donde
hold: tener ten{go,emos,ia,ian,iamos,dremos} tiene tienes tienen tuv{o,imos,ieron} hay habia habia_en habra queda
  quedan quedaba{,n} quedo quedaron resta restan existe existen guardamos almacenamos
between: entre
except: excl sin_contar sin_incluir no nunca jamas excepto sin menos salvo no_incluyendo ni excluyendo {excluid}{o,os,a,as}
  exceptuando descontando quitando a_excepcion_de con_excepcion_de aparte_de fuera_de dejando_fuera ningun ninguno
  ninguna
compare: mejor comparad{o,os,a,as} compara comparar comparame comparando comparacion comparativa comparativo
  en_comparacion_con que_en que_el que_la respecto respecto_a respecto_al con_respecto_a frente frente_a versus vs
  contra diferencia
most: mas mejor mejores mayor mayores maxim{o,a,os,as} principal principales top ranking lider alt{o,a,os,as}
  mas_alt{o,a,os,as} mas_grande{,s} mas_larg{o,a,os,as}
least: menos peor peores menor menores mas_baj{o,a,os,as} mas_pequen{o,a,os,as} mas_cort{o,a,os,as}
  menos_alt{o,a,os,as}
together: en_total en_conjunto juntos juntas
percent: porcentaje porcentajes por_ciento proporcion cuota tasa ratio
average: promedio promedios medi{o,a,os,as} de_media en_promedio
trace: traza trazar trazabilidad rastrea rastrear fue_a_parar fueron_a_parar quien_recibio
backward: viene vienen provien{e,en} proced{e,en} origen procedencia ingredientes {hech}{o,os,a,as}_con
who: cliente clientes comprador compradores quien quienes
unit money: euro euros eur dolares
unit units: unidades unidad piezas pieza uds ud
unit weight: kg kilo kilos kilogramo kilogramos
way up,down: mejor/mas/mayor bajo/peor/menos/menor
trend up: subi{o,eron,do} sub{e,en} crec{io,ieron,ido,imiento,e,en} aument{o,os,ado,aron,a,an}
  increment{o,os,ado,aron}
trend down: baja bajan bajad{o,as} bajaron ca{yo,yeron,ido,ida,idas,e,en} descen{so,dido,dio,dieron}
  disminu{yo,yeron,ido,cion,ye,yen} reduj{o,eron}
trend: cambi{o,os,ado,aron} evolucion evolucionado evoluciono evolucionaron variacion variado vario
supposed: si supongamos suponiendo
strict: solo solamente unicamente exclusivamente ambos ambas
small both: ambos ambas
value damaged: {danad,averiad,rot,defectuos}{o,os,a,as}
value contamination: {contaminad}{o,os,a,as} contaminacion
value sellable: vendible{,s} revendible{,s}
or: o u
and: y asi_como ademas_de
empty: tod{as,os}_l{as,os} a_fecha a_fecha_de algun alguna algunos algunas siguen sigue seguimos el la lo los las un una unos unas del al se su sus
  nuestr{o,a,os,as} mi mis tu tus ha han hemos he has fue fueron son somos soy es era eran eramos fuimos fuisteis ser
  estar est{a,an,amos,as,aba,aban} este estos ese esa esos esas eso esto aquel aquella aquell{o,os,as} con para nos me
  te le les mostrar muestra muestrame mostrame ensename ver dame dime dinos deme digame di decir decirme pasame ponme
  lista listame listado hubo hay_que hac{e,en,er,emos,eis} hizo hicimos hicieron hecho ido cual cuales como cuando
  favor por_favor gracias buenos_dias buenas_tardes buenas sera seran serian habian tambien muy ya aun todavia quiero
  querria quisiera quieres necesit{o,amos,a} deb{o,e,en,emos,eria,eriamos,erian} tenemos_que tengo_que tendria_que
  tendriamos_que hace_falta hacen_falta puede pueden puedo podemos puedes podrias podria podeis va van voy vamos a
  saber sabes completamente totalmente solo_un cada_uno total totales cifra cifras numeros resumen informe reporte
  detalle tabla grafico cantidad cantidades vez actualmente cosa tipo tipos ahi aqui exactamente aproximadamente
  concretamente llevamos ido_el ido_la con_detalle
list LEAD_TIME: plazo{,s}_de_entrega plazo_{medio,promedio}_de_entrega plazo_de_entrega_{medio,promedio}
  tiempo{,s}_de_{entrega,suministro,reposicion} tiempo_{medio,promedio}_de_entrega plazo_de_aprovisionamiento tarda
  tardan tardo tardaron tarda{,n}_en_{entregar,llegar,servir} demora
list ON_TIME: puntualidad a_tiempo en_plazo entregas_a_tiempo porcentaje_de_entregas_a_tiempo cumplimiento_de_plazos
list COMING: llegara llegaran nos_llega{,n} {va,van}_a_llegar {va,van}_a_llegarnos vamos_a_recibir recibiremos
  entregara entregaran {va,van}_a_{entregar,entregarnos} fecha_de_{entrega,llegada} fecha_prevista eta
latest: ultim{o,a,os,as} reciente recientes mas_reciente{,s} proxim{o,a,os,as} siguiente siguientes
place store,warehouse: tienda/tiendas/sucursal/sucursales/{punto,puntos}_de_venta
  almacen/almacenes/deposito/depositos/bodega/bodegas
direction in: {transferid,traspasad,trasladad}{o,os,a,as} transferimos traspasamos trasladamos
contrast: pero sino aunque
present: ahora ahora_mismo actualmente en_este_momento hoy_en_dia
small any: algun alguna algunos algunas un una
small never: nunca jamas
small next: proxim{o,a,os,as} siguiente siguientes
small back: atras
small goods: todo algo cosas
small with: con
small left: queda quedan quedaba quedaban quedo quedaron resta restan
small lack: sin ni no nunca jamas ningun ninguno ninguna
small past: fueron fue habia habian estaba estaban era eran tuvo tuvimos tuvieron hubo ha han hemos he
small delivered: recib{ido,idos,ida,idas,imos,io,ieron} lleg{ado,ados,ada,adas,o,aron}
  entreg{ado,ados,ada,adas,o,aron}
small still: aun todavia sigue siguen
small in: en
small comes: llega llegan nos_llega
small from: de desde del
small to: a al hacia
small when: cuando
small delivery: entrega entregas
small who: quien quienes
small each: cada
small asks: que cual cuales cuant{o,os,a,as} quien donde cuando como
verb: crea crear haz haga cancela cancelar anula anular elimina eliminar borra borrar ajusta ajustar cambia cambiar
  modifica modificar pon pide compra transfiere transferir traspasa traspasar traslada trasladar mueve mover anade
  anadir agrega agregar recibe reservar actualiza actualizar aumenta aumentar reduce reducir suma sumar resta restar
  envia enviar quita quitar poner registra registrar bloquea bloquear desbloquea desbloquear cierra cerrar aprueba
  aprobar archiva archivar corrige corregir descuenta fija fijar edita editar importa importar renombra renombrar
verb_or_noun: reserva
name
  green,coffee,cup,packaging,roastery,filter,mug,kettle,grinder,bag,box,tea,chocolate,scale,lid,bottle,paper,electric,travel,hand,shipping:
  verde/verdes cafe/cafes taza/tazas embalaje/embalajes tostaduria/tostadero/tostador filtro/filtros jarra/jarras
  hervidor/hervidores molinillo/molinillos/molino/molinos bolsa/bolsas caja/cajas tes chocolate
  bascula/basculas/balanza/balanzas tapa/tapas botella/botellas papel electrico/electrica/electricos/electricas viaje
  manual/manuales envio
date hours: hora horas
date singular: dia semana mes trimestre ano
date numbered: semana
date christmas: navidad
date named -2,-1,0: anteayer/antier/antes_de_ayer anoche esta_noche
date article: el la los las de del al
date ago: atras
date beforeLast: penultim{o,a} antepasad{o,a}
date since: desde despues a_partir a_partir_de a_partir_del
date until: hasta antes
date within: dentro en
date between: entre de desde del
date to: y hasta a al
date start: principio comienzo inicio primeros
date end: fin final cierre
date recent: recientemente ultimamente
date soon: pronto proximamente
date same: mismo misma mismos mismas
date period: periodo fechas
date toDate: hasta_hoy hasta_ahora hasta_la_fecha a_la_fecha hasta_el_momento lo_que_va_de lo_que_llevamos_de
date including: e_incluyendo incluido
date against: comparad{o,a,os,as} comparacion que contra vs versus respecto frente relacion
date beforeMonth: en de desde hasta del durante
date unit day,week,month,quarter,year: dia/dias semana/semanas mes/meses trimestre/trimestres ano/anos
date place this: este esta estos en_curso actual
date place last: ultim{o,a,os,as} pasad{o,a,os,as} anterior
date place next: que_viene venider{o,a} entrante proxim{o,a,os,as} siguiente
date month 1,4,9,12: ene abr setiembre dic
date weekday 0,2,3,5,6: lun mie jue sab dom
date ordinal 1..4: primer{,o,a} segund{o,a} tercer{,o,a} cuart{o,a}
date vague 2: par
date weekend: fin_de_semana finde
date half: semestre mitad
date fraction: mitad
number 0,2..12,15,20,30,40,50,60,90,100,1000: cero dos tres cuatro cinco seis siete ocho nueve diez once doce/docena
  quince veinte treinta cuarenta cincuenta sesenta noventa cien/ciento mil
everyday: rojo roja rojos rojas verde verdes azul azules negro negra negros negras blanco blanca blancos blancas amarillo amarilla pero si mucho mucha muchos muchas poco poca pocos pocas todo toda todos todas nada algo alguien nadie ante
  contra durante hacia segun sobre tras yo ella ellos ellas nosotros vosotros ustedes usted mio haber hoy aqui alli
  otro otra otros otras nuevo nueva nuevos nuevas bueno buena bien casi apenas siempre veces luego entonces asi claro
  vale gente empresa negocio equipo jefe manana medio mitad igual mismo misma tal tanto tanta tantos tantas menudo
  caro cara caros caras barato barata doble diferente distinto distintos propio dentro fuera arriba abajo cerca lejos
  normal mientras mercado semana
ending: a o as os e es ar er ir amos emos imos ado ada ados adas ido ida idos idas aron ieron io an en ando iendo
small list: lista muestra todos todas todo
small leads: y ahora solo entonces pero tambien
small trails: tambien ahora mejor
list VARIANCES: diferencias_{de,del,en_el,en_los}_{recuento,recuentos,conteo,inventario}
  {recuento,recuentos,conteos,inventarios}_con_diferencias
date third 0..2: {principios,comienzos,inicios}_de/{principios,comienzos,inicios}_del
  mediados/mediados_de/mediados_del finales_de/finales_del/fines_de/fines_del
small ofcustomers: pedido_de_{cliente,venta} pedidos_de_{cliente,clientes,venta} orden{,es}_de_venta
topic recipe: receta recetas escandallo lista_de_materiales
list DEAREST: mas_car{o,a,os,as}
list CHEAPEST: mas_barat{o,a,os,as}
list UNMOVED: sin_movimiento{,s}
attribute email,phone,address: email/correo/correo_electronico telefono/numero_de_telefono direccion/direcciones
small spent: gast{ado,amos,aron}
small supplied: entregad{o,a,os,as}
`;
