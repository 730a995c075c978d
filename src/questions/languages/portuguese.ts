/** What Portuguese words mean to a question: see dictionary.ts. */
export const portuguese = `
measure units_sold: vend{eu,eram,emos,ia,iam,e,em,er,endo,i} vendid* {os_clientes,nos}_compraram sai{u,ram}
  foram_despachad{as,os} {vendeu,venderam}_{a_loja,as_lojas} vendiamos compraram_os_clientes quantidade+_vendida+
measure revenue: {rendeu,renderam} receita+ fatura{mento,mos,do,ram,,m,cao} faturou factur{amos,ado,ou,acao}
  arrecad{ado,amos,ou} volume_de_negocios valor_{das_vendas,de_vendas,vendido} vendas_em_{euros,valor,dinheiro}
  dinheiro_{entrou,que_entrou} {entrou,entrou_de}_dinheiro {faturou,fez}_a_loja a_loja_faturou encaix{amos,ou,ado}
  rendimento+ {recebemos,ganhamos}_em_vendas em_vendas
measure margin: margem{,_bruta} margens lucro+ ganho+ ganh{amos,ou,aram} lucrativ* rentave{l,is} rentabilidade
  lucratividade lucro_bruto lucro_bruta lucro_brutos lucro_liquido lucros_bruto lucros_bruta lucros_brutos
  lucros_liquido margem_bruto margem_brutos margem_liquido
measure margin_rate: margem_{percentual,em_percentagem,sobre_vendas} {percentagem,porcentagem,taxa}_de_margem
measure cogs: custo_das_{vendas,mercadorias_vendidas} custo_{dos_produtos_vendidos,da_mercadoria_vendida}
  custo_do_vendido cmv
measure average_order_value: valor_medio_de_pedido+ valor_medio_de_encomenda+ valor_medio_do_pedido+
  valor_medio_do_encomenda+ valor_medio_por_pedido+ valor_medio_por_encomenda+ valor_medio_dos_pedido+
  valor_medio_dos_encomenda+ valor_medio_das_pedido+ valor_medio_das_encomenda+ valor_medio_da_pedido+
  valor_medio_da_encomenda+ valor_medio_de_um_pedido+ valor_medio_de_um_encomenda+ valor_medio_de_uma_pedido+
  valor_medio_de_uma_encomenda+ {ticket,pedido}_medio {encomenda,compra}_media
measure units_per_order: {unidades,itens,pecas,artigos}_por_pedido {unidades,itens,pecas,artigos}_por_encomenda
measure average_price: preco_{medio,medio_de_venda,de_venda_medio} precos_medios
measure order_count: pedidos_{enviados,expedidos,atendidos,entregues} pedidos_concluidos
  encomendas_{enviadas,expedidas,satisfeitas,entregues} encomendas_concluidas
measure orders_created: pedidos_{recebidos,novos,criados,feitos,realizados} encomendas_{recebidas,novas,criadas,feitas}
  {novos,recebemos}_pedidos {novas,recebemos}_encomendas
measure daily_sales: venda_diaria_media vendas_diarias_medias {venda_media,media}_diaria
  {venda_media,vendas_medias,vendemos,vende}_por_dia media_diaria_de_vendas media_de_vendas_{diarias,por_dia}
  vendem_por_dia {velocidade,ritmo}_de_venda
measure units_returned: devolvid* devolve{u,ram,mos,m,,r} volt{ou,aram} regress{ou,aram} retornad*
measure return_rate: {taxa,indice,percentagem,porcentagem}_de_devolucao
  {taxa,indice,percentagem,porcentagem}_de_devolucoes; fill_rate: {nivel,taxa}_de_servico taxa_de_atendimento
measure turnover: {giro_de,giro_do,rotacao_do}_estoque giro rotacao rotacao_{de_stock,de_estoque,de_inventario,do_stock}
  rotacao_do_inventario
measure stock_out_days: dias_{sem_stock,sem_estoque,em_rutura,em_ruptura} dias_de_{ruptura,rutura} dias_esgotado+
measure lost_sales: vendas_perdidas; units_to_fulfill: unidades_{por_enviar,a_enviar,por_expedir,pendentes}
measure on_hand: {em,no}_estoque {em,no}_stock {em,no}_armazem em_existencia em_inventario na_prateleira nas_prateleiras
  fisicamente; available: livre+ disponive{l,is} disponibilidade podemos_{vender,enviar} dispomos
measure reserved: reservad* comprometid* alocad*; on_hold: bloquead* retid*
measure on_order: {por,falta,faltam,ainda_vai,ainda_vao,para}_chegar {por,a,falta,faltam}_receber
  {por_entregar_pelos,pedido_a,pedidos_a}_fornecedores encomendad* encomend{amos,ei} pedimos temos_encomendado
  nos_deve{,m}; incoming: a_caminho a_chegar ja_encomendad{o,a,os,as}; in_transit: em_transito
measure stock_value: valor vale valem valoriza{cao,do} valor_{do,de,em}_{estoque,stock,inventario,armazem}
  valor_das_existencias {dinheiro,capital}_{parado,imobilizado,empatado,investido} imobilizad{o,a} valia{m,} valiu
measure days_of_cover: dias_de_{estoque,stock,cobertura,inventario} cobertura{,_em_dias} cobertura_de_{estoque,stock}
measure age_days: idade{,_media} antiguidade{,_media}; units_adjusted: ajuste+ ajustad* ajusta{mos,ram} acerto+
measure units_received: nos_vende{u,ram,,m} recebid* comprad* chegad* entrad* fornecid* entregues_pel*
  chega{m,ram,,r,ram_de} chegou recebe{mos,u,ram,,m,r} compr{amos,ou,aram} entr{ou,aram,egou,egaram,egam,egar}
  recebimento+ rececao recepcao fornece{u,ram} nos_{mandou,mandaram,enviou,enviaram} {deram,deu}_entrada
  {foram,foi}_entregue{s,}
measure purchase_value: gasto+ gast{amos,ou,aram,ado,ar} pago+ paga{mos,r,do} pagou
  {gasto_em,gastos_em,gastamos_em,despesa_com}_compras gasto_de_compra+ gastos_de_compra+
  {despesas_com,valor_de,valor_das}_compras
measure average_purchase_price: {preco,custo}_medio_de_compra {preco,custo}_de_compra_medio
measure purchase_price_change: aumento_de_preco+ aumentos_de_preco+ subida_de_preco+ subidas_de_preco+
  {variacao,variacoes}_de_preco_de_compra {variacao,variacoes}_de_precos_de_compra encarece{u,ram} encarecido+
measure units_produced: produzid* {foram,foi}_feit* fabricad* torrad* torrefad* produz{imos,iu,iram,ir,em}
  torra{mos,ram,r,ndo} torrou torrefact{amos,os} fabric{amos,ou,aram} {saiu,sairam}_{da,de}_producao
measure units_used: gast{amos,aram,ou} usad* utilizad* consumid* usamos usou usaram usa usam utiliz{amos,ou,aram,a,am}
  consum{imos,iu,iram,e,em} consumo+ uso {usado,usados,usada,usadas,utilizado}_na_producao
  {utilizados,utilizada,utilizadas,consumido}_na_producao {consumidos,consumida,consumidas,gasto}_na_producao
  {gastos,gasta,gastas,entraram}_na_producao {usado,usados,usada,usadas,utilizado}_em_producao
  {utilizados,utilizada,utilizadas,consumido}_em_producao {consumidos,consumida,consumidas}_em_producao
  foi_para_producao foi_para_a_producao foi_na_producao foi_em_producao foram_para_producao foram_para_a_producao
  foram_na_producao foram_em_producao entrou_para_producao entrou_para_a_producao entrou_na_producao
  entrou_em_producao entraram_para_producao entraram_para_a_producao entraram_em_producao torr{amos,ou,aram} torrad*
measure units_wasted: desperdicad* desperdiciad* jogad* descartad* perdid* estragad* deitad*
  {jogado,jogados,jogada,jogadas,deitado,deitados}_fora {deitada,deitadas,jogamos,jogaram,deitamos}_fora desperdicio+
  desperdic{iamos,iou,amos} jogamos jogaram jogou {deitaram,jogar,deitar}_fora deita{mos,ram} descart{amos,aram,ou}
  descarte+ perde{mos,ram,u} perda+ quebra+ {para_o,ao,no}_lixo lixo estrag{ou,aram} abates abatidos avaria+
  quebr{ou,aram} parti{u,ram} deitamos_ao_lixo deitaram_ao_lixo deitado_ao_lixo deitadas_ao_lixo deitados_ao_lixo
measure waste_value: {valor,custo}_{do_desperdicio,das_perdas,das_quebras,da_quebra} {valor,custo}_dos_descartes
measure buildable: {podemos,posso}_{produzir,fabricar,fazer,torrar} {conseguimos,da_para}_{produzir,fazer,torrar}
weak units_sold: venda+ procura demanda volume; on_hand: estoque+ inventario stock+ existencia+
weak units_produced: producao; revenue: dinheiro
list BEST: mais_vendid* melhor_vendid* {vendem,vende}_melhor mais_{vende,vendem,popular,populares,saida,sai,saem}
  mais_procurad* campeoes_de_venda+ best_seller+ bestseller+ top_vendas alta_rotacao maior_{giro,saida}
list WORST: menos_{popular,populares,procurado,procurada,procurados,procuradas} menos_vendid* pior_vendido+
  vende{m,}_{pior,menos} menos_vende{,m}
list SLOW: {baixa,lenta,pouca}_rotacao {baixo,pouco,menor}_giro giro_lento vende{m,}_{pouco,devagar,lentamente}
  pouca_saida; UNMOVED: sem_movimento+
list DEAD: sem_venda+ sem_saida sem_giro encalhad* parad* obsolet* {estoque,stock}_{morto,parado} nunca_vendid*
  nao_vendid* ninguem_compra
list OVERSTOCK: excesso+ em_excesso excesso_de_{stock,estoque,inventario} excedente+ sobrestoque demais liquida{r,cao}
  sobras
list LOW: abaixo_do_{minimo,estoque_minimo,stock_minimo} abaixo_dos_minimos poucas_unidades pouco_{estoque,stock}
  baixo_estoque+ baixo_stock+ baixos_estoque+ baixos_stock+ {estoque,stock}_baixo {estoques,stocks}_baixos
  quase_{acabando,no_fim} quase_esgotad* esta{o,}_{acabando,a_acabar,a_esgotar,se_esgotando,no_fim} escass* escassez
  resta_pouc* restam_pouc* estao_em_baixo esta_em_baixo escassei{a,am} prestes_a_{acabar,esgotar}
list OUT: esgotad* em_falta falta{,m,ndo} em_rutura em_ruptura {em_rutura,em_ruptura,rutura,ruptura,fora}_de_stock
  {rutura_de,ruptura_de,sem,fora_de,nao_ha}_estoque ruturas rupturas {sem,nao_ha,nao_tem,nao_temos,em_quebra_de}_stock
  sem_existencias acabou acabaram acabado+ zerad* a_zero {nao_tem,nao_temos}_estoque esgot{ou,aram}
  {ja_,}nao_{ha,temos,existe,existem}{,_mais} terminaram indispon{ivel,iveis}
list REORDER: repor reposicao comprar encomendar pedir reabastecer reencomendar
  falta{m,}_{comprar,pedir,repor,encomendar} sugestao{,es} sugest{oes,ao}_de_{compra,encomenda,pedido,reposicao}
  recomenda{cao,coes,s,ria} lista_de_compras proposta{s,}_de_{compra,encomenda}
list OLD: mais_antig* mais_velh* antig* velh* envelhecido+ armazenad* ha_quanto_tempo
list RUNS_OUT: quanto_tempo_{vai_durar,dura,durara} p{ara,or}_quantos_dias_{chega,dura,da} acaba{ndo,r,,m,ra,rao}
  va{i,o}_{acabar,esgotar_se,faltar,durar} {vai,vai_se,vao,vao_se,risco_de}_esgotar esgota{,m,r,ra,rao}
  dura{,m,r,ra,rao} chega{_para,m_para} basta{,m} risco_de_{ruptura,rutura,faltar,ruptura_de_stock}
  risco_de_ruptura_de_estoque risco_de_rutura_de_{stock,estoque}
list EXPIRES: venc{em,e,er,imento,era,erao} expira{m,,r,ra} validade+
  {perde_a,perdem_a,prazo_de,data_de,proximo_do}_validade caduca{,m,r} data_de_vencimento
  {proximo,proximos,proxima,proximas}_do_vencimento {proximo,proximos,proxima,proximas}_da_vencimento
  {proximo,proximos,proxima,proximas}_da_validade {proximos,proxima,proximas}_do_validade {a,vai,vao,prestes_a}_vencer
list STOLEN: roubaram roubo+ roubad* furto+ furtad*
list MOVED: movimento+ movimentac{ao,oes} historico acontec{eu,ia,eram} ocorreu se_passou mudancas_de_{stock,estoque}
  sumi{u,ram,do} desaparec{eu,eram,ido}; LATE_SUPPLIERS: mais_lento+ demora{_mais,m_mais} mais_demora{,m}
list FAST_SUPPLIERS: mais_rapido+ {demora,demoram}_menos {entrega,entregam}_mais_rapido
list RELIABLE: confiave{l,is} fiave{l,is} pontua{l,is} melhor_fornecedor {desempenho,avaliacao}_de_fornecedores
  {desempenho,avaliacao}_dos_fornecedores {cumpre,cumprem}_melhor
list UNRELIABLE: entreg{aram,am,ou,a}_{com_atraso,atrasado,tarde,mais_tarde}
  {entrega,entregam,entregaram,entregou}_com_mais_atraso {entrega,entregam,entregaram,entregou}_sempre_atrasado
  {entrega,entregam,entregaram,entregou}_fora_do_prazo menos_{confiavel,confiaveis,fiavel,fiaveis,pontual}
  pouco_{confiavel,confiaveis,fiavel,fiaveis} menos_pontuais pior_fornecedor atrasa{,m} mais_atrasa{,m}
list SUPPLIES: quem_{fornece,nos_fornece,nos_vende} fornece{,m} abastece{,m} {a,de}_quem_compramos
list CATEGORY_OF: que_categoria_e {a,de}_que_categoria; DEAREST: mais_car*; CHEAPEST: mais_barat*
list LEAD_TIME: {leva,levam,precisa,precisam}..entregar {prazo,prazos,prazo_medio,prazo_medio_de}_de_entrega {prazo,prazos}_de_fornecimento
  prazo_de_entrega_medio {tempo,tempos,tempo_medio}_de_entrega {tempo,tempos}_de_reposicao lead_time demor{a,am,ou}
  {demora_a,demora_para,demoram_a,demoram_para}_entregar {demora_a,demora_para,demoram_a,demoram_para}_chegar
list ON_TIME: pontualidade {no,dentro_do,entregas_no}_prazo a_tempo
list POINT: ponto{s,}_de_{encomenda,pedido,ressuprimento,reencomenda} {ponto,pontos,nivel}_de_reposicao
  {estoque,stock}_minimo {estoques,stocks}_minimos
list COMING: chegara{,o} {vai,vao}_chegar {vai_nos,vai,vao_nos,vao}_entregar vamos_receber receberemos entregara{,o}
  data_{de_entrega,de_chegada,prevista} eta esperamos aguardamos
list VARIANCES: diferencas_{das,nas,de,na}_{contagem,contagens,inventario,stock}
  diferencas_{de_estoque,das_estoque,nas_estoque} diferencas_na_estoque {contagem,contagens,inventarios}_com_diferencas
list BUSIEST: mais_forte+ mais_movimentado+
group sku: artigo+ item itens sku+ referencia+ variante+ coisas mercadoria+ sabores cores tamanhos formatos
group product: produto+; category: categoria+ familia+
group location: local locais localizac{ao,oes} unidade_de_negocio filia{l,is} sitio+ sede; supplier: fornecedor{,es,a}
group reason: motivo+ razao razoes causa+ por_que porque{,_e_que}; condition: condic{ao,oes}; abc_class: classe+
group day,week,month,quarter,year: dia/dias semana/semanas mes/meses trimestre/trimestres ano/anos
group status: estado+ status situac{ao,oes}; weekday: {dia,dias}_da_semana
onday 1..7: {as,nas}_segundas/segundas_feiras {as,nas}_tercas/tercas_feiras {as,nas}_quartas/quartas_feiras
  {as,nas}_quintas/quintas_feiras {as,nas}_sextas/sextas_feiras sabados/{aos,nos}_sabados domingos/{aos,nos}_domingos
onday 6 7: {fins,finais,aos_fins,aos_finais,nos_fins}_de_semana nos_finais_de_semana
timely day,week,month,quarter,year: diari{o,a,os,as,amente}/dia_a_dia/ao_dia semana{l,is,lmente}/semana_a_semana
  mensa{l,is,lmente}/mes_a_mes/ao_mes trimestra{l,is,lmente}/trimestre_a_trimestre anua{l,is,lmente}/ano_a_ano
noun order: pedido+ encomenda+ pedido_de_{cliente,venda} pedidos_de_cliente+ pedidos_de_venda encomenda_de_cliente+
  encomendas_de_cliente+
noun purchase_order: {ordem,ordens,pedido,pedidos}_de_compra entrega+ compra+
  {pedido,pedidos,encomenda,encomendas}_a_fornecedor {pedido,pedidos,encomenda,encomendas}_a_fornecedores
  {pedido,pedidos,encomenda,encomendas}_ao_fornecedor {pedido,pedidos,encomenda,encomendas}_ao_fornecedores
  {pedido,pedidos,encomenda,encomendas}_aos_fornecedor {pedido,pedidos,encomenda,encomendas}_aos_fornecedores
  {nota,notas}_de_encomenda remessa+; transfer: transferencia+
noun count: conta{gem,gens,mos,do} inventarios conferencia+ diferencas discrepancia+ divergencia+
noun return: devoluc{ao,oes}
noun batch: ordem_de_fabric{o,acao} ordens_de_fabric{o,acao} {lote,lotes,ordem,ordens}_de_producao {lote,lotes}_de_torra
  torra+ torrefacoes fornada+; lot: lote+
state open: abert* em_aberto pendente+ {por,falta,faltam,a,sem}_enviar {por,falta,faltam}_expedir
  por_{entregar,atender,satisfazer} {por,falta,faltam}_despachar sem_concluir
  pendente{s,}_de_{envio,entrega,expedicao,enviar}
state late: {deveria,deveriam,devia,deviam}_{ter,ja_ter} atrasad* atraso+ {em,com}_atraso tarde fora_do_prazo {deviam,devia,deveriam,deveria}_ter_chegado; pending:
  por_processar
state partially_fulfilled: parcialmente_enviad* parcialmente_atendid* parcialmente_expedid*
  {enviado,enviados,enviada,enviadas}_parcialmente {expedido,expedidos,expedida,expedidas}_parcialmente
state fulfilled: enviad* expedid* despachad* atendid* satisfeit* entregues envia{mos,ram} expedimos despachamos
  sai{u,ram}; cancelled: cancelad* anulad* cancel{amos,aram,ou} anula{mos,ram}; draft: rascunho+
state submitted: {enviado,enviados,enviada,enviadas}_ao_fornecedor {enviado,enviados,enviada,enviadas}_aos_fornecedores
  emitid*
state partially_received: parcialmente_recebid* {recebido,recebidos,recebida,recebidas}_parcialmente
  {recebido,recebidos,recebida,recebidas}_em_parte
state received: recebid*; planned: planejad* planead* programad* agendad*
state in_progress: em_andamento em_curso em_producao em_processo em_fabricacao
state completed: concluid* terminad* finalizad* completad*; quarantine: quarentena {em,de}_quarentena
state recalled: recolhid* retirad*; expired: por_vencimento {por,fora_da,fora_de}_validade vencid* expirad* caducad*
state active: ativ* activ*; moving: a_caminho em_transito em_viagem
topic item: catalogo sortido {informacoes,informacao}_sobre ficha
topic policy: ponto{s,}_de_{encomenda,pedido,ressuprimento,reencomenda}
  {ponto,pontos,nivel,quantidade,politica}_de_reposicao {estoque,stock}_minimo {estoque,stock}_de_seguranca
  {estoques,stocks}_minimos minimo+ quantidade_de_{encomenda,pedido} politicas_de_reposicao
topic forecast: previs{ao,oes} previst* esperad* projec{ao,oes} vender{emos,a,ao}
  {vamos,vai,vao,se_vai,esperamos}_vender {demanda,procura}_prevista {demanda,procura}_esperada precisaremos
  vamos_precisar
topic insights: problema+ alerta+ aviso+ urgente+ atencao anomalia+ estranh* errad{o,a} preocupar novidades
  {deva,devo,devia,deveria,devemos}_saber como_vao_as_coisas o_que_se_passa
topic recipe: ingredientes_{leva,levam,tem} o_que_leva{,m} ingredientes ficha_tecnica lista_de_materiais
topic help: ajuda ola oi o_que_{sabe_fazer,sabes_fazer,pode_fazer,podes_fazer} o_que_posso_perguntar
attribute unit_price: preco+ {preco,precos}_de_venda pvp a_quanto_{vendemos,se_vende,vende,esta,estao}
  por_quanto_{vendemos,se_vende}
attribute unit_cost: {por,a}_quanto_compramos cust{a,am,ou,aram} custo+ preco{s,}_de_{custo,compra}; shelf_life_days:
  vida_util; barcode: {codigo,codigos}_de_barras ean gtin
attribute email,phone,address: email/e_mail telefone/numero_de_telefone endereco/enderecos/morada/moradas
operator >,>=,<,<=:
  mais_de/mais_do_que/mais_que/superior{,es}_a/maior{,es}_{que,do_que}/acima_{de,do,dos}/{ultrapassa,ultrapassam,passa_de,passam_de,passa_dos,passam_dos}/excede{,m}
  pelo_menos/no_minimo/minimo_de/um_minimo_de/ao_menos/nao_menos_de/a_partir_de
  menos_de/menos_do_que/menos_que/inferior{,es}_a/menor{,es}_{que,do_que}/abaixo_{de,do,dos}
  no_maximo/maximo_de/um_maximo_de/nao_mais_de/ate
by: por segundo_{a,o} agrupad{o_por,os_por,a_por,as_por} dividid{o_por,os_por,a_por,as_por}
each: cada que qual quais
within: em no na nos nas dentro_de num numa
from: do da de dos das desde
count: quant* numero_de quantidade_de
where: onde_{fica,ficam,se_encontra,se_encontram} onde
hold: temos tem ter tenho tinha{mos,,m} teve tivemos tiveram havia houve ha teremos rest{a,am,ava,ou,aram} sobrou
  sobraram exist{e,em,iam} guardamos fic{aram,ou} sobr{a,am,ava}
between: entre
except: nao_incluid* excl nao nunca jamais exceto excepto sem menos nem excluindo salvo excluid* excetuad*
  {a,aa}_parte descontando tirando {a,com}_excecao_de fora_de fora nenhum{,a} sem_contar
compare: a_frente_de o_dobro_{de,do,da} metade_{de,do,da} melhor comparad* compar{e,ar,a,acao,ando,ativo}
  em_comparacao_com em_relacao_a+ em_relacao_ao relacao do_que que_em versus vs contra face_a face diferenca frente_a
most: melhores {o,a}_melhor maior{,es} mais maxim* top ranking principa{l,is} alt* mais_alt* mais_long*
least: meno{s,r,res} pior piores mais_baix* mais_pequen* mais_curt*
together: juntos juntas no_total ao_todo em_conjunto
percent: {parte,parcela,a_parte}_{de,do,da,dos,das} percentage{m,ns} porcentagem por_cento proporcao quota fatia taxa
average: medi* em_media
trace: rastrei{a,e} rastrear rastreabilidade {foi,foram}_parar quem_recebeu
backward: vem vieram veio provem origem proveniencia procedencia ingredientes
who: cliente+ comprador{,es} quem
small sell: vende{,m}; there: la ali
small than: que do_que; judged: melhor{,es} pior{,es}; long: mais_long*; ahead: a_frente_de atras_de; difference: diferenca; byhow: em por
small ratio: o_dobro_{de,do,da} metade_{de,do,da}
small foremost: primeir{o,a}; sent: enviad*; containing: cont{em,enham}; theirs: eles elas ele ela deles delas dele
  dela seus suas
small ordered: encomendad* encomend{amos,ei} pedimos temos_encomendado; what: que; clause: que quem; that: isso;
  thereof: disso destes destas desses dessas deles delas
small excluded: nao_incluid* excluid* excetuad* {a,aa}_parte; who: quem; both: ambos ambas
small ofcustomers: pedido_de_{cliente,venda} pedidos_de_cliente+ pedidos_de_venda encomenda_de_cliente+
  encomendas_de_cliente+; any: algum alguma+ alguns um uma; never: nunca jamais; next: proxim* seguinte+; back: atras
small past: foi foram era eram tinha{,m,mos} teve tivemos tiveram havia houve estava{,m}; list: lista mostra todos todas
small leads: e agora so apenas entao mas tambem; trails: tambem agora
small delivered: recebe{mos,u,ram} recebid* cheg{ou,aram,ado} entregue+ entreg{ou,aram}; still: ainda
small goods: tudo algo coisas; with: com; left: rest{a,am,ava,ou,aram} sobrou sobraram
small fewest: menos; lack: sem nem nao nunca jamais nenhum{,a}; in: em no nos nas na num numa; comes: chega{,m}
small origin: origem proveniencia procedencia ingredientes; from: da dos das de do desde; to: a ao aos para pra; when:
  quando; delivery: entrega+; each: cada
small degree: quao; asks: que qual quais quant* quem onde quando como; supplied: entregue+; spent: gast{amos,aram,ou}
small pay: paga{mos,r,do} pago pagou; need: precis{o,amos,a,am}; able: podemos poderiamos conseguimos; firsts:
  primeir{os,as}; often: frequencia vezes; pack: saco+ pacote+ embalage{m,ns} garrafa+ caixa+ frasco+; of: de a
small infinitive: entregar; purchased: compr{ado,amos,ou,aram,ar}; percent: porcentagem percentagem por_cento; all: todo{s,as}; one: um uma;
  half: mei{o,a}; limit: a de por; the: o; ofsupplier: de da; placed: em; abbreviated: aprox
unit money: euro+ eur reais dolares; units: unidade+ peca+ un uni; weight: kg quilo+ kilo+ quilograma+
way up,down: melhor/mais/maior menos/pior/menor
trend: mudou mudaram mudanca+ vari{acao,acoes,ou,aram} evolu{cao,iu,iram}
trend up: subi{u,ram,do} sobe sobem cresc{eu,eram,ido,imento,e,em} aument* aument{ou,aram,ado,am} incremento{,u}
trend down: caiu cairam caido cai caem queda+ descid* desce{u,ram,,m} baix{ou,aram,am} diminu{iu,iram,icao,i,em}
  reduzi{u,ram}
supposed: supon{do,ha}
strict: somente apenas so unicamente exclusivamente ambos ambas
value damaged: danificad* avariad* partid* defeituos* quebrad*; contamination: contaminad* contaminacao
value sellable: vendave{l,is} revendave{l,is}
or: o ou
and: e {bem,assim}_como
latest: {pela_,a_,}ultima_vez ultim* mais_recente+ recentes proxim* seguinte+
place store,warehouse: loja/lojas/ponto_de_venda/pontos_de_venda armazem/armazens/deposito/depositos
direction in: transferid* transferimos
contrast: porem mas embora contudo
present: agora atualmente actualmente {neste,no}_momento
verb: crie criar cria cancel{e,a} anule anula exclu{a,ir} apague apagar elimin{e,a,ar} alter{e,ar} mude muda mudar peca
  compre transf{ira,ere,erir} mova mover adicion{e,a,ar} receb{e,a} some retir{e,ar} envie enviar regist{re,ar,e,rar}
  bloque{ie,ia,ar} desbloqueie fech{e,a,ar} atualiz{e,ar,a} aumente reduz{a,ir} corri{ja,gir} coloque ponha remov{a,er}
verb_handed: {tratas,trata,cuidas,cuida,encarregas_te,encarrega_se}_d{isso,isto} {tratar,cuidar}_d{isso,isto}
verb_polite: podes poderia{,s} {voce,tu}_{pode,podes}
verb_set: sob{e,ir} subir poe coloca{,r} defin{e,ir} fixa{,r} baixa{,r} passa{,r}
verb_counted: pedir encomend{a,e,ar} tire tira{,r} de_baixa da_baixa dar_baixa jog{ue,a,ar} baix{e,a,ar} lev{e,a,ar} ponha coloque
  bot{e,a,ar} descart{e,a,ar} lance lanca{,r} anot{e,a,ar} marque marca{,r} pass{e,a,ar} saque
date hours: hora+; singular: dia semana mes trimestre ano; numbered: semana; holiday 12-25: natal; holiday 12-24:
  vespera_de_natal; holiday 12-31: vespera_de_ano_novo; holiday 1-1: ano_novo
date third 0..2: {principios,inicios}_de/principios_do meados/meados_de/meados_do/meio_de finais_de/fins_de
date article: o os da do das de a as ao; ago: atras; beforeLast: penultim{o,a} retrasad{o,a}
date since: desde depois a_partir{,_de,_do,_da} apos; until: ate antes; within: nos em dentro daqui_a
date between: da de entre do desde; to: e a ao ate; start: inicio comeco; end: fim final
date recent: recentemente ultimamente; soon: brevemente; beforeMonth: em ate de desde do durante; same: mesm*
date period: periodo datas; toDate: ate_{hoje,agora,a_data,o_momento,ao_momento} ate_ao_dia_de_hoje
date including: inclusive; against: {mais,menos}_{que,do_que} comparad* comparacao relacao contra vs versus frente face
date unit day,week,month,quarter,year: dia/dias semana/semanas mes/meses trimestre/trimestres ano/anos
date place this: neste nesta deste desta este esta corrente atual actual em_curso; place last: passad* ultim* anterior
date place next: que_vem vindour{o,a} proxim* seguinte; ordinal 1..4: primeir{o,a} segund{o,a} terceir{o,a} quart{o,a}
date vague 2: par; weekend: {fim,final}_de_semana; half: semestre; fraction: metade
date named -2,0: antes_de_ontem esta_noite/hoje_a_noite; named -1: ontem_{a_noite,de_manha}
date month 1,2,4,12: jan fev abr dez; weekday 0,5,6: seg sab dom; fortnight: quinzena+
date weekOf first: semana_de semana_do_dia; holiday easter-2: sexta_feira_santa; holiday easter+0: pascoa
number 0,2..12,15,20,30,40,50,60,90,100,1000: zero dois/duas tres quatro cinco seis sete oito nove dez onze doze/duzia
  quinze vinte trinta quarenta cinquenta sessenta noventa cem/cento mil
small provenance: origem proveniencia procedencia
small after: depois apos; before: antes; since: desde; through: ate; inyear: em de desde; numbersign: numero n
small beforenumber: do da de; lotword: lote lotes; orderword: pedido; beforecode: numero; infill: de da em tamanho
small company: sa; atplace: em a; theplace: o a; beforeother: com a ao o em; doubtfulmonth: dez jan
small ledweekday: na desde ate; beforeunit: ultimo ultima este esta estes estas deste desta neste nesta
small make: fizemos fez fizeram feito; roasted: torr{amos,ou,aram} torrad*; dayled: dia; afterday: em no na
ending: a o as os e es ar er ir amos emos imos ado ada ados adas ido ida idos idas aram eram iram ou eu iu am em ando
  endo s
small person: nos eu me mim meu minha tu te voce; copula: era eram sao foi foram
`;
