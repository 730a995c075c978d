import { expect, test } from '@jest/globals';
import pg from 'pg';
import { requireHorizon } from '../../src/database/migrate.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

test('the service does not start if it cannot see which changes are committed', async () => {
  const client = new pg.Client({ connectionString: world.url });
  await client.connect();
  await requireHorizon(client);
  await client.query("set track_activities = 'off'");
  await expect(requireHorizon(client)).rejects.toThrow('track_activities must be on');
  await client.end();
});
