import { expect, test } from '@jest/globals';
import pino from 'pino';
import { translated } from '../../src/store/database-errors.ts';
import { reporterTo, spellsOf } from '../../src/store/reporter.ts';

test('the cause of a 503 is logged, and the same one not with every request', () => {
  const lines: { [field: string]: unknown }[] = [];
  let now = 0;
  const report = reporterTo(pino({}, { write: line => void lines.push(JSON.parse(line)) }), () => now);
  const full = () =>
    translated(Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' }));
  report(full(), { requestId: 'one' });
  report(full());
  report(full());
  report(translated(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })));
  now = 5001;
  report(full(), { requestId: 'two' });
  report(new TypeError('a mistake of ours'));
  expect(lines).toMatchObject([
    {
      level: 50,
      requestId: 'one',
      msg: 'a request was answered 503: The service cannot write at the moment; try again shortly.',
      err: { message: 'could not extend file: No space left on device', code: '53100' },
    },
    { err: { code: 'ECONNREFUSED' } },
    { requestId: 'two', alsoFailed: 2, err: { code: '53100' } },
    { msg: 'unexpected error', err: { type: 'TypeError' } },
  ]);
});

test('work that is repeated says when it begins to fail, and when it succeeds again', () => {
  const lines: { [field: string]: unknown }[] = [];
  let now = 0;
  const work = spellsOf(pino({}, { write: line => void lines.push(JSON.parse(line)) }), 'the work', () => now);
  work.succeeded();
  for (now = 0; now < 60_000; now += 1000) work.failed(new Error('refused'));
  work.succeeded();
  work.succeeded();
  work.failed(new Error('full'));
  expect(lines).toMatchObject([
    { level: 40, msg: 'the work failed; trying again until it succeeds', err: { message: 'refused' } },
    { level: 30, msg: 'the work succeeds again', seconds: 60 },
    { level: 40, err: { message: 'full' } },
  ]);
  expect(lines).toHaveLength(3);
});
