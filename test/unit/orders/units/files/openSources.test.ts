import assert from 'node:assert/strict';
import { OrderError } from '../../../../../src/orders/model/orderError.ts';
import type { Project } from '../../../../../src/orders/model/project.ts';
import { memoryProject } from '../../memoryProject.ts';
import { UnreadableFileError } from '../../../../../src/orders/model/errors/unreadableFileError.ts';
import { openSources, type OpenedSources } from '../../../../../src/orders/units/files/sourceDocument.ts';

const settings = { patterns: [], sourceLocale: 'en' };

function open(
  files: readonly (readonly [project: Project, path: string])[],
  isSelected = false,
  signal = new AbortController().signal,
): Promise<OpenedSources> {
  return openSources(
    files.map(([project, path]) => ({ project, path, settings, isSelected })),
    { signal },
  );
}

function pathsOf({ sources }: OpenedSources): readonly string[] {
  return sources.map(({ project, path }) => `${project.id} ${path}`);
}

describe('openSources', () => {
  const text = { a: 'One' };
  const project = memoryProject({
    'b/locales/en.json': text,
    'b/locales/de.json': {},
    'a/locales/en.json': text,
    'a/locales/de.json': {},
    'a/locales/ja.json': {},
  });
  const other: Project = { ...memoryProject({ 'locales/en.json': text }), id: 'p2' };

  it('opens each source once, by path in the order of the projects', async () => {
    const opened = await open([
      [other, 'locales/en.json'],
      [project, 'b/locales/en.json'],
      [project, 'a/locales/de.json'],
      [project, 'a/locales/en.json'],
      [project, 'b/locales/de.json'],
    ]);
    assert.deepEqual(pathsOf(opened), ['p2 locales/en.json', 'p1 a/locales/en.json', 'p1 b/locales/en.json']);
    assert.deepEqual([opened.into, opened.skipped], [[], []]);
  });

  it('returns the locales of translations if no source was chosen', async () => {
    const opened = await open([
      [project, 'a/locales/ja.json'],
      [project, 'b/locales/de.json'],
      [project, 'a/locales/de.json'],
    ]);
    assert.deepEqual(pathsOf(opened), ['p1 a/locales/en.json', 'p1 b/locales/en.json']);
    assert.deepEqual([...opened.into].sort(), ['de', 'ja']);
  });

  it('looks for the source of a group of files once, so that the time grows with the files and not with their square', async () => {
    const locales = (
      'ar bg ca cs da de el es et eu fa fi fr gl he hi hr hu id it ja ka kk ko lt lv mk ms nb nl pl pt ro ru sk sl sq sr ' +
      'sv ta th tr uk ur vi zh'
    ).split(' ');
    const files = Object.fromEntries(['en', ...locales].map((locale) => [`locales/${locale}.json`, text]));
    let searches = 0;
    const large = memoryProject(files);
    const counting: Project = {
      ...large,
      siblings: (path) => {
        searches += 1;
        return large.siblings(path);
      },
    };
    const translations = locales.map((locale): readonly [Project, string] => [counting, `locales/${locale}.json`]);
    const opened = await open(translations);
    assert.deepEqual(pathsOf(opened), ['p1 locales/en.json']);
    assert.deepEqual([...opened.into].sort(), [...locales].sort());
    assert.ok(searches < 20, `${searches} searches`);
  });

  it('skips a file that cannot be read, with the error', async () => {
    const broken = memoryProject({ 'locales/en.json': '{ "a": ', 'more/locales/en.json': text });
    const opened = await open([
      [broken, 'locales/en.json'],
      [broken, 'more/locales/en.json'],
    ]);
    assert.deepEqual(pathsOf(opened), ['p1 more/locales/en.json']);
    const [skipped] = opened.skipped;
    assert.ok(skipped?.reason === 'unreadable' && skipped.error instanceof UnreadableFileError);
    assert.deepEqual(skipped.file, { project: 'p1', path: 'locales/en.json' });
  });

  it('reports a file that is no locale file only if the user selected it', async () => {
    const files = [[memoryProject({ 'locales/notes.txt': 'x' }), 'locales/notes.txt']] as const;
    assert.deepEqual((await open(files)).skipped, []);
    const [skipped] = (await open(files, true)).skipped;
    assert.ok(skipped?.reason === 'unreadable' && skipped.error instanceof OrderError);
  });

  it('skips files in another source locale than most', async () => {
    const mixed = memoryProject({
      'a/locales/de.json': text,
      'b/locales/en.json': text,
      'c/locales/en.json': text,
    });
    const opened = await open([
      [mixed, 'a/locales/de.json'],
      [mixed, 'b/locales/en.json'],
      [mixed, 'c/locales/en.json'],
    ]);
    assert.deepEqual(pathsOf(opened), ['p1 b/locales/en.json', 'p1 c/locales/en.json']);
    assert.deepEqual(opened.skipped, [
      { file: { project: 'p1', path: 'a/locales/de.json' }, reason: 'other-source', locale: 'de' },
    ]);
  });

  it('orders from the locale with the most translations, even if more files are in another one', async () => {
    const mixed = memoryProject({
      'legal/fr.json': text,
      'legal/it.json': text,
      'locales/en.json': text,
      'locales/de.json': {},
      'locales/es.json': {},
      'locales/ja.json': {},
    });
    const opened = await open([
      [mixed, 'legal/fr.json'],
      [mixed, 'legal/it.json'],
      [mixed, 'locales/en.json'],
    ]);
    assert.deepEqual(pathsOf(opened), ['p1 locales/en.json']);
    assert.deepEqual(
      opened.skipped.map(({ file }) => file.path),
      ['legal/fr.json', 'legal/it.json'],
    );
  });

  it('stops when it is canceled', async () => {
    await assert.rejects(open([[project, 'a/locales/en.json']], false, AbortSignal.abort()), { name: 'AbortError' });
  });
});
