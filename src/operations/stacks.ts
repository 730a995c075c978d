import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';

/*
 * Loaded first by every bundle (bundle.ts), so that its stack traces name places in the sources. Node could do that
 * itself, but would read all source maps at each start.
 */

const PLACE = /file:[^\s()]*\/([\w.-]+\.mjs):(\d+):(\d+)/g;
/** Bounded by the code: one for each place that was ever in a stack. */
const known = new Map<string, string>();
/** Source maps are large, and needed again soon or never. */
const maps = new Map<string, WeakRef<SourceMap>>();

function mapOf(file: string): SourceMap {
  const kept = maps.get(file)?.deref();
  if (kept) return kept;
  const map = new SourceMap(JSON.parse(readFileSync(join(import.meta.dirname, `${file}.map`), 'utf8')));
  maps.set(file, new WeakRef(map));
  return map;
}

function sourceOf(place: string, file: string, line: string, column: string): string {
  let source = known.get(place);
  if (source !== undefined) return source;
  source = place;
  try {
    const found = mapOf(file).findOrigin(Number(line), Number(column));
    if ('fileName' in found)
      source = `${new URL(found.fileName, `file://${import.meta.dirname}/`).href}:${found.lineNumber}:${found.columnNumber}`;
  } catch {
    // Not one of our files, or its source map is missing.
  }
  known.set(place, source);
  return source;
}

const { prepareStackTrace } = Error;
Error.prepareStackTrace = (error, frames) => String(prepareStackTrace!(error, frames)).replaceAll(PLACE, sourceOf);
