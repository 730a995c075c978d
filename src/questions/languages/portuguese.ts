/** What Portuguese words mean to a question: see dictionary.ts. */
export const portuguese = `
measure units_sold: vend{eu,eram,emos,ia,iam,e,em,er,endo,ido,idos,ida,idas,i} os_clientes_compraram nos_compraram
weak units_sold: vendas venda procura demanda volume
measure revenue: receita receitas faturamento fatur{amos,ado,ou,aram,a,am,acao} factur{amos,ado,ou,acao}
  arrecad{ado,amos,ou} volume_de_negocios valor_{das_vendas,de_vendas,vendido} vendas_em_{euros,valor,dinheiro}
  dinheiro_{entrou,que_entrou} entrou_dinheiro entrou_de_dinheiro
weak revenue: dinheiro
measure margin: margem margens margem_bruta lucro lucros ganho ganhos ganh{amos,ou,aram} lucrativ{o,a,os,as}
  rentave{l,is} rentabilidade lucratividade
measure margin_rate: margem_percentual margem_em_percentagem percentagem_de_margem porcentagem_de_margem
  margem_sobre_vendas taxa_de_margem
measure cogs: custo_{das_vendas,dos_produtos_vendidos,da_mercadoria_vendida,das_mercadorias_vendidas,do_vendido} cmv
measure average_order_value: valor_medio_{de,do,por,dos,das,da,de_um,de_uma}_{pedido,pedidos,encomenda,encomendas}
  ticket_medio pedido_medio encomenda_media compra_media
measure units_per_order: {unidades,itens,pecas,artigos}_por_{pedido,encomenda}
measure average_price: preco_medio precos_medios preco_medio_de_venda preco_de_venda_medio
measure order_count: pedidos_{enviados,expedidos,atendidos,entregues,concluidos}
  encomendas_{enviadas,expedidas,satisfeitas,entregues,concluidas}
measure orders_created: pedidos_{recebidos,novos,criados,feitos,realizados}
  encomendas_{recebidas,novas,criadas,feitas} novos_pedidos novas_encomendas recebemos_{pedidos,encomendas}
measure daily_sales: venda_diaria_media vendas_diarias_medias venda_media_{diaria,por_dia} vendas_medias_por_dia
  media_{diaria,diaria_de_vendas,de_vendas_diarias,de_vendas_por_dia} vende{mos,,m}_por_dia velocidade_de_venda
  ritmo_de_venda
measure units_returned: devolvid{o,os,a,as} devolv{eu,eram,emos,em,e,er}
measure return_rate: taxa_de_{devolucao,devolucoes} indice_de_{devolucao,devolucoes}
  {percentagem,porcentagem}_de_{devolucao,devolucoes}
measure fill_rate: nivel_de_servico taxa_de_servico taxa_de_atendimento
measure turnover: giro_{de,do}_estoque giro rotacao rotacao_{de,do}_{stock,estoque,inventario}
measure stock_out_days: dias_{sem_stock,sem_estoque,em_rutura,em_ruptura,de_ruptura,de_rutura,esgotado,esgotados}
measure lost_sales: vendas_perdidas
measure units_to_fulfill: unidades_{por_enviar,a_enviar,por_expedir,pendentes}
list BEST: mais_vendid{o,os,a,as} melhor_vendid{o,os,a,as} {vendem,vende}_melhor mais_vende{,m} mais_popular
  mais_populares mais_procurad{o,os,a,as} campeoes_de_venda{,s} mais_saida mais_sa{i,em} best_seller{,s}
  bestseller{,s} top_vendas alta_rotacao maior_giro maior_saida
list BUSIEST: mais_fort{e,es} mais_movimentad{o,os}
list WORST: menos_vendid{o,os,a,as} pior_vendid{o,os} {vendem,vende}_{pior,menos} menos_vende{,m}
list SLOW: baixa_rotacao baixo_giro pouco_giro lenta_rotacao giro_lento pouca_rotacao
  {vendem,vende}_{pouco,devagar,lentamente} pouca_saida menor_giro
list DEAD: sem_venda{,s} sem_{saida,giro} encalhad{o,os,a,as} parad{o,os,a,as} obsolet{o,os,a,as}
  {stock,estoque}_{morto,parado} nunca_vendid{o,os,a,as} nao_vendid{o,os,a,as} ninguem_compra
list OVERSTOCK: excesso excessos em_excesso excesso_de_{stock,estoque,inventario} excedente{,s} sobrestoque demais
  sobra sobras sobram sobrando liquidar liquidacao
measure on_hand: em_{estoque,stock,armazem,existencia,inventario} no_{armazem,estoque,stock} na_prateleira
  nas_prateleiras fisicamente
weak on_hand: estoque estoques inventario stock stocks existencia{,s}
measure available: disponive{l,is} disponibilidade podemos_{vender,enviar} dispomos
measure reserved: {reservad,comprometid,alocad}{o,os,a,as}
measure on_hold: {bloquead,retid}{o,os,a,as}
measure on_order: por_{chegar,receber} a_receber {falta,faltam}_{chegar,receber} por_entregar_pelos_fornecedores
  encomendad{o,os,a,as} encomend{amos,ei} pedimos pedid{o,os}_a_fornecedores temos_encomendado ainda_{vai,vao}_chegar
  para_chegar nos_dev{e,em}
measure incoming: a_caminho a_chegar
measure in_transit: em_transito
measure stock_value: valor vale valem valoriz{acao,ado} valor_{do,de,em}_{estoque,stock,inventario,armazem}
  valor_das_existencias {capital,dinheiro}_{parado,imobilizado,empatado,investido} imobilizad{o,a}
measure days_of_cover: dias_de_{estoque,stock,cobertura,inventario} cobertura cobertura_de_{estoque,stock}
measure age_days: idade idade_media antiguidade antiguidade_media
measure units_adjusted: ajust{e,es,ado,ados,ada,adas,amos,aram} acert{o,os}
list LOW: abaixo_{do_minimo,dos_minimos,do_estoque_minimo,do_stock_minimo} poucas_unidades pouco_{estoque,stock}
  baixo{,s}_{estoque,estoques,stock,stocks} {estoque,stock}_baixo {estoques,stocks}_baixos quase_{acabando,no_fim}
  quase_esgotad{o,os,a,as} est{a,ao}_{acabando,a_acabar,a_esgotar,se_esgotando,no_fim} escass{o,os,a,as} escassez
  resta{,m}_pouc{o,os,a,as}
list OUT: {esgotad}{o,os,a,as} em_falta falta faltam faltando em_{rutura,ruptura} em_{rutura,ruptura}_de_stock
  {rutura,ruptura}_de_{stock,estoque} ruturas rupturas sem_{stock,estoque,existencias} fora_de_{stock,estoque}
  acab{ou,aram,ado,ados} zerad{o,os,a,as} a_zero nao_{ha,tem,temos}_{estoque,stock} em_quebra_de_stock esgot{ou,aram}
list REORDER: repor reposicao comprar encomendar pedir reabastecer reencomendar
  {falta,faltam}_{comprar,pedir,repor,encomendar} sugesta{o,oes} sugest{oes,ao}_de_{compra,encomenda,pedido,reposicao}
  recomendac{ao,oes} lista_de_compras {proposta,propostas}_de_{compra,encomenda} recomend{as,aria}
list OLD: mais_{antig,velh}{o,os,a,as} {antig,velh}{o,os,a,as} envelhecid{o,os} armazenad{o,os,a,as} ha_quanto_tempo
list RUNS_OUT: quanto_tempo_{vai_durar,dura,durara} {para,por}_quantos_dias_{chega,dura,da} acab{ando,ar,a,am,ara,arao} {vai,vao}_{acabar,esgotar,se_esgotar,esgotar_se,faltar}
  esgot{a,am,ar,ara,arao} dur{a,am,ar,ara,arao} {vai,vao}_durar chega{,m}_para bast{a,am}
  risco_de_{ruptura,rutura,esgotar,faltar} risco_de_{ruptura,rutura}_de_{stock,estoque}
list EXPIRES: venc{em,e,er,imento,era,erao} expir{am,a,ar,ara} validade validades {perde,perdem}_a_validade
  caduc{a,am,ar} prazo_de_validade data_de_{validade,vencimento} proxim{o,os,a,as}_d{o,a}_{vencimento,validade}
  a_vencer {vai,vao}_vencer prestes_a_vencer
list STOLEN: roub{aram,o,os,ado,ados,ada,adas} furt{o,os,ado,ados,ada,adas}
list MOVED: moviment{o,os,acao,acoes} historico aconteceu acontecia aconteceram ocorreu se_passou
  mudancas_de_{stock,estoque} sumi{u,ram,do} desaparec{eu,eram,ido}
measure units_received: nos_vend{eu,eram,e,em} {recebid,comprad,chegad,entrad,fornecid}{o,os,a,as}
  entregues_pel{o,os,a,as} cheg{am,ou,aram,a,ar} receb{emos,eu,eram,e,em,er} compr{amos,ou,aram} entr{ou,aram}
  chegaram_de entreg{ou,aram,am,ar} recebimento recebimentos rececao recepcao fornec{eu,eram}
  nos_{mandou,mandaram,enviou,enviaram}
measure purchase_value: gast{o,os,amos,ou,aram,ado,ar} pag{o,os,amos,ou,ar,ado} {gasto,gastos,gastamos}_em_compras
  gasto{,s}_de_compra{,s} despesa{,s}_com_compras valor_d{e,as}_compras
measure purchase_price_change: {aumento,aumentos,subida,subidas}_de_preco{,s} variac{ao,oes}_de_preco{,s}_de_compra
  encarec{eu,eram,ido,idos}
list LATE_SUPPLIERS: mais_lent{o,os} demora{,m}_mais mais_demora{,m}
list FAST_SUPPLIERS: mais_rapid{o,os} demora{,m}_menos entrega{,m}_mais_rapido
list RELIABLE: confiave{l,is} fiave{l,is} pontual pontuais melhor_fornecedor
  {desempenho,avaliacao}_d{e,os}_fornecedores cumpr{e,em}_melhor
list UNRELIABLE:
  entreg{a,am,aram,ou}_{com_atraso,com_mais_atraso,atrasado,tarde,mais_tarde,sempre_atrasado,fora_do_prazo}
  menos_{confiave,fiave}{l,is} pouco_{confiave,fiave}{l,is} menos_pontua{l,is} pior_fornecedor atrasa{,m}
  mais_{atrasa,atrasam} se_atrasa{,m}
list SUPPLIES: quem_fornece quem_nos_{fornece,vende} fornece fornecem abastece{,m} a_quem_compramos de_quem_compramos
list CATEGORY_OF: que_categoria_e a_que_categoria de_que_categoria
measure units_produced: {produzid,fabricad,torrad,torrefad}{o,os,a,as} produz{imos,iu,iram,ir,em}
  torr{amos,ou,aram,ar,ando} torrefact{amos,os} fabric{amos,ou,aram}
measure units_used: gast{amos,aram,ou} {usad,utilizad,consumid}{o,os,a,as} us{amos,ou,aram,a,am} utiliz{amos,ou,aram,a,am}
  consum{imos,iu,iram,e,em,o,os} uso {usad,utilizad,consumid,gast}{o,os,a,as}_na_producao
  {usad,utilizad,consumid}{o,os,a,as}_em_producao entraram_na_producao
measure units_wasted: {desperdicad,desperdiciad,jogad,descartad,perdid,estragad,deitad}{o,os,a,as}
  {jogad,deitad}{o,os,a,as}_fora desperdici{o,os,amos,ou} desperdicamos jog{amos,aram,ou}
  {jogamos,jogaram,deitamos,deitaram,jogar,deitar}_fora deit{amos,aram} descart{amos,aram,ou,e,es} perd{emos,eram,eu}
  perda perdas quebra quebras para_o_lixo ao_lixo lixo no_lixo estrag{ou,aram} abat{es,idos} avaria avarias
measure waste_value: {valor,custo}_d{o_desperdicio,as_perdas,as_quebras,a_quebra,os_descartes}
weak units_produced: producao
group sku: artigo artigos item itens sku skus referencia referencias variante variantes coisas mercadoria mercadorias
  sabores cores tamanhos formatos
group product: produto produtos
group category: categoria categorias familia familias
group location: local locais localizacao localizacoes unidade_de_negocio filial filiais sitio sitios sede
group supplier: fornecedor fornecedores fornecedora
group reason: motivo motivos razao razoes causa causas por_que porque porque_e_que
group condition: condicao condicoes
group abc_class: classe classes
group day,week,month,quarter,year: dia/dias semana/semanas mes/meses trimestre/trimestres ano/anos
onday 1..7: {as,nas}_segundas/segundas_feiras {as,nas}_tercas/tercas_feiras {as,nas}_quartas/quartas_feiras
  {as,nas}_quintas/quintas_feiras {as,nas}_sextas/sextas_feiras sabados/{aos,nos}_sabados domingos/{aos,nos}_domingos
onday 6 7: {fins,finais}_de_semana {aos,nos}_{fins,finais}_de_semana
group weekday: dia_da_semana dias_da_semana
timely day,week,month,quarter,year: diari{o,a,os,as,amente}/dia_a_dia/ao_dia semana{l,is,lmente}/semana_a_semana
  mensa{l,is,lmente}/mes_a_mes/ao_mes trimestra{l,is,lmente}/trimestre_a_trimestre anua{l,is,lmente}/ano_a_ano
noun order: pedido pedidos encomenda encomendas pedido_de_{cliente,venda} pedidos_de_{cliente,clientes,venda}
  encomenda{,s}_de_cliente{,s}
noun purchase_order: ordem_de_compra ordens_de_compra entrega entregas compra compras pedido{,s}_de_compra
  pedido{,s}_a{,o,os}_fornecedor{,es} encomenda{,s}_a{,o,os}_fornecedor{,es} nota{,s}_de_encomenda remessa remessas
noun transfer: transferencia{,s}
noun count: contagem contagens inventarios conferencia{,s} diferencas discrepancia{,s} divergencia{,s} contamos
  contado
noun return: devolucao devolucoes
noun batch: orde{m,ns}_de_{fabrico,fabricacao} lote{,s}_de_{producao,torra} ordem_de_producao ordens_de_producao torra torras torrefacoes fornada{,s}
noun lot: lote lotes
state open: {abert}{o,os,a,as} em_aberto pendente pendentes por_{enviar,expedir,entregar,atender,satisfazer,despachar}
  {falta,faltam}_{enviar,expedir,despachar} a_enviar sem_{enviar,concluir}
  pendente{,s}_de_{envio,entrega,expedicao,enviar}
state late: {atrasad}{o,os,a,as} atraso atrasos em_atraso com_atraso tarde fora_do_prazo
state pending: por_processar
state partially_fulfilled: parcialmente_{enviad,atendid,expedid}{o,os,a,as} {enviad,expedid}{o,os,a,as}_parcialmente
state fulfilled: {enviad,expedid,despachad,atendid,satisfeit}{o,os,a,as} entregues envi{amos,aram} expedimos
  despachamos
state cancelled: {cancelad,anulad}{o,os,a,as} cancel{amos,aram,ou} anul{amos,aram}
state draft: rascunho rascunhos
state submitted: {enviad}{o,os,a,as}_{ao_fornecedor,aos_fornecedores} {emitid}{o,os,a,as}
state partially_received: parcialmente_{recebid}{o,os,a,as} {recebid}{o,os,a,as}_{parcialmente,em_parte}
state received: {recebid}{o,os,a,as}
state planned: {planejad,planead,programad,agendad}{o,os,a,as}
state in_progress: em_{andamento,curso,producao,processo,fabricacao}
state completed: {concluid,terminad,finalizad,completad}{o,os,a,as}
state quarantine: quarentena em_quarentena de_quarentena
state recalled: {recolhid,retirad}{o,os,a,as}
state expired: por_{vencimento,validade} {vencid,expirad,caducad}{o,os,a,as} fora_da_validade fora_de_validade
state active: {ativ,activ}{o,os,a,as}
state moving: a_caminho em_transito em_viagem
topic item: catalogo sortido informacoes_sobre informacao_sobre ficha
topic policy: ponto{,s}_de_{encomenda,pedido,reposicao,ressuprimento,reencomenda} nivel_de_reposicao
  {estoque,stock}_{minimo,de_seguranca} {estoques,stocks}_minimos minimo minimos
  quantidade_de_{encomenda,reposicao,pedido} politica{,s}_de_reposicao
topic forecast: previsao previsoes previst{o,os,a,as} esperad{o,os,a,as} projec{ao,oes} vender{emos,a,ao}
  {vamos,vai,vao,se_vai}_vender esperamos_vender {demanda,procura}_{prevista,esperada} precisaremos vamos_precisar
topic insights: problema problemas alerta alertas aviso avisos urgente urgentes atencao anomalia{,s}
  estranh{o,os,a,as} errad{o,a} preocupar novidades deva_saber devo_saber devia_saber deveria_saber devemos_saber
  como_vao_as_coisas o_que_se_passa
topic help: ajuda ola oi o_que_{sabe,sabes,pode,podes}_fazer o_que_posso_perguntar
attribute unit_price: preco precos preco{,s}_de_venda pvp
attribute unit_cost: {custa,custam} custo custos custou custaram preco{,s}_de_{custo,compra}
attribute shelf_life_days: vida_util
attribute barcode: codigo_de_barras codigos_de_barras ean gtin
operator >,>=,<,<=:
  mais_de/mais_do_que/mais_que/superior{,es}_a/maior{,es}_{que,do_que}/acima_{de,do,dos}/ultrapassa{,m}/excede{,m}
  pelo_menos/no_minimo/minimo_de/um_minimo_de/ao_menos/nao_menos_de/a_partir_de
  menos_de/menos_do_que/menos_que/inferior{,es}_a/menor{,es}_{que,do_que}/abaixo_{de,do,dos}
  no_maximo/maximo_de/um_maximo_de/nao_mais_de/ate
by: por segundo_a segundo_o agrupad{o,os,a,as}_por dividid{o,os,a,as}_por
each: cada que qual quais
within: em no na nos nas dentro_de num numa
from: do da de dos das desde
count: quant{o,os,a,as} numero_de quantidade_de
where: onde
hold: temos tem ter tenho tinhamos tinha tinham teve tivemos tiveram havia houve ha teremos resta restam restava
  restou restaram sobrou sobraram existe existem existiam guardamos
between: entre
except: excl nao nunca jamais exceto excepto sem menos nem excluindo salvo {excluid}{o,os,a,as} descontando tirando
  a_excecao_de com_excecao_de fora_de fora nenhum nenhuma sem_contar
compare: melhor comparad{o,os,a,as} compar{e,ar,a,acao,ando} comparativo em_comparacao_com em_relacao_a em_relacao_ao
  em_relacao_as relacao do_que que_em versus vs contra face_a face diferenca frente_a
most: melhores maior maiores mais maxim{o,a,os,as} top ranking principa{l,is} alt{o,a,os,as} mais_alt{o,a,os,as}
  mais_long{o,a,os,as}
least: menos pior piores menor menores mais_baix{o,a,os,as} mais_pequen{o,a,os,as} mais_curt{o,a,os,as}
together: juntos juntas no_total ao_todo em_conjunto
percent: percentagem porcentagem percentagens por_cento proporcao quota fatia taxa
average: media medio medias medios em_media
trace: rastreia rastreie rastrear rastreabilidade foi_parar foram_parar quem_recebeu
backward: vem vieram veio provem origem proveniencia procedencia ingredientes
who: cliente clientes comprador compradores quem
unit money: euros euro eur reais dolares
unit units: unidades unidade pecas peca un uni
unit weight: kg quilo quilos kilo kilos quilograma quilogramas
way up,down: melhor/mais/maior menos/pior/menor
trend up: subi{u,ram,do} sob{e,em} cresc{eu,eram,ido,imento,e,em} aument{o,os,ou,aram,ado,a,am} increment{o,ou}
trend down: ca{iu,iram,ido,i,em} queda quedas descid{a,as,o} desc{eu,eram,e,em} baix{ou,aram,am}
  diminu{iu,iram,icao,i,em} reduz{iu,iram}
trend: mud{ou,aram,anca,ancas} variac{ao,oes} variou variaram evolu{cao,iu,iram}
supposed: supondo suponha
strict: somente apenas so unicamente exclusivamente ambos ambas
small both: ambos ambas
value damaged: {danificad,avariad,partid,defeituos,quebrad}{o,os,a,as}
value contamination: {contaminad}{o,os,a,as} contaminacao
value sellable: vendave{l,is} revendave{l,is}
or: o ou
and: e bem_como assim_como
empty: tod{as,os}_{as,os} o a os as um uma uns umas ao aos pelo pela pelos pelas se foi foram fui sou e era eram eramos fomos ser sera
  serao sao somos estar est{a,ao,amos,ava,avam,eve,iveram} com para pra pro nosso nossa nossos nossas meu minha seu
  sua seus suas isso isto este estes estas esse esses essa essas aquele aquela aquel{es,as} nesse nessa me mim nos lhe
  lhes te diga dizer diz dizer_me dizerme mostre mostra mostrar mostre_me liste lista listar listagem
  dev{e,o,emos,em,eria,eriamos} preciso precisamos precisa precisam podemos pode podem podes posso podia poderia vai
  vao vou vamos fez fiz fizemos fizeram faz fazem fazer feito ir tem_que temos_que temos_de tenho_que gostaria queria
  quero queremos saber por_favor favor obrigad{o,a} bom_dia boa_tarde boa_noite completamente totalmente tambem ja
  ainda muito algum alguma alguns algumas e_que voce voces eu ele ela eles elas como quando qual total totais valores
  resumo relatorio detalhe detalhes tabela grafico quantidade quantidades numeros vez aqui ai la tipo tipos cerca
  exatamente atualmente actualmente hoje_em_dia coisa la_fora foi_feito
list LEAD_TIME: prazo{,s}_de_{entrega,fornecimento} prazo_{medio,medio_de}_de_entrega prazo_de_entrega_medio
  tempo{,s}_de_{entrega,reposicao} tempo_medio_de_entrega lead_time demora demoram demorou
  demora{,m}_{a,para}_{entregar,chegar}
list ON_TIME: pontualidade no_prazo dentro_do_prazo a_tempo entregas_no_prazo
list COMING: chegara chegarao {vai,vao}_{chegar,nos_entregar,entregar} vamos_receber receberemos entregara entregarao
  data_de_{entrega,chegada} data_prevista eta
latest: ultim{o,a,os,as} mais_recente{,s} recentes proxim{o,a,os,as} seguinte seguintes
place store,warehouse: loja/lojas/ponto_de_venda/pontos_de_venda armazem/armazens/deposito/depositos
direction in: {transferid}{o,os,a,as} transferimos
contrast: porem mas embora contudo
present: agora atualmente actualmente neste_momento no_momento
small any: algum alguma alguns algumas um uma
small never: nunca jamais
small next: proxim{o,a,os,as} seguinte seguintes
small back: atras
small goods: tudo algo coisas
small with: com
small left: resta restam restava restou restaram sobrou sobraram
small lack: sem nem nao nunca jamais nenhum nenhuma
small past: foi foram era eram tinha tinham tinhamos teve tivemos tiveram havia houve estava estavam
small delivered: receb{emos,ido,idos,ida,idas,eu,eram} cheg{ou,aram,ado} entreg{ue,ues,ou,aram}
small still: ainda
small in: em no nos nas na num numa
small comes: chega chegam
small from: da dos das de do desde
small to: a ao aos para pra
small when: quando
small delivery: entrega entregas
small who: quem
small each: cada
small asks: que qual quais quant{o,os,a,as} quem onde quando como
verb: crie criar cria cancele cancela anule anula exclua excluir apague apagar elimine elimina eliminar altere alterar
  mude muda mudar peca compre transfira transfere transferir mova mover adicione adiciona adicionar recebe receba some
  retire retirar envie enviar registre registar registe registrar bloqueie bloqueia bloquear desbloqueie feche fecha
  fechar atualize atualizar atualiza aumente reduza reduzir corrija corrigir coloque ponha remova remover
name
  green,coffee,tea,cup,mug,filter,grinder,packaging,roastery,chocolate,bag,box,kettle,scale,lid,bottle,paper,electric,travel,hand,shipping:
  verde/verdes cafe/cafes cha/chas xicara/xicaras/chavena/chavenas caneca/canecas filtro/filtros
  moedor/moedores/moinho/moinhos embalagem/embalagens torrefacao chocolate saco/sacos/sacola/sacolas caixa/caixas
  chaleira/chaleiras balanca/balancas tampa/tampas garrafa/garrafas papel
  eletrico/eletrica/eletricos/eletricas/electrico/electrica/electricos/electricas viagem manual/manuais envio
date hours: hora horas
date singular: dia semana mes trimestre ano
date numbered: semana
date christmas: natal
date named -2,0: antes_de_ontem esta_noite/hoje_a_noite
date article: o os da do das de a as ao
date ago: atras
date since: desde depois a_partir a_partir_de a_partir_do a_partir_da apos
date until: ate antes
date within: nos em dentro daqui_a
date between: da de entre do desde
date to: e a ao ate
date start: inicio comeco
date end: fim final
date recent: recentemente ultimamente
date soon: brevemente
date same: mesmo mesma mesmos mesmas
date period: periodo datas
date toDate: ate_hoje ate_agora ate_a_data ate_o_momento ate_ao_momento ate_ao_dia_de_hoje
date including: inclusive
date against: comparad{o,a,os,as} comparacao relacao contra vs versus frente face
date beforeLast: penultim{o,a} retrasad{o,a}
date named -1: ontem_a_noite ontem_de_manha
date beforeMonth: em ate de desde do durante
date unit day,week,month,quarter,year: dia/dias semana/semanas mes/meses trimestre/trimestres ano/anos
date place this: neste nesta deste desta este esta corrente atual actual
date place last: passad{o,a,os,as} ultim{o,a,os,as} anterior
date place next: que_vem vindour{o,a} proxim{o,a,os,as} seguinte
date month 1,2,4,12: jan fev abr dez
date weekday 0,5,6: seg sab dom
date ordinal 1..4: primeir{o,a} segund{o,a} terceir{o,a} quart{o,a}
date vague 2: par
date weekend: {fim,final}_de_semana
date half: semestre
date fraction: metade
number 0,2..12,15,20,30,40,50,60,90,100,1000: zero dois/duas tres quatro cinco seis sete oito nove dez onze doze/duzia
  quinze vinte trinta quarenta cinquenta sessenta noventa cem/cento mil
everyday: vermelho vermelha vermelhos vermelhas verde verdes azul azuis preto preta pretos pretas branco branca brancos brancas amarelo sim muita muitos muitas pouco pouca poucos poucas todo toda todos todas nada alguem ninguem contra durante
  sobre haver hoje outro outra outros outras novo nova novos novas bom boa bem quase sempre vezes depois entao assim
  gente empresa negocio equipa equipe chefe amanha meio metade igual tal tanto tanta tantos tantas caro cara caros
  caras barato barata dobro diferente diferentes proprio dentro fora cima baixo perto longe normal enquanto mercado
  feira manha noite
ending: a o as os e es ar er ir amos emos imos ado ada ados adas ido ida idos idas aram eram iram ou eu iu am em ando
  endo s
small list: lista mostra todos todas
small leads: e agora so apenas entao mas tambem
small trails: tambem agora
list VARIANCES: diferencas_{de,das,nas,na}_{contagem,contagens,inventario,stock,estoque}
  {contagem,contagens,inventarios}_com_diferencas
date third 0..2: {principios,inicios}_de/principios_do meados/meados_de/meados_do finais_de/fins_de
small ofcustomers: pedido_de_{cliente,venda} pedidos_de_{cliente,clientes,venda} encomenda{,s}_de_cliente{,s}
topic recipe: ficha_tecnica lista_de_materiais
list DEAREST: mais_car{o,a,os,as}
list CHEAPEST: mais_barat{o,a,os,as}
list UNMOVED: sem_movimento{,s}
attribute email,phone,address: email/e_mail telefone/numero_de_telefone endereco/enderecos/morada/moradas
small spent: gast{amos,aram,ou}
small supplied: entregue{,s}
`;
