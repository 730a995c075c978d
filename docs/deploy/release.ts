import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

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

/** A package in package-lock.json, by its folder. */
interface Locked {
  version: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  dependencies?: { [name: string]: string };
  optionalDependencies?: { [name: string]: string };
  peerDependencies?: { [name: string]: string };
}
export interface Lock {
  packages: { [folder: string]: Locked };
}

/** Where a package finds another: in its own folder, or in one around it. */
function foundFrom({ packages }: Lock, folder: string, name: string): string | undefined {
  for (let at = folder; ; at = at.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    const found = `${at && `${at}/`}node_modules/${name}`;
    if (packages[found]) return found;
    if (at === '') return undefined;
  }
}

/**
 * The bill of materials of the image (CycloneDX): the packages that it installs, and those of the web app, by the
 * folders whose files its bundle has. `npm sbom` would leave out packages that a development tool needs too, and name
 * whatever else is installed here. The same lock file gives the same bill.
 */
export function billOf(lock: Lock, { name, version }: { name: string; version: string }, bundled: readonly string[]) {
  const isBundled = new Set(bundled);
  const shipped = Object.entries(lock.packages).filter(
    ([folder, { dev, optional, devOptional }]) =>
      folder !== '' && (isBundled.has(folder) || !(dev || optional || devOptional)),
  );
  const refs = new Map([['', `${name}@${version}`], ...shipped.map(([folder]) => [folder, folder] as const)]);
  const components = shipped.map(([folder, { version, integrity, license }]) => {
    const full = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const [algorithm, digest] = integrity!.split('-') as [string, string];
    return {
      type: 'library',
      'bom-ref': folder,
      name: full,
      version,
      purl: `pkg:npm/${full.replace('@', '%40')}@${version}`,
      hashes: [
        {
          alg: algorithm.replace(/^sha/, 'SHA-'),
          content: Buffer.from(digest, 'base64').toString('hex'),
        },
      ],
      ...(license && {
        licenses: [/^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }],
      }),
    };
  });
  const dependencies = [...refs].map(([folder, ref]) => {
    const { dependencies, optionalDependencies, peerDependencies } = lock.packages[folder]!;
    const needed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    const found = needed.flatMap(each => refs.get(foundFrom(lock, folder, each) ?? '-') ?? []);
    return { ref, dependsOn: [...new Set(found)] };
  });
  const application = {
    type: 'application',
    'bom-ref': refs.get(''),
    name,
    version,
    purl: `pkg:npm/${name}@${version}`,
  };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: application },
    components,
    dependencies,
  };
}

/** The folders of packages that the web app is bundled from. */
async function bundledPackages(): Promise<string[]> {
  const { build } = await import('vite');
  const config = { configFile: `${ROOT}src/web/vite.config.ts`, logLevel: 'error' as const, build: { write: false } };
  const outputs = [await build(config)].flat().flatMap(each => ('output' in each ? each.output : []));
  const files = outputs.flatMap(each => (each.type === 'chunk' ? each.moduleIds : []));
  return files.flatMap(file => /node_modules\/(?:.*node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
}

async function materials(version: string): Promise<string> {
  const lock = JSON.parse(await textOf('package-lock.json')) as Lock & { name: string };
  return `${JSON.stringify(billOf(lock, { name: lock.name, version }, await bundledPackages()), undefined, 1)}\n`;
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
  console.log(
    `${sums}\nin dist/release. Then: git tag v${version}, docker build --build-arg SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) -t stockwright:${version} .`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await release().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
