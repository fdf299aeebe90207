import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { knownWorks } from '../host/notices/knownWorks.ts';
import { packExtension, sha256Of, vsixVariable } from '../host/packExtension.ts';
import { projectRoot } from '../host/paths.ts';
import { makeRunFolder } from '../host/runFolder.ts';
import { sourceDateEpoch } from '../host/sourceDateEpoch.ts';
import { mappedSources } from './mappedSources.ts';
import { copyProject } from './projectCopy.ts';
import type { ProjectCopy } from './projectCopy.ts';

let vsix: string;
let shipped: Readonly<Record<string, string>>;
let notices: string;
let runFolder: string;
let copy: ProjectCopy;

before(async function () {
  this.timeout(180_000);
  vsix = process.env[vsixVariable] ?? (await packExtension(() => undefined));
  const decoder = new TextDecoder();
  const files = Object.entries(unzipSync(await readFile(vsix)));
  shipped = Object.fromEntries(files.map(([name, bytes]) => [name, decoder.decode(bytes)]));
  notices = shipped['extension/dist/ThirdPartyNotices.txt'] ?? '';
  runFolder = await makeRunFolder('package');
  copy = await copyProject(path.join(runFolder, 'a folder elsewhere'));
});

after(async () => {
  await rm(runFolder, { recursive: true, force: true });
});

describe('the third-party notices', () => {
  it('name exactly the packages that the shipped code comes from', async function () {
    this.timeout(60_000);
    const build = await copy.run(['esbuild.mjs', '--production', '--source-maps']);
    assert.equal(build.code, 0, build.output);
    const dist = path.join(copy.folder, 'dist');
    const built = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
    const builtCode = built.map((name) => readFileSync(path.join(dist, name), 'utf8'));
    const shippedFiles = Object.entries(shipped).filter(([name]) => /^extension\/dist\/.*\.js$/u.test(name));
    const shippedCode = shippedFiles.map(([, code]) => code);
    const hashes = (code: readonly string[]): readonly string[] =>
      code.map((text) => sha256(withoutHashes(text))).sort();
    assert.deepEqual(hashes(builtCode), hashes(shippedCode), 'the maps are not those of the shipped code');
    const packages = packagesIn(built.map((name) => path.join(dist, `${name}.map`)));
    assert.ok(packages.size > 50, `only ${packages.size} packages`);
    assert.deepEqual(named('Packages in the bundles'), [...packages].sort());
    console.log(`covered ${packages.size} of ${packages.size} packages in the bundles by the third-party notices`);
  });

  it('include the text of a license for each work', () => {
    const works = [...named('Packages in the bundles'), ...named('Other works')];
    const sections = notices.split(/^={80}$/mu).slice(1);
    assert.equal(sections.length, works.length * 2);
    works.forEach((work, index) => {
      const [heading = '', text = ''] = sections.slice(index * 2);
      assert.ok(heading.startsWith(`\n${work} (`), `${work}: ${heading}`);
      assert.match(
        text,
        /Permission (is hereby|to use)|Redistribution and use|Apache License|Creative Commons/iu,
        work,
      );
    });
  });

  it('use every stored license text', () => {
    const { packagesWithoutText, embeddedWorks, shippedPackages } = knownWorks;
    for (const name of Object.keys(packagesWithoutText)) {
      assert.ok(
        named('Packages in the bundles').some((work) => work.startsWith(`${name} `)),
        name,
      );
    }
    for (const { name } of [...embeddedWorks, ...shippedPackages]) {
      assert.ok(
        named('Other works').some((work) => work.startsWith(name)),
        name,
      );
    }
    const used = [...Object.values(packagesWithoutText), ...embeddedWorks].map(({ text }) => text);
    const kept = readdirSync(path.join(projectRoot, 'test', 'host', 'notices', 'texts'));
    assert.deepEqual([...new Set(used)].sort(), kept.sort());
  });

  it('name the works that packages say they were bundled from', () => {
    const metafiles = readFileSync(path.join(projectRoot, 'dist', 'meta.json'), 'utf8');
    for (const [, name = ''] of metafiles.matchAll(/"(node_modules\/[^"]+\.[cm]?js)":\{"bytesInOutput":[1-9]/gu)) {
      const sources = /"sources"\s*:\s*\[[^\]]*/u.exec(readIfThere(path.join(projectRoot, `${name}.map`)))?.[0] ?? '';
      if (!sources.includes('node_modules/')) continue;
      const holder = packageFolder(name).replace(/^.*node_modules\//u, '');
      const isKnown = knownWorks.embeddedWorks.some(({ inside }) => inside === holder);
      assert.ok(isKnown, `${holder} contains other packages: ${sources}`);
    }
  });

  it('fail the build for a package without a known license', async function () {
    this.timeout(60_000);
    const unlicensedPackage = path.join(copy.folder, 'src', 'node_modules', 'stranger');
    const entry = path.join(copy.folder, 'src', 'extension.ts');
    const before = await readFile(entry, 'utf8');
    await mkdir(unlicensedPackage, { recursive: true });
    const manifest = { name: 'stranger', version: '1.2.3', license: 'SEE LICENSE IN EULA' };
    await writeFile(path.join(unlicensedPackage, 'package.json'), JSON.stringify(manifest));
    await writeFile(path.join(unlicensedPackage, 'index.js'), 'console.log("hello");');
    await appendFile(entry, "\nimport 'stranger';\n");
    try {
      const { code, output } = await copy.run(['esbuild.mjs', '--production']);
      assert.notEqual(code, 0);
      assert.match(output, /^stranger 1\.2\.3 has the license "SEE LICENSE IN EULA", which is not one that/mu);
    } finally {
      await writeFile(entry, before);
      await rm(path.dirname(unlicensedPackage), { recursive: true });
    }
  });
});

