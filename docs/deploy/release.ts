import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/*
 * The artifacts of a release, in dist/release: the references, and a bill of materials of the image (CycloneDX), with
 * their hashes. Refuses if the version is not the same everywhere. `npm run release`.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const REFERENCES = ['schema/openapi.json', 'schema/asyncapi.json', 'schema/schema.graphql', 'CHANGELOG.md'];
/** Every place that names the version, and how. */
const NAMED: readonly (readonly [file: string, versions: RegExp])[] = [
  ['package.json', /^ {2}"version": "([^"]+)"/m],
  ['package-lock.json', /^ {2}"version": "([^"]+)"/m],
  ['clients/typescript/package.json', /^ {2}"version": "([^"]+)"/m],
  ['schema/openapi.json', /"version": "([^"]+)"/],
  ['schema/asyncapi.json', /"version": "([^"]+)"/],
  ['docs/deploy/kubernetes.yaml', /image: stockwright:(\S+)/],
];

const textOf = (file: string): Promise<string> => readFile(`${ROOT}${file}`, 'utf8');

/** The version, as each place names it. */
export const versionsNamed = async (): Promise<{ [file: string]: string[] }> =>
  Object.fromEntries(
    await Promise.all(
      NAMED.map(async ([file, named]) => [
        file,
        [
          ...new Set(
            [...(await textOf(file)).matchAll(new RegExp(named.source, `${named.flags}g`))].map(found => found[1]!),
          ),
        ].slice(0, 2),
      ]),
    ),
  );

/** The packages that the service needs at run time, without build and test tools. */
async function materials(version: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev', '--omit', 'optional'],
    { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 },
  );
  const bom = JSON.parse(stdout) as {
    bomFormat: string;
    metadata: { component: { version: string } };
    components: object[];
  };
  if (bom.bomFormat !== 'CycloneDX' || bom.metadata.component.version !== version || bom.components.length === 0)
    throw new Error('npm sbom does not answer what this release is made of.');
  return stdout;
}

async function release(): Promise<void> {
  const named = await versionsNamed();
  const version = named['package.json']![0]!;
  const others = Object.entries(named).filter(([, versions]) => versions.length !== 1 || versions[0] !== version);
  if (others.length > 0)
    throw new Error(
      `Not of version ${version}: ${others.map(([file, versions]) => `${file} (${versions.join(', ')})`).join('; ')}.`,
    );
  if (!(await textOf('CHANGELOG.md')).includes(`\n## ${version} - `))
    throw new Error(`CHANGELOG.md has no heading "## ${version} - <day>" yet.`);
  const folder = `${ROOT}dist/release`;
  await mkdir(folder, { recursive: true });
  const files: [name: string, text: string][] = [[`stockwright-${version}.cdx.json`, await materials(version)]];
  for (const file of REFERENCES) files.push([file.split('/').at(-1)!, await textOf(file)]);
  for (const [name, text] of files) await writeFile(`${folder}/${name}`, text);
  const sums = files.map(([name, text]) => `${createHash('sha256').update(text).digest('hex')}  ${name}\n`).join('');
  await writeFile(`${folder}/SHA256SUMS`, sums);
  console.log(`${sums}\nin dist/release. Then: git tag v${version}, docker build -t stockwright:${version} .`);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await release().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
