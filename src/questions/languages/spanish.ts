/** What Spanish words mean to a question: see dictionary.ts. */
export const spanish = `
measure units_sold: vend{e,en,er,i,ia,ian,iamos,imos,emos,iste,iendo,io} vendieron vendid*
  {compraron,compran}_los_clientes nos_compr{an,aron,o} nos_han_comprado sali{o,eron} {salen,sale}_por_la_puerta
  vendidos_por_la_tienda {habiamos,habian,habia}_vendido {despach,coloc}{amos,aron,o} se_llevaron_los_clientes
  se_llevaron_clientes compraron_clientes se_han_llevado_los_clientes se_han_llevado_clientes
  {salidas,salida}_por_venta
measure revenue: ingres{os,ado,amos} factur{acion,amos,a,o,aron,ar} facturado+ recaud{ado,amos,o,acion}
  cifra_de_negocio {cifra_de,valor_de,valor_de_las,importe_de}_ventas valor_de_lo_vendido importe_de_las_ventas
  ventas_en_{euros,valor,dinero,importe} dinero_{entro,ha_entrado,entra} {entro,entrado,entrado_de}_dinero
  {hecho,hicimos}_de_caja volumen_de_negocio {hizo,ha_hecho,hicieron}_{la_tienda,el_local} caja
measure margin: margen{,es,_bruto} beneficio+ beneficio_bruto ganancia+ gana{do,mos,ron} gano rentable+ rentabilidad
  utilidad{,es} margen_bruta margen_comercial margen_bruta_comercial margen_neto margen_neta utilidad_bruta
  utilidad_bruto utilidad_comercial utilidad_bruta_comercial utilidad_neto utilidad_neta ganancia_bruta ganancia_bruto
  ganancia_comercial ganancia_bruta_comercial ganancia_neto ganancia_neta beneficio_bruta beneficio_comercial
  beneficio_bruta_comercial beneficio_neto beneficio_neta
measure margin_rate: margen_{porcentual,en_porcentaje,sobre_ventas} {porcentaje,tasa}_de_margen
measure cogs: {coste_de,coste_de_las,costo_de,costo_de_las}_ventas {coste,costo}_de_lo_vendido
  {coste,costo}_de_la_mercancia_vendida {coste,costo}_de_los_productos_vendidos
measure average_order_value: valor_medio_de_pedido+ valor_medio_del_pedido+ valor_medio_por_pedido+
  valor_medio_de_los_pedido+ valor_medio_de_un_pedido+ valor_medio_de_cada_pedido+ valor_promedio_de_pedido+
  valor_promedio_del_pedido+ valor_promedio_por_pedido+ valor_promedio_de_los_pedido+ valor_promedio_de_un_pedido+
  valor_promedio_de_cada_pedido+ importe_medio_de_pedido+ importe_medio_del_pedido+ importe_medio_por_pedido+
  importe_medio_de_los_pedido+ importe_promedio_de_pedido+ importe_promedio_del_pedido+ importe_promedio_por_pedido+
  importe_promedio_de_los_pedido+ {pedido,ticket}_medio {pedido,ticket}_promedio cesta_media
measure units_per_order: {unidades,articulos,piezas}_por_pedido
measure average_price: precio_{medio,promedio,medio_de_venta} precio_promedio_de_venta precio_de_venta_{medio,promedio}
  precios_medios; order_count: pedidos_{enviados,servidos,despachados,completados} pedidos_entregados
measure orders_created: pedidos_{recibidos,nuevos,creados,hechos,realizados} pedidos_entrados
  {nuevos,recibimos,entraron}_pedidos
measure daily_sales: venta_diaria_{media,promedio} ventas_diarias_{medias,promedio} {venta_media,media}_diaria
  {venta_media,ventas_medias,vendemos,vende}_por_dia media_diaria_de_ventas media_de_ventas_{diarias,por_dia}
  promedio_{diario,diario_de_ventas,de_ventas_diarias} {vendemos,vende,venden}_al_dia venden_por_dia
  {velocidad,ritmo}_de_venta
measure units_returned: devuelt* devolv{io,ieron,imos,emos,er} devuelve{,n} regres{o,aron} volvi{o,eron} retorn{o,aron}
  retornad*; return_rate: {tasa,indice,porcentaje,ratio}_de_devolucion {tasa,indice,porcentaje,ratio}_de_devoluciones
measure fill_rate: {nivel,tasa}_de_servicio tasa_de_cumplimiento
measure turnover: rota{cion,,n} rotacion_de_{stock,inventario,existencias}
  rotacion_{del_stock,del_inventario,de_las_existencias} indice_de_rotacion
measure stock_out_days: dias_{sin_stock,sin_existencias,de_rotura,en_rotura} dias_agotado+ dias_de_rotura_de_stock
measure lost_sales: ventas_perdidas
measure units_to_fulfill: unidades_{pendientes,por_enviar,por_servir} unidades_pendientes_de_{enviar,envio,servir}
measure on_hand: en_existencia+ en_stock {en,en_el}_almacen en_inventario en_las_estanterias fisicamente
measure available: libre+ disponible+ disponibilidad stock_libre podemos_{vender,enviar,servir} disponemos
measure reserved: reservad* comprometid* apartad* asignad*; on_hold: bloquead* retenid*
measure on_order: {por,pendiente_de,pendientes_de}_llegar {por,pendiente_de,pendientes_de}_recibir
  {falta,faltan,queda,quedan}_por_llegar {falta,faltan,queda,quedan}_por_recibir {falta,faltan}_por_llegarnos
  nos_debe{,n} pedimos pedido_a_proveedores {hemos,tenemos}_pedido {hemos,tenemos}_encargado encargamos encargado+
  {esta,estan}_pedid{o,os,a,as}
measure incoming: {viene,vienen}_{en,de}_camino en_camino entrante+ ya_pedid{o,a,os,as}; in_transit: en_transito
measure stock_value: valor vale valen valorad* valoracion valor_del_{stock,inventario,almacen}
  valor_de_{stock,inventario,almacen,existencias} valor_de_las_existencias
  {capital,dinero}_{inmovilizado,parado,invertido} inmovilizad{o,a} valia{,n} valio
measure days_of_cover: dias_de_{stock,cobertura,inventario,existencias} cobertura{,_en_dias} cobertura_de_stock
measure age_days: antiguedad{,_media} edad edad_media; units_adjusted: ajuste+ ajustad* ajusta{mos,ron}
measure units_received: nos_vend{io,ieron,e,en} nos_{ha_vendido,han_vendido,entrega,mando,mandaron}
  recib{e,en,ir,imos,io,ieron} recibid* comprad* compr{amos,aron,o} lleg{a,an,ar,o,aron} llegad* entreg{an,ar,o,aron}
  entregad* entro entra{ron,das_de} entrad* recepcion{,es} suministr{o,aron} suministrado+ nos_suministra{,n}
  nos_envi{aron,o} ingres{aron,o,an,aba}_{al,en_el,en}_almacen {nos,se_nos}_{sirvi,traj}{eron,o} les_sirvieron
  les_sirvio
measure purchase_value: por_cuanto_hemos_comprado gasto+ gasta{,mos,ron} gastado+ paga{do,mos,ron,r} pago
  {gasto_en,gastado_en,gastamos_en,valor_de}_compras gastos_de_compra+ importe_de_compra+ valor_de_las_compras
measure average_purchase_price: precio_{medio,promedio}_de_compra precio_de_compra_{medio,promedio}
measure purchase_price_change: subida_de_precio+ subidas_de_precio+ variacion_de_{precio_de_compra,precios_de_compra}
  encarecid* encareci{o,eron}
measure units_produced: producid* se_hicieron fabricad* tostad* elaborad* produ{jo,jimos,jeron,cimos,cir,cen}
  fabric{amos,aron,o,an,ar} tost{amos,o,aron,ar,ando} tuesta{,n} elabor{amos,aron,o,ar}
  {salio,salieron,salido}_de_produccion
measure units_used: gasta{do,mos,ron} consumid* usad* utilizad* emplead* consum{imos,io,ieron,e,en,ir} consumo+ uso
  usa usan usamos usaron usar utiliz{amos,o,aron,a,an,ar} emple{amos,o,aron}
  {gastado,gastados,gastada,gastadas,usado}_en_produccion {gastado,gastados,gastada,gastadas}_en_la_produccion
  {usado,usados,usada,usadas,utilizado}_en_la_produccion {usados,usada,usadas,utilizado}_en_produccion
  {utilizados,utilizada,utilizadas}_en_produccion {utilizados,utilizada,utilizadas}_en_la_produccion
  {consumido,consumidos,consumida}_en_produccion {consumido,consumidos,consumida}_en_la_produccion
  {consumidas,usaron,usamos,consumieron}_en_produccion {consumidas,usaron,usamos,consumieron}_en_la_produccion
  {consumimos,gastaron,entraron}_en_produccion {consumimos,gastaron,entraron}_en_la_produccion fue_a_produccion
  fue_en_produccion fueron_a_produccion fueron_en_produccion entro_a_produccion entro_en_produccion
  entraron_a_produccion paso_a_produccion paso_en_produccion pasaron_a_produccion pasaron_en_produccion
  tost{amos,o,aron,ar} tostad*
measure units_wasted: desperdiciad* tirad* desechad* perdid* estropead* mermad* destruid* desperdicio+ desperdiciamos
  merma+ tira{mos,ron,r} tiro desecha{mos,ron} desecho+ perdi{mos,eron,o} estrope{o,aron} a_la_basura basura
  {echado,echo,echaron}_a_perder {dado,dados,dada,dadas}_de_baja rompi{o,eron} bot{amos,aron,o}
  {dimos,dieron,dio}_de_baja {acab,termin}{aron,o}_en_la_basura rot{o,a,os,as}
measure waste_value: {valor,coste,costo,importe}_de_la_merma {valor,coste,costo,importe}_de_las_mermas valor_de_merma+
  {valor,coste,costo,importe}_de_lo_desperdiciado {valor,coste,costo,importe}_de_lo_tirado coste_de_merma+
  costo_de_merma+ importe_de_merma+
measure buildable: {podemos,puedo}_{producir,fabricar,hacer,tostar} {se_puede,se_pueden}_{producir,fabricar,tostar}
weak units_sold: venta+ demanda volumen; on_hand: existencia+ inventario almacen stock+; units_produced: produccion
weak revenue: dinero plata
list BEST: mas_vendid* mejor_vendid* {venden,vende,se_venden,se_vende}_mejor {venden,vende}_mas_rapido mas_popular{,es}
  mas_demandad* mas_solicitad* superventas best_seller+ bestseller+ top_ventas productos_estrella
  {alta,mas,mayor}_rotacion mas_salida
list WORST: menos_{popular,populares,demandado,demandada} menos_vendid* peor_vendid*
  {venden,vende,se_venden,se_vende}_peor
list SLOW: {lenta,baja,poca,menos,menor}_rotacion {venden,vende,se_mueve,se_mueven}_despacio {venden,vende}_lento
  {venden,vende,se_mueve,se_mueven}_poco poca_salida poco_movimiento; UNMOVED: sin_movimiento+
list DEAD: sin_venta+ sin_vender sin_rotacion {stock,inventario}_muerto estancad* obsolet* nunca_vendid* no_vendid*
  nadie_compra
list OVERSTOCK: exceso+ exceso_de_{stock,inventario,existencias} sobrante+ excedente+ demasiad* liquida{r,cion}
  sobrestock {nos,de}_sobra{,n}
list LOW: bajo_minimo+ bajo_el_minimo por_debajo_{del_minimo,de_minimos,de_su_minimo}
  {poco,bajo,bajo_de,bajos_de}_stock {pocas,bajo_de,bajos_de}_existencias poco_inventario {stock,inventario}_bajo
  stocks_bajos escas* escase{z,a,an} queda_poc* quedan_poc* se_esta{n,}_{acabando,agotando,terminando} casi_agotad*
  {va,van,anda,andan,esta,estan}_{justo,justos,justa,justas,bajo,bajos,baja,bajas}
  a_punto_de_{agotarse,acabarse,terminarse}
list OUT: agotad* sin_existencia+ {sin,quiebres_de,no_hay,no_tenemos}_stock falta{,n}
  {fuera,rotura,roturas,en_rotura,quiebre}_de_stock en_rotura roturas en_quiebre {no_hay,no_tenemos}_existencias
  no_queda{,n} no_nos_queda{,n} se_acab{o,aron} se_nos_acab{o,aron} {se_ha,se_han,se_nos_ha,se_nos_han}_acabado
  se_agot{o,aron} {stock,stock_a,a}_cero no_hay no_tenemos se_termin{o,aron} se_nos_termin{o,aron}
  no_{esta,estan}_disponible+ en_cero
list REORDER: reponer reposicion{,es} pedir pido pedirle+ encargar comprar{,le} reabastecer reaprovisionar
  falta{n_por,_por,n,}_{pedir,comprar,reponer,encargar} propuesta{s,}_de_{compra,pedido} sugerencia+
  sugerencia{s,}_de_{compra,pedido,reposicion} recomenda{cion,ciones,is,s,rias} recomienda+ lista_de_{compras,la_compra}
list OLD: mas_antigu* mas_viej* antiguo+ viejo+ envejecid* envejecimiento lleva{,n} almacenad*
list RUNS_OUT: para_cuanto_tiempo cuanto_tiempo_dura{,ra} agota{,n,r,ra,ran,rse,remos} acaba{,n,ra,ran,rse}
  {se_va,se_van,se_nos_va,se_nos_van}_a_acabar {se_va,se_van,se_nos_va,se_nos_van}_a_agotar {se_va,se_van}_a_terminar
  dura{,n,r,ra,ran,ria} alcanza{,n,r,ra,ran} basta{,n,ra} riesgo_de_{rotura,agotarse,quiebre,rotura_de_stock}
  riesgo_de_quiebre_de_stock
list EXPIRES: caduc{a,an,ar,ara,aran,idad} vence{,n,r,ra,ran} vencimiento expira{,n,r,ra,ran,cion}
  fecha_de_{caducidad,vencimiento} consumo_preferente {proximo,proximos,proxima,proximas}_a_caducar
  {proximo,proximos,proxima,proximas}_a_vencer a_punto_de_{caducar,vencer}
list STOLEN: robaron robo+ robad* hurto+ hurtad*
list MOVED: movimiento+ historial paso pasaba {ha,han}_pasado ocurrio ha_ocurrido sucedio cambios_de_stock
  desapareci{o,eron,do}
list LATE_SUPPLIERS: mas_lento+ tarda{_mas,n_mas} mas_tarda{,n} {tarda,tardan}_mas_en_entregar
  {tarda,tardan}_mas_en_llegar
list FAST_SUPPLIERS: mas_rapido+ {tarda,tardan}_menos {entrega,entregan}_mas_rapido {entrega,entregan}_antes
list RELIABLE: fiable+ fiabilidad confiable+ puntual{,es} mejor_proveedor {cumple,cumplen}_mejor
  {rendimiento,desempeno,evaluacion}_de_proveedores {rendimiento,desempeno,evaluacion}_de_los_proveedores
list UNRELIABLE: entrega{ron,n,}_{tarde,mas_tarde,con_retraso,fuera_de_plazo}
  {entrega,entregan,entregaron}_con_mas_retraso {entrega,entregan,entregaron,llega}_siempre_tarde llegan_siempre_tarde
  menos_fiable+ menos_puntual{,es} poco_fiable+ impuntual{,es} peor_proveedor se_retrasa{,n,_mas,n_mas}
  mas_se_retrasa{,n} incumple{,n}
list SUPPLIES: quien_{suministra,provee} quien_nos_{suministra,provee,vende} suministra{,n} provee{,n} surte{,n}
  abastece{,n} a_quien_{compramos,le_compramos,se_compra}
list CATEGORY_OF: que_categoria_es a_que_categoria; DEAREST: mas_car*; CHEAPEST: mas_barat*
list LEAD_TIME: {lleva,llevan,necesita,necesitan}..entregar {plazo,plazos,plazo_medio,plazo_promedio}_de_entrega plazo_de_entrega_{medio,promedio}
  {tiempo,tiempo_medio,tiempo_promedio}_de_entrega tiempo_de_{suministro,reposicion}
  tiempos_de_{entrega,suministro,reposicion} plazo_de_aprovisionamiento tard{a,an,o,aron}
  tarda{n,}_en_{entregar,llegar,servir} demora
list ON_TIME: puntualidad {a,entregas_a,porcentaje_de_entregas_a}_tiempo en_plazo cumplimiento_de_plazos
list POINT: {punto,puntos}_de_{pedido,reorden} {punto,puntos,nivel}_de_reposicion {stock,inventario}_minimo
  stocks_minimos existencias_minimas
list COMING: llegara{,n} nos_llega{,n} va{n,}_a_{llegar,llegarnos,entregar,entregarnos} vamos_a_recibir recibiremos
  entregara{,n} fecha_{de_entrega,de_llegada,prevista} eta esperamos
list VARIANCES: diferencias_de_recuento+ diferencias_{de_conteo,de_inventario,del_conteo} diferencias_del_recuento+
  diferencias_{del_inventario,en_los_inventario} diferencias_en_el_recuento+
  diferencias_en_{el_conteo,el_inventario,los_conteo} diferencias_en_los_recuento+
  {recuento,recuentos,conteos}_con_diferencias inventarios_con_diferencias; BUSIEST: mas_{fuerte,activo,movido}
group sku: articulo+ item+ sku+ referencia+ variante+ cosas genero sabores colores tallas formatos presentaciones
group product: producto+; category: categoria+ familia+
group location: ubicacion{,es} localizacion sede+ centro+ sitio+ lugar{,es}; supplier: proveedor{,es,a}
group reason: motivo+ razon{,es} causa+ porque por_que; condition: condicion{,es}; abc_class: clase+
group day,week,month,quarter,year: dia/dias semana/semanas mes/meses trimestre/trimestres ano/anos
group status: estado+ status; weekday: {dia,dias}_de_la_semana
onday 1..7: los_lunes los_martes los_miercoles los_jueves los_viernes sabados/los_sabados domingos/los_domingos
onday 6 7: {fines,los_fines}_de_semana
timely day,week,month,quarter,year: diari{o,a,os,as,amente}/dia_a_dia/dia_por_dia/al_dia
  semanal{,es,mente}/semana_a_semana/semana_por_semana/a_la_semana mensual{,es,mente}/mes_a_mes/mes_por_mes/al_mes
  trimestral{,es,mente}/trimestre_a_trimestre anual{,es,mente}/ano_a_ano
noun order: pedido+ pedido_de_cliente {pedido,pedidos,orden,ordenes}_de_venta pedidos_de_cliente+ orden{,es}
noun purchase_order: {orden,ordenes,pedido,pedidos}_de_compra entrega+ compra+ {pedido,pedidos}_a_proveedor
  {pedido_a,pedido_a_los,pedidos_a}_proveedores pedidos_a_los_proveedores remesa+ oc
noun transfer: transferencia+ traslado+ traspaso+ movimientos_entre_{almacenes,tiendas}
noun count: recuento+ conteo+ inventarios conta{do,mos} diferencias discrepancia+ descuadre+ toma_de_inventario
noun return: devolucion{,es}
noun batch: {lote,lotes,orden,ordenes}_de_produccion {orden,ordenes}_de_fabricacion tueste+ tanda+ hornada+
noun lot: lote+ partida+
state open: abiert* pendiente+ por_{preparar,empaquetar,enviar,servir,entregar,cerrar} {por,sin,pendiente_de,pendientes_de}_despachar
  {falta,faltan,queda,quedan}_por_enviar {falta,faltan,queda,quedan}_por_servir
  {falta,faltan,queda,quedan}_por_despachar {falta,faltan,queda,quedan}_por_entregar
  sin_{enviar,servir,entregar,completar,terminar,cerrar} pendiente{s,}_de_{enviar,envio,servir,entrega,entregar}
  {pendiente,pendientes}_de_preparar
state late: {deberia,deberian,debia,debian,tendria,tendrian}_{haber,ya_haber,que_haber} retrasad* atrasad* demorad* con_{retraso,atraso,demora} retraso+ tarde fuera_de_plazo
  {deberian,deberia,tendrian,tendria}_{haber_llegado,que_haber_llegado,de_haber_llegado}; pending: {sin,por}_procesar
state partially_fulfilled: parcialmente_enviado+ parcialmente_servido+ {enviado,enviados,servido,servidos}_parcialmente
state fulfilled: cumplid* enviad* servid* despachad* expedid* envia{mos,ron} servimos despachamos expedimos
  sali{o,eron} salid*; cancelled: cancelad* anulad* cancela{mos,ron} anula{mos,ron}; draft: borrador{,es}
state submitted: {enviado,enviados,enviada,enviadas}_a_proveedores {enviado,enviados,enviada,enviadas}_al_proveedor
  {enviado,enviados,enviada,enviadas}_a_los_proveedores emitid*
state partially_received: parcialmente_recibid* {recibido,recibidos,recibida,recibidas}_parcialmente
  {recibido,recibidos,recibida,recibidas}_en_parte; received: recibid*; planned: planificad* planead* programad*
state in_progress: en_curso en_proceso en_marcha en_produccion en_fabricacion
state completed: terminad* completad* finalizad* concluid*; quarantine: cuarentena en_cuarentena
state recalled: retirad* {retirado,retirados,retirada,retiradas}_del_mercado
state expired: por_caducidad por_vencimiento caducad* vencid* expirad*; active: activ*
state moving: {en,de}_camino en_transito en_ruta en_reparto
topic item: catalogo ficha surtido informacion_{sobre,de} datos_de
topic policy: {punto,puntos,cantidad,cantidades}_de_pedido {punto,puntos,cantidad}_de_reorden
  {punto,puntos,nivel,cantidad,politica}_de_reposicion minimo+ {stock,inventario}_minimo stocks_minimos
  existencias_minimas {stock,inventario}_de_seguridad politicas_de_reposicion
topic forecast: pronostico+ prevision{,es} previst* esperad* proyeccion{,es} demanda_{prevista,esperada}
  vender{emos,a,an} {vamos_a,se_va_a,se_van_a,esperamos}_vender vamos_a_necesitar {va,van}_a_venderse
  necesitar{emos,a,an}
topic insights: problema+ alerta+ aviso+ incidencia+ urgente+ atencion anomalia+ rar* extrano mal preocupar{,nos}
  novedades que_{pasa,tal_va,tal_vamos} {debo,deberia,deba,deberiamos,debamos}_saber
topic recipe: de_que_esta{,n} ingredientes receta+ escandallo lista_de_materiales
topic help: ayuda hola {que_puedes,que_sabes}_hacer {que_te,que}_puedo_preguntar
attribute unit_price: precio+ {precio,precios}_de_venta pvp tarifa
  a_cuanto_{vendemos,se_vende,se_venden,esta,estan,vende} a_que_precio
attribute unit_cost: {por,a}_cuanto_compramos cuesta{,n} coste+ costo+ costa{do,ron} precio{s,}_de_{coste,costo,compra}
attribute shelf_life_days: vida_util; barcode: {codigo,codigos}_de_barras ean gtin
attribute email,phone,address: email/correo/correo_electronico telefono/numero_de_telefono direccion/direcciones
operator >,>=,<,<=: mas_de/superior{,es}_a/mayor{,es}_{que,de,a}/por_encima_{de,del}/{supera,superan,supere,superen,pasa_de,pasan_de}/exced{e,en}
  al_menos/por_lo_menos/como_minimo/minimo_de/un_minimo_de/no_menos_de/a_partir_de
  menos_de/inferior{,es}_a/menor{,es}_{que,de,a}/por_debajo_{de,del}/debajo_de
  como_maximo/como_mucho/a_lo_sumo/maximo_de/un_maximo_de/no_mas_de/hasta
by: por segun desglosad{o_por,os_por,a_por,as_por} agrupad{o_por,os_por,a_por,as_por}
each: cada que cual cuales
within: en los las dentro_de
from: desde de del
count: cuant* numero_de cantidad_de
where: donde_se_encuentra{,n} donde
hold: tener tengo tenemos tenia{,n,mos} tendremos tiene+ tienen tuvo tuvimos tuvieron hay habia{,_en} habra
  qued{a,an,aba,aban,o,aron} resta{,n} existe{,n} guardamos almacenamos sobr{a,an,aron,o}
between: entre
except: no_incluid* excl sin_contar sin_incluir no nunca jamas except{o,uando} sin menos salvo no_incluyendo ni
  excluyendo excluid* exceptuad* aparte descontando quitando {a,con}_excepcion_de aparte_de fuera_de dejando_fuera
  ningun{,o,a}
compare: por_{delante,encima}_de el_doble_{de,que} la_mitad_de {mas,menos}_que mejor comparad*
  compara{,r,me,ndo,cion,tiva,tivo} en_comparacion_con que_{en,el,la} respecto{,_a,_al} frente{,_a} versus vs contra
  diferencia
most: mas mejor{,es} mayor{,es} maxim* principal{,es} top ranking lider alt* mas_alt* mas_grande+ mas_larg*
least: meno{s,r,res} peor peores mas_baj* mas_pequen* mas_cort* menos_alt*
together: en_total en_conjunto juntos juntas
percent: parte_de parte_del porcentaje+ por_ciento proporcion cuota tasa ratio
average: promedio+ medi* de_media en_promedio
trace: traza trazar trazabilidad rastrea{,r} {fue,fueron}_a_parar quien_recibio
backward: de_que_esta{,n} viene{,n} proviene{,n} procede{,n,ncia} origen ingredientes hech{o_con,os_con,a_con,as_con}
who: cliente+ comprador{,es} quien{,es}
small sell: vende{,n}; there: alli ahi alla
small than: que; judged: mejor{,es} peor{,es}; long: mas_larg*; ahead: por_detras_de por_{delante,encima}_de; difference: diferencia{,s}; byhow: en por; ratio:
  el_doble_{de,que} la_mitad_de; theirs: ellos ellas sus su ella cuyo cuya
small ordered: pedimos {hemos,tenemos}_{pedido,encargado} encargamos; what: que; clause: que quien; that: eso esos
  esas; thereof: {de}_{eso,esos,esas,ellos,ellas}; more: mas; the: el la
small excluded: no_incluid* excluid* exceptuad* aparte; who: quien{,es}; both: ambos ambas
small ofcustomers: pedido_de_cliente {pedido,pedidos,orden,ordenes}_de_venta pedidos_de_cliente+
small any: algun{,os} alguna+ un una; never: nunca jamas; next: proxim* siguiente+; back: atras
small past: fueron fue habia{,n} estaba{,n} era eran tuvo tuvimos tuvieron hubo ha han hemos he
small list: lista muestra todas todo+; leads: y ahora solo entonces pero tambien; trails: tambien ahora mejor
small delivered: recibid* recibi{mos,o,eron} llegad* llego llegaron entregad* entreg{o,aron}
small still: aun todavia sigue{,n}; goods: todo algo cosas; with: con; left: qued{a,an,aba,aban,o,aron} resta{,n}
small fewest: menos; lack: sin ni no nunca jamas ningun{,o,a}; in: en; comes: llega{,n} nos_llega; from: de desde del; origin: origen
  procedencia ingredientes; to: a al hacia
small when: cuando; delivery: entrega+; each: cada; degree: cuan; asks: que cual cuales cuant* quien donde cuando como
small foremost: primer{,o,a}; sent: enviad*; containing: contien{e,en}; supplied: entregad*; spent: gasta{do,mos,ron}
small pay: paga{do,mos,ron,r} pago; need: necesit{o,amos,a,an} hace{,n}_falta; able: podemos podriamos; firsts:
  primer{os,as}; often: menudo veces; pack: bolsa+ paquete+ saco+ bote+ botella+ caja+; of: de a
small infinitive: entregar; purchased: compr{ado,amos,ar,aron}; percent: porcentaje por_ciento; all: todo{s,as}; bysupplier:
  proveedor; ofsupplier: de; one: un una;
  half: medi{o,a}; limit: de por; leading: en el; placed: en; abbreviated: aprox
unit money: euro+ eur dolares; units: unidad{es,} pieza+ uds ud; weight: kg kilo+ kilogramo+
way up,down: mejor/mas/mayor bajo/peor/menos/menor
trend: cambio+ cambia{do,ron} evolucion{,ado,o,aron} vari{acion,ado,o}
trend up: subi{o,eron,do} sube suben creci{o,eron,do,miento} crece{,n} aument* aumenta{do,ron,n} incremento+
  incrementa{do,ron}
trend down: baja{,n,do,das,ron} cayo cayeron caido caida+ cae caen descen{so,dido,dio,dieron}
  disminu{yo,yeron,ido,cion,ye,yen} reduj{o,eron}
supposed: si supon{gamos,iendo}
strict: solo solamente unicamente exclusivamente ambos ambas
value damaged: danad* averiad* rot* defectuos*; contamination: contaminad* contaminacion
value sellable: vendible+ revendible+
or: o u
and: y asi_como ademas_de
latest: {por_,la_,}ultima_vez ultim* reciente+ mas_reciente+ proxim* siguiente+
place store,warehouse: tienda/tiendas/sucursal/sucursales/{punto,puntos}_de_venta
  almacen/almacenes/deposito/depositos/bodega/bodegas
direction in: transferid* traspasad* trasladad* transferimos traspasamos trasladamos
contrast: pero sino aunque
present: ahora{,_mismo} actualmente en_este_momento hoy_en_dia
verb: crea crear haz haga cancela{,r} anula{,r} elimina{,r} borra{,r} ajusta{,r} cambia{,r} modifica{,r} pon pide compra
  transf{iere,erir} tras{pasa,pasar,lada,ladar} mueve mover anade anadir agrega{,r} recibe reservar actualiza{,r}
  aumenta{,r} reduc{e,ir} suma sumar resta{,r} envia{,r} quita{,r} poner registra{,r} bloquea{,r} desbloquea{,r} cierra
  cerrar aprueba aprobar archiva{,r} corrige corregir descuenta fija fijar edita{,r} importa{,r} renombra{,r}
verb_handed: {te,se}_{encargas,encarga,ocupas,ocupa} {encargar,ocupar}{te,se} {encargate,ocupate}_de_{ello,eso}
verb_polite: puede podria{,_usted} me_puedes
verb_set: sub{e,ir} baja{,r} rebaja{,r} deja{,r}
verb_counted: pedir encarga{,r} saca{,r} saque da{_de,r_de} de_de tira{,r} tire mete{,r} meta anota{,r} anote apunta{,r} apunte
  lleva{,r} lleve pasa{,r} pase baja{,r} echa{,r} desecha{,r} retira{,r} retire carga{,r} descarga{,r}
verb_or_noun: reserva
date hours: hora+; singular: dia semana mes trimestre ano; numbered: semana; holiday 12-25: navidad; holiday 12-24:
  nochebuena; holiday 12-31: nochevieja; holiday 1-1: ano_nuevo
date third 0..2: {principios,comienzos,inicios}_de/{principios,comienzos,inicios}_del
  mediados/mediados_de/mediados_del/mitad_de finales_de/finales_del/fines_de/fines_del
date article: el la los las de del al; ago: atras; beforeLast: penultim{o,a} antepasad{o,a}
date since: desde despues a_partir{,_de,_del}; until: hasta antes; within: dentro en; between: entre de desde del
date to: y hasta a al; start: principio comienzo inicio primeros; end: fin final cierre
date recent: recientemente ultimamente; soon: pronto proximamente; beforeMonth: en de desde hasta del durante
date same: mism*; period: periodo fechas
date toDate: hasta_{hoy,ahora,la_fecha,el_momento} a_la_fecha lo_que_{va_de,llevamos_de}
date including: e_incluyendo incluido; against: {mas,menos}_que comparad* comparacion que contra vs versus respecto
  frente relacion; unit day,week,month,quarter,year: dia/dias semana/semanas mes/meses trimestre/trimestres ano/anos
date place this: este esta estos en_curso actual; place last: ultim* pasad* anterior
date place next: que_viene venider{o,a} entrante proxim* siguiente
date ordinal 1..4: primer{,o,a} segund{o,a} tercer{,o,a} cuart{o,a}
date vague 2: par; weekend: fin_de_semana finde; half: semestre mitad; fraction: mitad
date named -2,-1,0: anteayer/antier/antes_de_ayer anoche esta_noche; month 1,4,9,12: ene abr setiembre dic
date weekday 0,2,3,5,6: lun mie jue sab dom; fortnight: quincena+; weekOf first: semana_del
date holiday easter-2: viernes_santo; holiday easter+0: pascua
number 0,2..12,15,20,30,40,50,60,90,100,1000: cero dos tres cuatro cinco seis siete ocho nueve diez once doce/docena
  quince veinte treinta cuarenta cincuenta sesenta noventa cien/ciento mil
small provenance: origen procedencia
small after: despues; before: antes; since: desde; through: hasta; inyear: en de del desde; numbersign: numero
small beforenumber: de la el del; lotword: lote lotes; orderword: pedido; beforecode: numero; infill: de del en talla
  color la; company: sa sl; atplace: en a; theplace: el la; beforeother: a con y en
small beforeunit: ultim* este esta esto estos estas; make: hicimos hizo hicieron hecho
small roasted: tost{amos,o,aron,ar} tostad*; dayled: dia; afterday: en
ending: a o as os e es ar er ir amos emos imos ado ada ados adas ido ida idos idas aron ieron io an en ando iendo
small person: nosotros nos yo me mi mis conmigo tu te usted; copula: era eran es son fue fueron
`;
