import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { present } from '../../../../src/base/present.ts';
import type { BundleOutputs } from '../../../host/notices/bundledPackages.ts';
import { collectNotices, formatNotices } from '../../../host/notices/thirdPartyNotices.ts';
import type { KnownWorks } from '../../../host/notices/knownWorks.ts';

const mit =
  'MIT License\n\nCopyright (c) Someone\n\nPermission is hereby granted, free of charge, ' +
  'to any person obtaining a copy of this software';
const nothingKnown: KnownWorks = { packagesWithoutText: {}, embeddedWorks: [], shippedPackages: [] };

describe('third-party notices', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'notices-'));
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** Writes a project's files; package.json of a package as an object. */
  const project = async (name: string, files: Readonly<Record<string, string | object>>): Promise<string> => {
    for (const [file, content] of Object.entries(files)) {
      await mkdir(path.join(folder, name, path.dirname(file)), { recursive: true });
      await writeFile(path.join(folder, name, file), typeof content === 'string' ? content : JSON.stringify(content));
    }
    return path.join(folder, name);
  };
  const a = { name: 'a', version: '1.0.0', license: 'MIT' };
  const bundle = (inputs: Readonly<Record<string, number>>): readonly BundleOutputs[] => {
    const entries = Object.entries(inputs).map(([name, bytesInOutput]) => [name, { bytesInOutput }] as const);
    return [{ outputs: { 'dist/a.js': { bytes: 1, imports: [], exports: [], inputs: Object.fromEntries(entries) } } }];
  };

  it('name the packages with bytes in the bundle, nested ones with their own version', async () => {
    const root = await project('named', {
      'node_modules/a/package.json': a,
      'node_modules/a/LICENSE': mit,
      'node_modules/a/esm/package.json': { type: 'module' },
      'node_modules/@s/b/package.json': { ...a, name: '@s/b', license: '(GPL-3.0-only OR MIT)' },
      'node_modules/@s/b/license.md': mit,
      'node_modules/@s/b/node_modules/a/package.json': { ...a, version: '2.0.0' },
      'node_modules/@s/b/node_modules/a/LICENCE.txt': mit,
    });
    const { bundled, others } = await collectNotices(
      bundle({
        'src/extension.ts': 10,
        'node_modules/a/esm/index.json': 1,
        'node_modules/@s/b/index.json': 1,
        'node_modules/@s/b/node_modules/a/x.json': 1,
        'node_modules/unused/index.js': 0,
        '(disabled):node_modules/stub/index.js': 20,
      }),
      root,
      nothingKnown,
    );
    assert.deepEqual(
      bundled.map(({ name, version }) => `${name} ${version ?? ''}`),
      ['@s/b 1.0.0', 'a 1.0.0', 'a 2.0.0'],
    );
    assert.deepEqual(others, []);
  });

  it('contain licenses next to the bundled files, notices, and comments that the texts do not contain', async () => {
    const root = await project('texts', {
      'node_modules/a/package.json': a,
      'node_modules/a/LICENSE': `\uFEFF${mit.replaceAll('\n', '\r\n')}\r\n`,
      'node_modules/a/NOTICE': 'Made by Someone.',
      'node_modules/a/license.js': 'not a text',
      'node_modules/a/deps/b/LICENSE': `${mit} (b)`,
      'node_modules/a/deps/b/b.js': '/*! Copyright (c) Someone */ /*! b by C */',
      'node_modules/a/other/LICENSE': 'of something that is not bundled',
    });
    const notices = await collectNotices(bundle({ 'node_modules/a/deps/b/b.js': 1 }), root, nothingKnown);
    assert.deepEqual(
      notices.bundled[0]?.texts.map(({ title, text }) => [title, text]),
      [
        ['LICENSE', mit],
        ['NOTICE', 'Made by Someone.'],
        ['deps/b/LICENSE', `${mit} (b)`],
        ['Comments in the code', 'b by C'],
      ],
    );
    assert.ok(!formatNotices(notices).includes(root));
  });

  it('contain works inside packages, and packages that are shipped without being bundled', async () => {
    const root = await project('others', {
      'node_modules/a/package.json': a,
      'node_modules/a/LICENSE': mit,
      'node_modules/font/package.json': { ...a, name: 'font' },
      'node_modules/font/LICENSE': mit,
      'node_modules/a/lib/index.json': '',
      'node_modules/font/dist/font.ttf': 'glyphs',
      'media/font.ttf': 'glyphs',
    });
    const inside = { inside: 'a', license: 'ISC', text: 'saxes.txt', source: 'https://example.com' };
    const known: KnownWorks = {
      ...nothingKnown,
      embeddedWorks: [
        { ...inside, name: 'in a', files: /^lib\//u },
        { ...inside, name: 'not in the bundle', files: /^other\//u },
      ],
      shippedPackages: [{ name: 'font', what: 'a font', copies: { 'media/font.ttf': 'dist/font.ttf' } }],
    };
    const { others } = await collectNotices(bundle({ 'node_modules/a/lib/index.json': 1 }), root, known);
    assert.deepEqual(
      others.map(({ name, license }) => [name, license]),
      [
        ['font', 'MIT'],
        ['in a', 'ISC'],
      ],
    );

    await writeFile(path.join(root, 'media/font.ttf'), 'other glyphs');
    await assert.rejects(
      collectNotices([], root, known),
      /media\/font\.ttf is not the same as dist\/font\.ttf of the /,
    );
  });

  const refused: Readonly<Record<string, readonly [manifest: object, license: string | undefined, RegExp]>> = {
    'names no license': [{ name: 'a', version: '1.0.0' }, mit, /^a 1\.0\.0 names no license/],
    'is unlicensed': [
      { ...a, license: 'UNLICENSED' },
      mit,
      /^a 1\.0\.0 has the license "UNLICENSED", which is not one/,
    ],
    'refers to a file': [
      { ...a, license: 'SEE LICENSE IN LICENSE' },
      mit,
      /"SEE LICENSE IN LICENSE", which is not one/,
    ],
    'has neither an allowed license nor a text': [{ ...a, license: 'Mine' }, undefined, /"Mine", which is not one/],
    'may only be part of free software': [{ ...a, license: 'GPL-3.0-only' }, mit, /"GPL-3\.0-only", which is not one/],
    'has an old list of which none is allowed': [
      { ...a, license: undefined, licenses: [{ type: 'GPL' }, { type: 'LGPL' }] },
      mit,
      /"GPL OR LGPL"/,
    ],
    'has no text': [a, undefined, /^a 1\.0\.0 \(MIT\) comes without its license's text\./],
    'has a text of another license': [
      a,
      'Apache License Version 2.0',
      /"MIT", but its license file has the text of another/,
    ],
    'has a text that nobody knows': [a, 'Ask us.', /^a 1\.0\.0 has a file LICENSE whose license is unknown/],
  };
  for (const [title, [manifest, license, message]] of Object.entries(refused)) {
    it(`cannot be made for a package that ${title}`, async () => {
      const root = await project(`refused/${title}`, {
        'node_modules/a/package.json': manifest,
        ...present({ 'node_modules/a/LICENSE': license }),
      });
      await assert.rejects(collectNotices(bundle({ 'node_modules/a/index.json': 1 }), root, nothingKnown), { message });
    });
  }

  it('name all packages that are refused at once', async () => {
    const root = await project('several', {
      'node_modules/a/package.json': a,
      'node_modules/b/package.json': { name: 'b', version: '1.0.0' },
    });
    const inputs = bundle({ 'node_modules/a/index.json': 1, 'node_modules/b/index.json': 1 });
    await assert.rejects(collectNotices(inputs, root, nothingKnown), { message: /^a 1\.0\.0 .*\nb 1\.0\.0 .*$/ });
  });

  it('do not use a kept text for a license that has changed', async () => {
    const root = await project('changed', { 'node_modules/a/package.json': a });
    const kept = { license: 'ISC', text: 'saxes.txt', source: 'https://example.com' };
    const known = { ...nothingKnown, packagesWithoutText: { a: kept } };
    await assert.rejects(collectNotices(bundle({ 'node_modules/a/index.json': 1 }), root, known), /is for "ISC"/);
  });

  it('accept the old spelling of a license', async () => {
    const root = await project('old', {
      'node_modules/a/package.json': { ...a, license: { type: 'MIT' } },
      'node_modules/a/LICENSE': mit,
    });
    const { bundled } = await collectNotices(bundle({ 'node_modules/a/index.json': 1 }), root, nothingKnown);
    assert.equal(bundled[0]?.license, 'MIT');
  });

  it('refuse a file that belongs to no package', async () => {
    const root = await project('stray/project', {});
    await project('stray', { 'elsewhere/code.js': '' });
    await assert.rejects(
      collectNotices(bundle({ '../elsewhere/code.js': 1 }), root, nothingKnown),
      /belongs to no package/,
    );
  });
});
