import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * Preloaded by `npm start`: keeps compiled modules between starts, which halves the time to ready. Where it may not write, nothing is kept.
 * The one module that is not TypeScript: for that alone Node would load its compiler, ahead of the cache that spares it.
 */
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
