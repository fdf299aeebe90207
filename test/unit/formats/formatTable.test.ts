import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FormatRow } from '../../../src/formats/formatRow.ts';
import { formatTable } from '../../../src/formats/formatTable.ts';
import { detectLayout } from '../../../src/locales/layout.ts';
import { fixtureFolder } from '../../laws/subjects.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Names of files that hold the texts of a program, a framework or a site; `EXT` is the extension. */
const usualNames = [
  'locales/en.EXT',
  'i18n/app.en.EXT',
  'App/Localizable.EXT',
  'res/values/strings.EXT',
  'docs/en/guide.EXT',
  'src/locale/messages.de.EXT',
  'locale/de/LC_MESSAGES/app.EXT',
  'translations/app_de.EXT',
  'conf/messages.de',
  'locale/de/mod.cfg',
  'fastlane/metadata/en-US/description.txt',
];

describe('formatTable', () => {
  it('has one row for each id, which is that of its format', async () => {
    const ids = formatTable.map(({ id }) => id);
    assert.deepEqual(ids, [...new Set(ids)]);
    for (const { id, load } of formatTable) assert.equal((await load('')).id, id);
  });

  it('says the same of an extension in all rows that have it', () => {
    const byExtension = Map.groupBy(
      formatTable.flatMap(({ extensions, mostly }) => extensions.map((extension) => ({ extension, mostly }))),
      ({ extension }) => extension,
    );
    assert.deepEqual(
      [...byExtension].filter(([, uses]) => new Set(uses.map(({ mostly }) => mostly)).size > 1),
      [],
    );
    assert.deepEqual(
      [...byExtension.keys()].filter((extension) => !/^[a-z\d]+$/u.test(extension)),
      [],
    );
  });

  it('has at least one name by which the files of each format are found', () => {
    const isFound = ({ extensions }: FormatRow): boolean =>
      usualNames.some((name) =>
        [...extensions, ''].some((extension) => detectLayout(name.replace('EXT', extension), []) !== undefined),
      );
    assert.deepEqual(
      formatTable.filter((row) => !isFound(row)).map(({ id }) => id),
      [],
    );
  });

  it('has three sample files of each format', () => {
    const samplesOf = (id: string): number =>
      existsSync(fixtureFolder(id))
        ? readdirSync(fixtureFolder(id), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
            .length
        : 0;
    assert.deepEqual(
      formatTable
        .filter(({ id }) => samplesOf(id) < 3)
        .map(({ id }) => `test/fixtures/formats/${id} has ${samplesOf(id)} files of at least 3`),
      [],
    );
  });

  it('has a test of the laws for each format', () => {
    const tests = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'))
      .filter((text) => text.includes('describeLaws('));
    const isTested = (name: string): boolean =>
      tests.some((text) => new RegExp(`import.*\\b${name}\\b`, 'u').test(text));
    assert.deepEqual(
      formatTable.flatMap((row) => {
        const { file = '', name = '' } = loadedBy(row);
        return isTested(name) ? [] : [`no test calls describeLaws(${name}), of src/formats/${file}`];
      }),
      [],
    );
  });

  it('has no format that the list in README.md does not name, by its id or an extension', () => {
    const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
    const [, list = ''] = /^## Formats$([^]*?)^## /mu.exec(readme) ?? [];
    const named = list.toLowerCase();
    const isNamed = ({ id, extensions }: FormatRow): boolean =>
      [id, ...extensions].some((word) => new RegExp(`(?<!\\w)${word}(?!\\w)`, 'u').test(named));
    assert.deepEqual(
      formatTable.filter((row) => !isNamed(row)).map(({ id }) => id),
      [],
    );
  });
});

/** The file of a format, and the name that it has there. */
function loadedBy({ load }: FormatRow): { readonly file?: string; readonly name?: string } {
  return /import\('\.\/(?<file>[\w/.]+)'\)\)\.(?<name>\w+)/u.exec(load.toString())?.groups ?? {};
}
