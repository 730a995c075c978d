import { readFile, writeFile } from 'node:fs/promises';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';

/*
 * schema/schema.graphql as a type, so that the compiler checks every operation of the web app against it. Not
 * committed: generated before every check.
 */

const sdl = await readFile(new URL('../../schema/schema.graphql', import.meta.url), 'utf8');
const introspection = introspectionFromSchema(buildSchema(sdl), { descriptions: false });
const file = new URL('graphql-env.d.ts', import.meta.url);
const content = outputIntrospectionFile(minifyIntrospection(introspection), {
  fileType: '.d.ts',
  shouldPreprocess: true,
});
if (content !== (await readFile(file, 'utf8').catch(() => ''))) await writeFile(file, content);
