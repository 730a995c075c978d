import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openRig } from './rig.ts';
import { chosen, runFault } from './run.ts';

/*
 * The fault campaign: docs/proof.md. `npm run campaign`, `npm run campaign -- --only F3 --seed 7 --minutes 2`. --rate
 * limits the load to actions per second, --share to a share of what the clients can do, which is measured first. Exits
 * with 1 if anything was lost, doubled or made up, and then prints where it keeps the logs of the processes.
 */

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    clients: { type: 'string', default: '8' },
    rate: { type: 'string' },
    share: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const faults = chosen(values.only);
const plan = {
  seed,
  clients: Number(values.clients),
  ...(values.minutes && { minutes: Number(values.minutes) }),
  ...(values.rate && { rate: Number(values.rate) }),
  ...(values.share && { share: Number(values.share) }),
};

console.log(`seed ${seed}, ${plan.clients} clients, load of the machine ${loadavg()[0]!.toFixed(1)}`);
const rig = await openRig();
let broken = 0;
console.log('        strikes   done  refused   read  unanswered  not now  done untold  again  back ms   fault');
try {
  for (const fault of faults) {
    const { strikes, figures, slowestMs, speed, duplicates, violations, skipped } = await runFault(rig, fault, plan);
    const cells = [
      String(strikes).padStart(9),
      String(figures.done).padStart(7),
      String(figures.refused).padStart(9),
      String(figures.read).padStart(7),
      String(figures.unanswered).padStart(12),
      String(figures.notNow).padStart(9),
      String(figures.doneUntold).padStart(13),
      String(duplicates).padStart(7),
      slowestMs.toFixed(0).padStart(9),
    ];
    console.log(
      `${violations.length > 0 ? '!' : ' '} ${fault.id.padEnd(4)}${cells.join('')}   ${skipped ? `SKIPPED (${skipped})` : fault.what}`,
    );
    if (speed.capacity)
      console.log(
        `         ${speed.capacity.toFixed(0)} actions a second without faults and limit; told ${speed.told!.toFixed(0)}, did ${speed.did.toFixed(0)}`,
      );
    for (const violation of violations.slice(0, 20)) console.log(`         ${violation}`);
    if (violations.length > 0) broken += 1;
  }
} catch (error) {
  // The error that ended the campaign itself is in the logs too: `close` keeps them while there are violations.
  rig.journal.violations.push(String(error));
  throw error;
} finally {
  if (broken > 0) rig.journal.violations.push('keep the logs');
  await rig.close();
}
console.log(
  broken > 0
    ? `\n${broken} of ${faults.length} broken. Again: npm run campaign -- --only ${values.only ?? faults.map(({ id }) => id).join(',')} --seed ${seed}. Logs: ${rig.folder}`
    : `\nAll ${faults.length} held: what was answered is there once, what was refused is not, and all of it was told.`,
);
process.exit(broken > 0 ? 1 : 0);
