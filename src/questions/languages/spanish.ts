/** What Spanish words mean to a question: see dictionary.ts. */
export const spanish = `
measure units_sold: vendido vendidos vendida vendidas vendimos vendemos vendieron vendio vende venden vender vendiendo
weak units_sold: ventas
measure revenue: ingresos facturacion facturamos facturado ingresado recaudado recaudacion
measure margin: margen beneficio beneficios
measure cogs: coste_de_ventas
measure average_order_value: valor_medio_de_pedido
measure average_price: precio_medio
measure units_returned: devueltos devueltas devuelto
measure return_rate: tasa_de_devolucion
measure turnover: rotacion_de_stock
list BEST: mas_vendido mas_vendidos mejor_vendidos mas_vendida mas_vendidas venden_mejor vende_mejor
list WORST: menos_vendidos menos_vendido
list SLOW: lenta_rotacion
list DEAD: sin_ventas
list OVERSTOCK: exceso_de_stock
measure on_hand: en_existencia en_stock
weak on_hand: existencias inventario almacen stock
measure available: disponible disponibles
measure reserved: reservado reservados reservada reservadas
measure on_hold: bloqueado
measure on_order: pedido_a_proveedores
measure incoming: en_camino
measure stock_value: valor vale valen
measure days_of_cover: dias_de_stock
list LOW: bajo_minimo pocas_existencias escasos
list OUT: agotado agotados agotada agotadas sin_existencias faltan falta
list REORDER: reponer pedir
list OLD: mas_antiguo mas_viejo
list RUNS_OUT: agota agotan agotara agotaran
list EXPIRES: caduca caducan caducar vence vencen expira expiran
list MOVED: movimientos
measure units_received: nos_vendio nos_vendieron nos_vende recibido recibidos recibimos comprado compramos llegado
  llegan llega llegaron llegar recibieron entregado entregan entregaron entregar entrado entraron entro entradas llego
measure purchase_value: gastado gastamos gasto
list UNRELIABLE: entregan_tarde entregan_con_retraso entregaron_tarde entregaron_con_retraso
list LATE_SUPPLIERS: mas_lento
list FAST_SUPPLIERS: mas_rapido
list RELIABLE: fiable
list SUPPLIES: quien_suministra
measure units_produced: producido producidos produjimos fabricado fabricamos tostado tostamos tosto tostaron
measure units_used: consumido consumidos usado usados usamos utilizado utilizamos consumimos consume
  gastado_en_produccion uso usa usan usaron
measure units_wasted: desperdiciado merma mermas tirado tiramos desechado desechamos perdido desperdicio
weak units_produced: produccion
group sku: articulo articulos
group product: producto productos
group category: categoria categorias
group location: ubicacion ubicaciones
group supplier: proveedor proveedores
group reason: motivo motivos porque
group day,week,month,quarter,year: dia/dias semana/semanas mes/meses trimestre/trimestres ano/anos
group weekday: dia_de_la_semana
timely day,week,month,quarter,year: diario/diaria/diarias semanal/semanales mensual/mensuales trimestral anual
noun order: pedido pedidos
noun purchase_order: orden_de_compra ordenes_de_compra entregas pedidos_de_compra pedido_de_compra pedidos_a_proveedores
noun transfer: transferencia transferencias traslado traslados
noun count: recuento recuentos conteo
noun return: devolucion devoluciones
noun lot: lote lotes
state open,late,fulfilled,cancelled,draft,planned,in_progress,completed,quarantine,expired,active:
  abierto/abiertos/abierta/abiertas/pendientes
  retrasado/retrasados/retrasadas/atrasado/atrasados/atrasada/atrasadas/retrasada/con_retraso
  cumplidos/enviamos/enviado/enviados cancelado/cancelados borrador/borradores planificados en_curso terminados
  cuarentena caducados/caducado/vencidos activos
topic policy,forecast,insights,help: punto_de_pedido/stock_minimo/stock_de_seguridad pronostico/venderemos problemas
  ayuda/hola
attribute unit_price,unit_cost,barcode: precio/precios cuestan/coste/costo/cuesta codigo_de_barras
operator >,>=,<,<=: mas_de/superior_a/superiores_a/mayor_que/mayores_que al_menos
  por_debajo_de/por_debajo_del/menos_de/inferior_a/inferiores_a/menor_que/menores_que como_maximo
by: por
each: cada que cual cuales
within: en los las
from: desde de
count: cuantos cuantas cuanto cuanta numero_de
where: donde
hold: tienen hay queda quedan tenemos tiene tienes tenia teniamos tenian tuvo tuvimos tuvieron tendremos habia_en
  tengo habia
between: entre
except: sin_contar no nunca excepto sin menos salvo no_incluyendo ni excluyendo
compare: mejor comparado comparados comparada compara que_en
most: mas mejor mejores
least: menos peor peores menor
together: en_total juntos
percent: porcentaje
average: promedio medio media
who: cliente clientes
unit units: unidades unidad piezas pieza
way up,down: mejor/mas/aumentado menos/peor/bajo/bajaron
trend up: subio subieron crecio
strict: solo solamente ambos ambas
value damaged: danado danados
or: o u
and: y
empty: siguen sigue el la los las un una unos unas del al lo se su sus ha han fue fueron son con para nos nuestro
  nuestra nuestros nuestras hemos mostrar muestra muestrame dame dime hubo hacer hizo hicimos tiene cual como este
  esta estos favor le les estan estamos era eramos fuimos fuisteis habian hay_que sera seran estaban hicieron hacen
  completamente totalmente solo_un cada_uno ese esa esos esas estas me saber eran es estaba hace tambien te mi mis muy
  ya aun todavia quiero
list LEAD_TIME: plazo_de_entrega plazos_de_entrega tiempo_de_entrega tardan tarda
list ON_TIME: puntualidad
latest: ultimos
place store,warehouse: tienda/tiendas almacen/almacenes
direction in: transferidas transferidos
contrast: pero sino
present: ahora actualmente
small never: nunca jamas
small with: con
small left: queda quedan
small lack: sin ni no nunca
small past: fueron fue
small delivered: recibido recibidos recibimos recibieron llegado llegaron entregado entregaron
small still: aun todavia
small in: en
small comes: llega llegan
small from: de desde
small to: a al hacia
small when: cuando
small each: cada
small asks: que cual cuanto cuantos cuantas
verb: crea crear haz haga cancela cancelar elimina eliminar borra borrar ajusta ajustar cambia cambiar modifica
  modificar pon pide compra comprar transfiere transferir mueve mover anade agrega recibe reservar actualiza
  actualizar aumenta aumentar reducir suma sumar anadir agregar resta restar envia enviar quita quitar poner registra
  registrar
verb_or_noun: reserva
name green,coffee,cup,packaging,roastery,filter,mug,kettle,grinder,bag,box,tea,chocolate: verde/verdes cafe/cafes
  taza/tazas embalaje/embalajes tostaduria/tostadero filtro/filtros jarra/jarras hervidor/hervidores
  molinillo/molinillos/molino/molinos bolsa/bolsas caja/cajas tes chocolate
date hours: horas
date singular: dia semana mes trimestre ano
date numbered: semana
date christmas: navidad
date article: el la los las de del
date ago: atras
date since: desde despues
date until: hasta antes
date within: dentro en
date between: entre de desde
date to: y hasta a
date start: principio
date end: final finales
date recent: recientemente ultimamente
date soon: pronto
date other: mismo periodo
date beforeMonth: en de desde hasta
date unit day,week,month,quarter,year: dia/dias semana/semanas mes/meses trimestre/trimestres ano/anos
date place this: este esta estos
date place last: ultimo ultima ultimos ultimas pasado pasada anterior
date place next: que_viene proximo proxima proximos proximas siguiente
date place coming: venidero
date month 9: setiembre
date ordinal 1..4: primer/primero segundo tercer cuarto
date half: semestre
number 2..10,20,30,100: dos tres cuatro cinco seis siete ocho nueve diez veinte treinta cien
everyday: pero si muy mucho mucha muchos muchas poco poca pocos pocas todo toda todos todas algun alguna algunos algunas
  ningun ninguna nada algo quien quienes cuando ante contra durante hacia hasta segun sobre tras yo tu ella nosotros te
  mi mis eran ser estar estaba habia tienen tengo tener haber hace puede puedes pueden podemos debe debemos deben quiero
  quieres lista hoy aqui ya aun todavia tambien ultimo ultima ultimas
ending: a o as os e es ar er ir amos emos imos ado ada ados adas ido ida idos idas aron ieron io an en ando iendo
measure margin_rate: margen_porcentual porcentaje_de_margen
small leads: y ahora solo entonces pero tambien
small trails: tambien ahora mejor
`;
