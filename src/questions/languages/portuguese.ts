/** What Portuguese words mean to a question: see dictionary.ts. */
export const portuguese = `
measure units_sold: vendeu venderam vendemos vendido vendidos vendidas
weak units_sold: vendas
measure revenue: receita receitas faturamento faturamos
measure margin: margem lucro
measure units_returned: devolvidos devolucoes
list BEST: mais_vendidos mais_vendido
measure on_hand: em_estoque
weak on_hand: estoque inventario
measure available: disponivel disponiveis
measure stock_value: valor vale valem
list LOW: poucas_unidades baixo_estoque
list OUT: esgotado esgotados
list REORDER: repor
list RUNS_OUT: acabando acabar
list EXPIRES: vencem
measure units_received: nos_vendeu recebido recebidos chegam chegou chegaram recebemos compramos
measure purchase_value: gasto gastamos
measure units_produced: produzido produzidos produzimos torrado torramos
measure units_wasted: desperdicio
weak units_produced: producao
group sku: artigo artigos
group product: produto produtos
group category: categoria categorias
group supplier: fornecedor fornecedores
group reason: motivo motivos
group day,week,month,quarter,year: dia/dias semana/semanas mes/meses trimestre/trimestres ano/anos
timely month: mensal
noun order: pedido pedidos encomenda encomendas
noun purchase_order: ordem_de_compra ordens_de_compra entregas
noun count: contagem
noun return: devolucao
noun lot: lote lotes
state open: aberto abertos pendientes
state late: atrasado atrasados atrasada atrasadas atraso
state pending: pendente pendentes
state cancelled: cancelado cancelados
topic forecast: previsao
topic help: ajuda
attribute unit_price: preco precos
attribute unit_cost: custam custa custo
operator >: mais_de
operator >=: pelo_menos
operator <: menos_de
operator <=: no_maximo
by: por
each: cada que qual quais
within: em no na nas
from: do da de
count: quantos quantas quanto
where: onde
hold: temos tem
between: entre
except: nao exceto sem menos nem excluindo
compare: melhor
most: melhores maior maiores mais
least: menos pior piores menor menores
together: juntos
who: cliente clientes
unit units: unidades unidade
way up: melhor mais
way down: menos pior
strict: somente apenas ambos ambas
or: ou o
and: e
empty: os um uma ao aos pelo pela foi foram com nosso nossa nossos nossas mostre diga isso esse estamos devo deve
  devemos este esta
place store: loja lojas
place warehouse: armazem armazens
contrast: porem
present: agora
small never: nunca jamais
small lack: sem nem nao nunca
small past: foi foram
small delivered: recebemos recebido recebidos chegou chegaram
small still: ainda
small not: nao nunca jamais
small from: da
small to: a
small more: mais
small less: menos
small when: quando
small each: cada
small asks: qual quais
verb: crie criar cancele exclua excluir apague apagar altere alterar mude peca compre transfira mova adicione
  adicionar receba
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
number 2,4,7..10,20,30,100: dois/duas quatro sete oito nove dez vinte trinta cem
measure units_used: usado usados usamos utilizado consumimos consumido
list UNRELIABLE: entregam_com_atraso entregaram_com_atraso entregam_atrasado entregam_tarde
name green: verde verdes
everyday: umas nao sim muito muita muitos muitas pouco algum alguma alguns nenhum quem quando dos ate eu voce eles
  elas lhe meu minha seu sua essa isto sao estao tenho ter fazer pode quero hoje ja ainda tambem itens
`;
