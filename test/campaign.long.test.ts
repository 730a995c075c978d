import { afterAll, expect, test } from '@jest/globals';
import { openRig, type Rig } from '../bench/campaign/rig.ts';
import { chosen, runFault } from '../bench/campaign/run.ts';
import { useWorld } from './support/world.ts';

/*
 * A part of the fault campaign (docs/proof.md): two web processes and a worker, killed, and cut off from their clients
 * and their database, under load. Afterwards the clients' records are compared with the database.
 */

const world = useWorld({ ownRoles: true });
let rig: Rig | undefined;

afterAll(async () => {
  await rig?.close();
});

test('with processes killed and connections cut, confirmed commands hold, refused ones leave no trace, and every event arrives', async () => {
  rig = await openRig({ url: world.url, hurried: true });
  for (const fault of chosen('F1,F7,F8')) {
    // The connection to the database is reset, not stalled: that would take five seconds.
    const outcome = await runFault(rig, fault, { seed: 7, clients: 2, rounds: fault.id === 'F7' ? [1] : [0] });
    expect({ fault: fault.id, violations: outcome.violations }).toEqual({ fault: fault.id, violations: [] });
    expect(outcome.figures.done).toBeGreaterThan(0);
  }
});
