import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { canonicalLocale, isSameLocale } from '../../../src/base/locale.ts';
import { FolderTree } from '../../../src/locales/folderTree.ts';
import { allLocalesLayout, detectLayout, existingLocales, targetPath } from '../../../src/locales/layout.ts';
import { sourceFor } from '../../../src/locales/source/stringSource.ts';
import { nearbyPaths } from '../../../src/locales/nearbyPaths.ts';

/** Paths of a public project, the file that is selected, and what must be found. */
interface Row {
  readonly project: string;
  readonly file: string;
  /** Files of the project, with alternatives in braces. */
  readonly paths: readonly string[];
  readonly source: string;
  /** The path of a translation, with `{locale}`; absent if one file holds all locales. */
  readonly translations?: string;
  /** The locales with a file, as the project spells them; `english=en` if that is not a code. */
  readonly names: string;
  /** A locale, and the path of its file, which exists or is to be created. */
  readonly locale: string;
  readonly path: string;
}

interface Result {
  readonly source: string | undefined;
  /** By locale. */
  readonly targets: ReadonlyMap<string, string>;
  readonly newPath: string | undefined;
}

const fixture = path.resolve(import.meta.dirname, '../../fixtures/layouts/projects.json');
const rows = JSON.parse(readFileSync(fixture, 'utf8')) as readonly Row[];

/** Returns `a/{b,c}.json` as two paths. */
function expanded(text: string): readonly string[] {
  const [group, names] = /\{([^{}]*)\}/u.exec(text) ?? [];
  return group === undefined || names === undefined
    ? [text]
    : names.split(',').map((name) => text.replace(group, name));
}

/** Finds everything as the extension does: from the selected file, with what is near it. */
async function find({ file, paths, locale }: Row): Promise<Result> {
  const tree = new FolderTree();
  for (const each of paths.flatMap(expanded)) tree.add(each);
  const near = await nearbyPaths(file, [], tree);
  const selected = detectLayout(file, near) ?? allLocalesLayout(file, 'en');
  const source = selected === undefined ? undefined : sourceFor(selected, near, 'en').path;
  const nearSource = source === undefined ? [] : await nearbyPaths(source, [], tree);
  const layout =
    source === undefined ? undefined : (detectLayout(source, nearSource) ?? allLocalesLayout(source, 'en'));
  if (layout === undefined) return { source, targets: new Map(), newPath: undefined };
  const targets = new Map(existingLocales(layout, nearSource).map((name) => [name, targetPath(layout, name)]));
  return { source, targets, newPath: targetPath(layout, locale) };
}

/** Returns the files of each locale; a project may have two for one locale, of which either is right. */
function expectedTargets({ names, translations = '' }: Row): ReadonlyMap<string, readonly string[]> {
  const targets = new Map<string, readonly string[]>();
  for (const [name = '', meaning = name] of names.split(' ').map((each) => each.split('='))) {
    const locale = canonicalLocale(/^[A-Z]{2}$/u.test(meaning) ? meaning.toLowerCase() : meaning);
    const file = translations.replaceAll('{locale}', name);
    if (locale !== undefined) targets.set(locale, [...(targets.get(locale) ?? []), file]);
  }
  return targets;
}

function check(row: Row, { source, targets, newPath }: Result): void {
  assert.equal(source, row.source);
  const expected = expectedTargets(row);
  assert.deepEqual([...targets.keys()].toSorted(), [...expected.keys()].toSorted());
  for (const [locale, file] of targets) assert.ok(expected.get(locale)?.includes(file), `${locale}: ${file}`);
  assert.equal(newPath, row.path);
}

function tableLine({ project, file, locale }: Row, { source, targets, newPath }: Result): string {
  const locales = [...targets.keys()];
  const shown = locales.length > 6 ? `${locales.slice(0, 5).join(' ')} …` : locales.join(' ');
  const from = source === file ? '' : ` ← ${source ?? 'none'}`;
  return `${project}: ${file}${from} | ${locales.length}: ${shown} | ${locale} → ${newPath ?? 'none'}`;
}

describe('layouts of public projects', () => {
  const table: string[] = [];

  after(() => {
    console.log(
      `${table.join('\n')}\n${table.length} paths of ${new Set(rows.map((row) => row.project)).size} projects`,
    );
  });

  for (const row of rows) {
    it(`finds the translations of ${row.file} in ${row.project}, and names the one for ${row.locale}`, async () => {
      const result = await find(row);
      table.push(tableLine(row, result));
      check(row, result);
    });
  }

  it('are at least 60 paths of 50 projects, with existing translations in most', () => {
    assert.ok(rows.length >= 60);
    assert.ok(new Set(rows.map(({ project }) => project)).size >= 50);
    assert.ok(rows.filter(({ names }) => names !== '').length >= 60);
    for (const { file, paths, project } of rows)
      assert.ok(paths.flatMap(expanded).includes(file), `${project}: ${file}`);
  });

  it('create no file for a locale that has one', () => {
    for (const row of rows)
      for (const [locale, files] of expectedTargets(row))
        if (isSameLocale(locale, row.locale)) assert.ok(files.includes(row.path), `${row.project}: ${locale}`);
  });
});