describe('npm run package', () => {
  it('makes the same bytes in another folder, time zone, language and umask', async function () {
    this.timeout(180_000);
    const epoch = String(await sourceDateEpoch(projectRoot));
    const elsewhere = { SOURCE_DATE_EPOCH: epoch, TZ: 'Pacific/Apia', LANG: 'et_EE.UTF-8', LC_ALL: 'et_EE.UTF-8' };
    const { code, output } = await copy.run([path.join('test', 'host', 'package.ts')], elsewhere);
    assert.equal(code, 0, output);
    const other = path.join(copy.folder, path.basename(vsix));
    // Compares file by file first, so that a failure names the files that differ.
    assert.deepEqual(hashesOf(await readFile(other)), hashesOf(await readFile(vsix)));
    const expected = await sha256Of(vsix);
    assert.equal(await sha256Of(other), expected);
    assert.equal(output.trimEnd().split('\n').at(-1), `SHA-256 ${expected}  ${path.basename(vsix)}`);
  });

  it('ships the README with https addresses of its links and pictures, but not the pictures', () => {
    const targets = [...(shipped['extension/readme.md'] ?? '').matchAll(/\]\(([^)\s]+)\)/gu)].map(
      (match) => match[1] ?? '',
    );
    assert.ok(targets.length > 8);
    for (const target of targets) assert.match(target, /^(?:https:\/\/|#)/u);
    assert.ok(targets.some((target) => target.endsWith('/raw/HEAD/media/readme/review.png')));
    assert.deepEqual(
      Object.keys(shipped).filter((name) => name.includes('media/readme')),
      [],
    );
  });

  it('ships the license, and no paths of this machine', () => {
    assert.equal(shipped['extension/LICENSE.txt'], readFileSync(path.join(projectRoot, 'LICENSE'), 'utf8'));
    for (const [name, text] of Object.entries(shipped)) assert.ok(!text.includes(projectRoot), name);
  });
});

/** Returns "NAME VERSION" of each work in one of the lists at the beginning of the notices, sorted. */
function named(list: string): readonly string[] {
  const lines =
    notices
      .slice(notices.indexOf(`${list} (`))
      .split('\n\n')[1]
      ?.split('\n') ?? [];
  return lines.map((line) => /^- (.+) \([^)]*\)$/u.exec(line)?.[1] ?? line);
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
}

/** Returns "NAME VERSION" of the packages in source maps; the versions are those of package-lock.json. */
function packagesIn(maps: readonly string[]): ReadonlySet<string> {
  const lock = JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')) as Lock;
  const found = new Set<string>();
  for (const map of maps) {
    for (const source of mappedSources(JSON.parse(readFileSync(map, 'utf8')) as Parameters<typeof mappedSources>[0])) {
      const file = path
        .relative(copy.folder, path.resolve(path.dirname(map), source))
        .split(path.sep)
        .join('/');
      if (file.startsWith('src/')) continue;
      const folder = packageFolder(file);
      found.add(
        `${folder.replace(/^.*node_modules\//u, '')} ${lock.packages[folder]?.version ?? 'of an unknown version'}`,
      );
    }
  }
  return found;
}

/** Returns the folder in node_modules of a file's package, as in package-lock.json. */
function packageFolder(file: string): string {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u.exec(file)?.[0] ?? file;
}

/** Returns the SHA-256 of each file in an archive. */
function hashesOf(archive: Uint8Array): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, sha256(bytes)]));
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Replaces the hashes in file names of chunks, which also depend on the source maps. */
function withoutHashes(code: string): string {
  return code.replace(/-[A-Z\d]{8}\.js/gu, '-HASH.js');
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
