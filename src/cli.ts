import { writeGenerated } from './schema.ts';

if (process.argv[2] === 'schema') console.log((await writeGenerated()).join('\n'));
