/** What Portuguese words mean to a question: see dictionary.ts. */
export const portuguese = `
measure units_sold: vendeu venderam vendemos vendido vendidos vendidas
weak units_sold: vendas
measure revenue: receita receitas faturamento faturamos faturado faturou arrecadado
measure margin: margem lucro
measure units_returned: devolvidos devolucoes
list BEST: mais_vendidos mais_vendido vendem_melhor mais_vende
measure on_hand: em_estoque em_stock
weak on_hand: estoque inventario stock
measure available: disponivel disponiveis
measure stock_value: valor vale valem valor_do_estoque
list LOW: poucas_unidades baixo_estoque abaixo_do_minimo quase_acabando
list OUT: esgotado esgotados em_falta faltam
list REORDER: repor
list RUNS_OUT: acabando acabar
list EXPIRES: vencem vence vencer expiram expira validade
measure units_received: nos_vendeu recebido recebidos chegam chegou chegaram recebemos compramos entrou entraram
  entradas chegaram_de
measure purchase_value: gasto gastamos
measure units_produced: produzido produzidos produzimos torrado torramos torrou
measure units_wasted: desperdicio desperdicado desperdicados jogado jogamos descartado descartados
weak units_produced: producao
group sku: artigo artigos
group product: produto produtos
group category: categoria categorias
group supplier: fornecedor fornecedores
group reason: motivo motivos
group day,week,month,quarter,year: dia/dias semana/semanas mes/meses trimestre/trimestres ano/anos
timely month: mensal
noun order: pedido pedidos encomenda encomendas
noun purchase_order: ordem_de_compra ordens_de_compra entregas pedido_de_compra pedidos_de_compra
noun count: contagem
noun return: devolucao
noun lot: lote lotes
state open,late,pending,cancelled,fulfilled,expired,in_progress,planned: aberto/abertos/pendientes
  atrasado/atrasados/atrasada/atrasadas/atraso/em_atraso pendente/pendentes cancelado/cancelados/cancelada/canceladas
  enviado/enviados/entregues/expedido/expedidos vencido/vencidos em_andamento/em_curso planejado/planejados
topic forecast,help: previsao ajuda
attribute unit_price,unit_cost: preco/precos custam/custa/custo
operator >,>=,<,<=: mais_de pelo_menos menos_de no_maximo
by: por
each: cada que qual quais
within: em no na nas
from: do da de dos das
count: quantos quantas quanto
where: onde
hold: temos tem tinhamos tinha tinham teve tivemos tiveram tenho havia houve ha
between: entre
except: nao nunca jamais exceto sem menos nem excluindo
compare: melhor comparado comparada
most: melhores maior maiores mais
least: menos pior piores menor menores
together: juntos no_total
who: cliente clientes
unit units: unidades unidade
way up,down: melhor/mais menos/pior
strict: somente apenas ambos ambas
or: ou o
and: e
empty: os um uma ao aos pelo pela foi foram com nosso nossa nossos nossas mostre diga isso esse estamos devo deve
  devemos este esta era eram eramos fomos sera serao estao estava estavam fez fizemos fizeram faz fazem completamente
  totalmente tambem ja ainda nos num numa me mim estes estas essa esses essas
place store,warehouse: loja/lojas armazem/armazens
contrast: porem
present: agora
small with: com
small never: nunca jamais
small lack: sem nem nao nunca jamais
small past: foi foram
small delivered: recebemos recebido recebidos chegou chegaram
small still: ainda
small in: em no nos nas na
small comes: chega chegam
small from: da dos das de
small to: a
small when: quando
small each: cada
small asks: qual quais quanto quantos quantas
verb: crie criar cancele exclua excluir apague apagar altere alterar mude peca compre transfira mova adicione
  adicionar receba some retire retirar envie enviar registre registrar transferir
date christmas: natal
date article: o os da do das
date until: ate
date within: nos em
date between: da
date to: ate
date start: inicio
date end: fim
date beforeMonth: em ate
date unit day,week,month,quarter,year: dia/dias semana/semanas mes/meses trimestre/trimestres ano/anos
date place this: neste nesta deste desta corrente atual actual
date place last: passado passada
date place next: que_vem seguinte
date place coming: vindouro
date ordinal 1,3,4: primeiro terceiro quarto
number 2..10,20,30,100: dois/duas tres quatro cinco seis sete oito nove dez vinte trinta cem
measure units_used: usado usados usamos utilizado consumimos consumido
list UNRELIABLE: entregam_com_atraso entregaram_com_atraso entregam_atrasado entregam_tarde
name green,coffee,tea,cup,mug,filter,grinder,packaging,roastery,chocolate: verde/verdes cafe/cafes cha/chas
  xicara/xicaras/chavena/chavenas caneca/canecas filtro/filtros moedor/moedores embalagem/embalagens torrefacao
  chocolate
everyday: umas nao sim muito muita muitos muitas pouco algum alguma alguns nenhum quem quando dos ate eu voce eles elas
  lhe meu minha seu sua essa isto sao estao tenho ter fazer pode quero hoje ja ainda tambem itens
ending: a o as os e es ar er ir amos emos imos ado ada ados adas ido ida idos idas aram eram iram ou eu iu am em ando
  endo s
group location: local locais localizacao
measure margin_rate: margem_percentual
noun transfer: transferencia transferencias
list WORST: menos_vendidos
measure days_of_cover: dias_de_estoque
percent: percentagem porcentagem
average: media
date since: desde
small leads: e agora so apenas entao mas tambem
small trails: tambem agora
`;
