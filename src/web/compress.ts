import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/*
 * The files of the web app are compressed here, not at every request. The smallest form takes a hundred times as long
 * as one that is a tenth larger, longer than the rest of a build: so the larger one is served first.
 */

const COMPRESSED = /\.(js|css|svg|wasm)$/;
const QUICK_LEVEL = 8;

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile() && COMPRESSED.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name));
}

const brotli = (content: Buffer, quality: number): Buffer =>
  brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });

/** Writes each file of the folder in both encodings beside it. */
export async function compressQuickly(folder: string): Promise<void> {
  for (const file of await filesIn(folder)) {
    const content = await readFile(file);
    await writeFile(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
    await writeFile(`${file}.br`, brotli(content, QUICK_LEVEL));
  }
}

/** Replaces them by the smallest, each at once, as they are being served. */
export async function compressWell(folder: string): Promise<void> {
  for (const file of await filesIn(folder)) {
    const written = `${file}.${process.pid}`;
    await writeFile(written, brotli(await readFile(file), constants.BROTLI_MAX_QUALITY));
    await rename(written, `${file}.br`);
  }
}
