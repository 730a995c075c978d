import { chmod, mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * A new folder for a server's data that its user may enter. In memory if there is room: each test file creates and
 * removes hundreds of files there, which takes ten times as long on a disk.
 */
export async function dataFolder(prefix: string): Promise<string> {
  const hasRoom = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize > ROOM_BYTES,
    () => false,
  );
  const folder = await mkdtemp(join(hasRoom ? MEMORY : tmpdir(), prefix));
  await chmod(folder, 0o755);
  return folder;
}
