import { describe, expect, it, test } from '@jest/globals';
import { askQuestion } from '../../src/questions/ask-question.ts';
import { makeBakery } from '../support/manufacturing.ts';
import { useWorld } from '../support/world.ts';
import { asked } from './understanding.ts';

describe('what something cost to buy', () => {
  it.each([
    'avg price we paid for HB-1KG this year',
    'What did we pay on average for HB-1KG?',
    'Was haben wir für HB-1KG durchschnittlich bezahlt?',
    "prix d'achat moyen de HB-1KG",
    'precio medio de compra de HB-1KG',
    "prezzo medio d'acquisto di HB-1KG",
    'preço médio de compra de HB-1KG',
  ])('is what was paid per unit, and no price of sales: %s', async question => {
    expect(await asked(question)).toMatchObject({
      measures: ['average_purchase_price'],
      filters: [{ field: 'sku', value: ['HB-1KG'] }],
    });
  });

  it.each(['average purchase price by supplier', 'durchschnittlicher Einkaufspreis je Lieferant'])(
    'is told by supplier: %s',
    async question => {
      expect(await asked(question)).toMatchObject({ measures: ['average_purchase_price'], dimensions: ['supplier'] });
    },
  );

  it.each([
    'What did we last pay for HB-1KG?',
    'last purchase price of HB-1KG',
    'Was hat HB-1KG zuletzt im Einkauf gekostet?',
    'À quel prix avons-nous acheté HB-1KG la dernière fois ?',
    '¿Cuánto pagamos la última vez por HB-1KG?',
    "A che prezzo abbiamo comprato l'ultima volta HB-1KG?",
    'Quanto pagámos pela última vez por HB-1KG?',
  ])('the last time is that of the newest receipt: %s', async question => {
    expect(await asked(question)).toMatchObject({
      measures: ['average_purchase_price', 'units_received'],
      dimensions: ['day', 'purchase_order', 'supplier'],
      sort: ['-day'],
    });
  });

  it.each(['average purchase value per month', 'average spend per week'])(
    'what is spent over time stays a sum: %s',
    async question => {
      expect(await asked(question)).toMatchObject({ measures: ['purchase_value'] });
    },
  );
});

describe('what can be made', () => {
  it.each([
    'How many bags of HB-250 can we make?',
    'How many HB-250 can we still roast?',
    'Wie viel HB-250 können wir mit dem Bestand noch rösten?',
    'Combien de sachets de HB-250 peut-on torréfier avec le stock disponible ?',
    '¿Cuántas bolsas de HB-250 podemos tostar?',
    'Quante buste di HB-250 possiamo ancora tostare?',
    'Quantos pacotes de HB-250 podemos torrar?',
    'For how many HB-250 are the syrups enough?',
    'wie viele HB-250 können wir noch rösten',
    'combien de HB-250 peut-on encore torréfier',
    'cuántos HB-250 podemos tostar todavía',
    'quantos HB-250 podemos torrar ainda',
  ])('is bounded by what there is of its ingredients: %s', async question => {
    expect(await asked(question)).toMatchObject({
      measures: ['buildable'],
      filters: [{ field: 'sku', value: ['HB-250'] }],
    });
  });

  it('is told of what is made beside what it is made of', async () => {
    expect(await asked('how many HB-1KG can we still roast with the Brazil Santos that we have')).toMatchObject({
      measures: ['buildable'],
      dimensions: ['sku'],
      filters: [{ field: 'sku', value: ['HB-1KG', 'BRA-1KG'] }],
    });
  });

  it.each([
    'what can we make right now',
    'What can I produce?',
    'Was kann ich herstellen?',
    'Was kann produziert werden?',
    'Que puis-je produire ?',
    '¿Qué puedo producir?',
    'Cosa posso produrre?',
    'O que posso produzir?',
  ])('is listed where no item is named, whoever can: %s', async question => {
    expect(await asked(question)).toMatchObject({ measures: ['buildable'], dimensions: ['sku'] });
  });

  it.each(['Kann man sehen, was produziert wurde?', 'Can we see what was produced last month?'])(
    'is not what was made: %s',
    async question => {
      expect(await asked(question)).not.toMatchObject({ measures: ['buildable'] });
    },
  );

  it.each([
    'are 20 TM-S enough for Munich?',
    'How many HB-250 did we roast last week?',
    'can we sell 20 TM-S in Munich',
  ])('is not what lasts, was made or is sold: %s', async question => {
    expect(JSON.stringify(await asked(question))).not.toContain('buildable');
  });

  it.each([
    'How many kilos of syrups do 100 bags of HB-250 need?',
    'How many Beans do I need for 100 HB-250?',
    'Wie viel BRA-1KG brauche ich für 100 HB-250?',
    'Combien de BRA-1KG faut-il pour 100 HB-250 ?',
    '¿Cuánto BRA-1KG necesito para 100 HB-250?',
    'Quanto BRA-1KG serve per 100 HB-250?',
    'Quanto BRA-1KG preciso para 100 HB-250?',
  ])('what so many need is their recipe: %s', async question => {
    expect(await asked(question)).toEqual({
      kind: 'look_up',
      name: 'recipes',
      input: { skus: ['HB-250'], active: true },
      quantity: 100,
    });
  });
});

const world = useWorld();

test('a recipe is told for the quantity that is asked for, and what the stock is enough for', async () => {
  const shop = await world.tenant();
  const { flour, bread } = await makeBakery(shop, 90);
  const ask = async (question: string) => (await shop.run(askQuestion, { question }))['answer'];
  expect(await ask(`How much ${flour.sku} do 30 ${bread.sku} need?`)).toBe(
    `30 of ${bread.sku} are made of 60 of ${flour.sku}.`,
  );
  expect(await ask(`How many ${bread.sku} can we make?`)).toMatch(
    new RegExp(`^45 units that can be made \\(Product-\\S+ ${bread.sku}\\)\\.$`),
  );
});
