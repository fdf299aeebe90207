import assert from 'node:assert/strict';
import { Ledger } from '../../../../../src/orders/journal/ledger.ts';
import { hashBytes, hashText } from '../../../../../src/orders/model/hash.ts';
import type { Project } from '../../../../../src/orders/model/project.ts';
import type { SourceState } from '../../../../../src/orders/model/sourceState.ts';
import type { UnitRef } from '../../../../../src/orders/model/unitRef.ts';
import { SourceIndex } from '../../../../../src/orders/units/source/sourceIndex.ts';
import { UnitLocator } from '../../../../../src/orders/units/source/unitLocator.ts';
import { makeUnitRef } from '../../../../builders/trackedJob.ts';
import { memoryProject } from '../../memoryProject.ts';

const save = makeUnitRef({
  project: 'p1',
  file: 'locales/en.json',
  key: 'save',
  sourceHash: hashText('Save'),
  targetFile: 'locales/ja.json',
});

/** A project with these files, all of which are listed as locale files unless `isListed` is false. */
function projectWith(files: Readonly<Record<string, unknown>>, isListed = true): Project {
  const project = memoryProject(files);
  const listed = Object.keys(files).filter((name) => !name.endsWith('.md'));
  return { ...project, localeFiles: () => Promise.resolve(isListed ? listed : undefined) };
}

async function stateOf(project: Project, unit: UnitRef = save, sourceText = 'Save'): Promise<SourceState> {
  const layouts = () => ({ patterns: [], sourceLocale: 'en' });
  const index = new SourceIndex({ findProject: (id) => (id === project.id ? project : undefined), layouts });
  const locator = new UnitLocator({ ledger: new Ledger() }, index);
  const [found] = await locator.compare([unit], { sourceLocale: 'en', sourceText });
  assert.ok(found !== undefined);
  return found.state;
}

const placeOf = (state: SourceState): string | undefined =>
  state.kind === 'moved' ? `${state.to.file}:${state.to.key} → ${state.to.targetFile}` : state.kind;

describe('UnitLocator', () => {
  it('says nothing about a folder that is closed, and a file that is missing or broken', async () => {
    const closed = await stateOf(projectWith({}), { ...save, project: 'p2' });
    assert.deepEqual(closed, { kind: 'unknown', why: 'closed' });
    assert.deepEqual(await stateOf(projectWith({})), { kind: 'unknown', why: 'missing' });
    const broken = await stateOf(projectWith({ 'locales/en.json': '{"save": "Sa' }));
    assert.deepEqual(broken, { kind: 'unknown', why: 'unreadable' });
  });

  it('searches the own file first, then the other files of the same locale', async () => {
    const own = { 'locales/en.json': { store: 'Save' }, 'shop/locales/en.json': { save: 'Save' } };
    assert.equal(placeOf(await stateOf(projectWith(own))), 'locales/en.json:store → locales/ja.json');
    const others = {
      'locales/en.json': { close: 'Close' },
      'shop/locales/en.json': { save: 'Save' },
      'shop/locales/ja.json': {},
      'shop/locales/de.json': { same: 'Save' },
    };
    assert.equal(placeOf(await stateOf(projectWith(others))), 'shop/locales/en.json:save → shop/locales/ja.json');
    const two = { ...others, 'admin/locales/en.json': { save: 'Save' } };
    const state = await stateOf(projectWith(two));
    assert.deepEqual(state.kind === 'ambiguous' && state.places.map(({ file }) => file), [
      'shop/locales/en.json',
      'admin/locales/en.json',
    ]);
  });

  it('follows nothing to another file if not all files are known', async () => {
    const files = { 'locales/en.json': {}, 'shop/locales/en.json': { save: 'Save' } };
    assert.equal(placeOf(await stateOf(projectWith(files, false))), 'removed');
  });

  it('follows a key whose old translation was renamed with it', async () => {
    const files = { 'locales/en.json': { store: 'Save' }, 'locales/ja.json': { store: '古い' } };
    assert.equal(placeOf(await stateOf(projectWith(files))), 'removed', 'it has a translation of its own');
    const unit = { ...save, targetHash: hashText('古い') };
    assert.deepEqual(await stateOf(projectWith(files), unit), { kind: 'moved', to: { ...unit, key: 'store' } });
  });

  it('follows a key in a file that holds all locales', async () => {
    const catalog = {
      sourceLanguage: 'en',
      strings: { store: { localizations: { en: { stringUnit: { state: 'translated', value: 'Save' } } } } },
      version: '1.0',
    };
    const file = 'Localizable.xcstrings';
    const unit = { ...save, file, targetFile: file };
    assert.equal(placeOf(await stateOf(projectWith({ [file]: catalog }), unit)), `${file}:store → ${file}`);
  });

  it('compares a document by its bytes, and looks for a passage in its file', async () => {
    const guide = '# Guide\r\n\r\nRead this first.\r\n';
    const project = projectWith({ 'guide.md': guide });
    const passage: UnitRef = { project: 'p1', file: 'guide.md', locale: 'ja', sourceHash: save.sourceHash };
    const document: UnitRef = { ...passage, targetFile: 'guide.ja.md' };
    const now = hashBytes(Buffer.from(guide));
    assert.equal((await stateOf(project, { ...document, sourceHash: now })).kind, 'same');
    assert.deepEqual(await stateOf(project, document), { kind: 'changed' });
    assert.equal((await stateOf(project, passage, '# Guide\n\nRead this')).kind, 'same');
    assert.equal((await stateOf(project, passage, 'Read that')).kind, 'removed');
  });
});
