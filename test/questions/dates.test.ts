import { describe, expect, it } from '@jest/globals';
import { findDates } from '../../src/questions/dates/date-ranges.ts';
import type { Direction } from '../../src/questions/dates/dates.ts';
import { clean, tokenize } from '../../src/questions/words/normalize.ts';
import { today } from './roastery.ts';

const dates = (text: string, direction: Direction = 'past') =>
  findDates(tokenize(clean(text)), { today, direction, languages: new Set() });
const range = (text: string, direction?: Direction): string =>
  dates(text, direction)
    .map(({ period, problem, shift }) => problem ?? shift ?? `${period.from ?? ''}..${period.to ?? ''}`)
    .join(' | ');

describe('dates, on Wednesday 2026-11-18', () => {
  it.each([
    ['today', '2026-11-18..2026-11-18'],
    ['yesterday', '2026-11-17..2026-11-17'],
    ['the day before yesterday', '2026-11-16..2026-11-16'],
    ['this week', '2026-11-16..2026-11-22'],
    ['last week', '2026-11-09..2026-11-15'],
    ['the week before last', '2026-11-02..2026-11-08'],
    ['last month', '2026-10-01..2026-10-31'],
    ['next month', '2026-12-01..2026-12-31'],
    ['this quarter', '2026-10-01..2026-12-31'],
    ['last year', '2025-01-01..2025-12-31'],
    ['last 30 days', '2026-10-20..2026-11-18'],
    ['the past two weeks', '2026-11-05..2026-11-18'],
    ['last couple of weeks', '2026-11-05..2026-11-18'],
    ['next 7 days', '2026-11-18..2026-11-25'],
    ['3 days ago', '2026-11-15..2026-11-15'],
    ['a month ago', '2026-10-18..2026-10-18'],
    ['Monday last week', '2026-11-09..2026-11-09'],
    ['last 3 months', '2026-08-19..2026-11-18'],
    ['last fortnight', '2026-11-05..2026-11-18'],
    ['the top 5 last week', '2026-11-09..2026-11-15'],
    ['the last two full weeks', '2026-11-02..2026-11-15'],
    ['mid October', '2026-10-11..2026-10-20'],
    ['in early October', '2026-10-01..2026-10-10'],
    ['in late October', '2026-10-21..2026-10-31'],
    ['late in October', '2026-10-01..2026-10-31'],
    ['the middle of last month', '2026-10-11..2026-10-20'],
    ['early 2026', '2026-01-01..2026-04-30'],
    ['the week of the 9th', '2026-11-09..2026-11-15'],
    ['week commencing 9 November', '2026-11-09..2026-11-15'],
    ['the week ending last Sunday', '2026-11-09..2026-11-15'],
    ['on the 9th', '2026-11-09..2026-11-09'],
    ['on the 30th', '2026-10-30..2026-10-30'],
    ['the 9th of last month', '2026-10-09..2026-10-09'],
    ['between the 3rd and the 14th', '2026-11-03..2026-11-14'],
    ['from the 25th to the 3rd', '2026-10-25..2026-11-03'],
    ['from 20 October to the 3rd', '2026-10-20..2026-11-03'],
    ['since the 15th', '2026-11-15..2026-11-18'],
    ['up to and including last Sunday', '..2026-11-15'],
    ['up to 20 October', '..2026-10-20'],
    ['this morning', '2026-11-18..2026-11-18'],
    ['yesterday afternoon', '2026-11-17..2026-11-17'],
    ['overnight', '2026-11-17..2026-11-18'],
    ['last thurs', '2026-11-12..2026-11-12'],
    ['the quarter so far', '2026-10-01..2026-11-18'],
    ['the 2nd best seller', ''],
    ['late orders', ''],
  ])('%s', (text, expected) => expect(range(text)).toBe(expected));

  it.each([
    ['ytd', '2026-01-01..2026-11-18'],
    ['month to date', '2026-11-01..2026-11-18'],
    ['so far this year', '2026-01-01..2026-11-18'],
    ['since May', '2026-05-01..2026-11-18'],
    ['since last Monday', '2026-11-16..2026-11-18'],
    ['until Christmas', '2026-11-18..2026-12-25'],
    ['before March', '..2026-02-28'],
    ['between March 10 and April 2', '2026-03-10..2026-04-02'],
    ['from September to January', '2025-09-01..2026-01-31'],
    ['from 1 to 15 October', '2026-10-01..2026-10-15'],
    ['2026-01-01 to 2026-02-01', '2026-01-01..2026-02-01'],
  ])('%s', (text, expected) => expect(range(text)).toBe(expected));

  it.each([
    ['the first week of November', '2026-11-01..2026-11-07'],
    ['the second half of October', '2026-10-16..2026-10-31'],
    ['the last day of last month', '2026-10-31..2026-10-31'],
    ['the second week of the month', '2026-11-08..2026-11-14'],
    ['the last 7 days of October', '2026-10-25..2026-10-31'],
    ['the past calendar week', '2026-11-09..2026-11-15'],
    ['Christmas Eve', '2025-12-24..2025-12-24'],
    ['since Easter', '2026-04-05..2026-11-18'],
    ['Easter Monday', '2026-04-06..2026-04-06'],
    ['quarter 3', '2026-07-01..2026-09-30'],
    ['last week on Friday', '2026-11-13..2026-11-13'],
    ['the 2 in Munich', ''],
    ['how many did WE sell', ''],
    ['Q3', '2026-07-01..2026-09-30'],
    ['Q1 2027', '2027-01-01..2027-03-31'],
    ['third quarter of 2025', '2025-07-01..2025-09-30'],
    ['H1 2026', '2026-01-01..2026-06-30'],
    ['KW 42', '2026-10-12..2026-10-18'],
    ['in March', '2026-03-01..2026-03-31'],
    ['in March last year', '2025-03-01..2025-03-31'],
    ['last December', '2025-12-01..2025-12-31'],
    ['in 2025', '2025-01-01..2025-12-31'],
    ['2026-10-01', '2026-10-01..2026-10-01'],
    ['01.10.2026', '2026-10-01..2026-10-01'],
    ['10/25/2026', '2026-10-25..2026-10-25'],
    ['25/10/2026', '2026-10-25..2026-10-25'],
    ['March 5th, 2026', '2026-03-05..2026-03-05'],
    ['5 October', '2026-10-05..2026-10-05'],
    ['last Friday', '2026-11-13..2026-11-13'],
    ['Saturday 14 November', '2026-11-14..2026-11-14'],
    ['since the first of November', '2026-11-01..2026-11-18'],
    ["last year's November", '2025-11-01..2025-11-30'],
    ['am ersten November', '2026-11-01..2026-11-01'],
    ['2026-10', '2026-10-01..2026-10-31'],
  ])('%s', (text, expected) => expect(range(text)).toBe(expected));

  it('looks back for sales and ahead for deliveries', () => {
    expect(range('in December')).toBe('2025-12-01..2025-12-31');
    expect(range('by the 5th', 'future')).toBe('2026-11-18..2026-12-05');
    expect(range('in December', 'future')).toBe('2026-12-01..2026-12-31');
    expect(range('on Friday')).toBe('2026-11-13..2026-11-13');
    expect(range('on Friday', 'future')).toBe('2026-11-20..2026-11-20');
    expect(range('in 2 weeks', 'future')).toBe('2026-11-18..2026-12-02');
  });

  it.each([
    ['im letzten Monat', '2026-10-01..2026-10-31'],
    ['letzte Woche am Freitag', '2026-11-13..2026-11-13'],
    ['in der Woche vom 5. Oktober', '2026-10-05..2026-10-11'],
    ['in der Oktobermitte', '2026-10-11..2026-10-20'],
    ['am WE', '2026-11-14..2026-11-15'],
    ['seit Ostern', '2026-04-05..2026-11-18'],
    ['la semaine du 5 octobre', '2026-10-05..2026-10-11'],
    ["la première quinzaine d'octobre", '2026-10-01..2026-10-15'],
    ['la segunda quincena de octubre', '2026-10-16..2026-10-31'],
    ['nella prima metà di ottobre', '2026-10-01..2026-10-15'],
    ['le 9', '2026-11-09..2026-11-09'],
    ['in den letzten 3 Monaten', '2026-08-19..2026-11-18'],
    ['vor 2 Wochen', '2026-11-04..2026-11-04'],
    ['am Montag letzter Woche', '2026-11-09..2026-11-09'],
    ['lundi de la semaine dernière', '2026-11-09..2026-11-09'],
    ['el lunes de la semana pasada', '2026-11-09..2026-11-09'],
    ['seit Oktober', '2026-10-01..2026-11-18'],
    ['am 5. Oktober 2026', '2026-10-05..2026-10-05'],
    ['seit Mitte Oktober', '2026-10-11..2026-11-18'],
    ['geliefert Mitte Oktober', '2026-10-11..2026-10-20'],
    ['Berlin Mitte Oktober', '2026-10-01..2026-10-31'],
    ['vorletzte Woche', '2026-11-02..2026-11-08'],
    ['übernächsten Monat', '2027-01-01..2027-01-31'],
    ['ventes avant-hier', '2026-11-16..2026-11-16'],
    ["l'avant-dernière semaine", '2026-11-02..2026-11-08'],
    ["l'an dernier", '2025-01-01..2025-12-31'],
    ['depuis la mi-octobre', '2026-10-11..2026-11-18'],
    ["d'ici vendredi", '2026-11-18..2026-11-20'],
    ['el mes pasado', '2026-10-01..2026-10-31'],
    ['la semana que viene', '2026-11-23..2026-11-29'],
    ['a semana que vem', '2026-11-23..2026-11-29'],
    ['el 5 de octubre de 2025', '2025-10-05..2025-10-05'],
    ['los últimos 7 días', '2026-11-12..2026-11-18'],
    ['le mois dernier', '2026-10-01..2026-10-31'],
    ['les 30 derniers jours', '2026-10-20..2026-11-18'],
    ['il y a 3 semaines', '2026-10-28..2026-10-28'],
    ['no mês passado', '2026-10-01..2026-10-31'],
    ['ontem', '2026-11-17..2026-11-17'],
    ['il mese scorso', '2026-10-01..2026-10-31'],
    ['negli ultimi 30 giorni', '2026-10-20..2026-11-18'],
  ])('%s', (text, expected) => expect(range(text)).toBe(expected));

  it.each([
    ['February 30', 'impossible'],
    ['2026-02-30', 'impossible'],
    ['31.04.2026', 'impossible'],
    ['Q5', 'impossible'],
    ['Sunday 14 November', 'impossible'],
    ['am 31. November', 'impossible'],
    ['between March 10 and March 1', 'reversed'],
    ['from 2026-05-10 to 2026-04-01', 'reversed'],
    ['the 31st of February', 'impossible'],
  ])('asks back about %s', (text, problem) => expect(range(text)).toBe(problem));

  it('distinguishes the two sides of a comparison', () => {
    expect(dates('more this month than last month').map(({ compared }) => compared ?? false)).toEqual([false, true]);
    expect(range('compared to the same month last year')).toBe('year');
  });

  it('takes no month from a modal verb and no date from plain numbers', () => {
    expect(range('we may order 12 more of them')).toBe('');
    expect(range('how many of the 30 boxes are due')).toBe('');
    expect(range('which sold more than 2000')).toBe('');
    expect(range('orders of 2000 euros')).toBe('');
  });
});
