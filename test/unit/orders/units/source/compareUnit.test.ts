import assert from 'node:assert/strict';
import { hashText } from '../../../../../src/orders/model/hash.ts';
import { openSourceFile } from '../../../../../src/orders/units/files/localeFile.ts';
import { compareUnit, keysWithText } from '../../../../../src/orders/units/source/compareUnit.ts';
import type { FileUnit } from '../../../../../src/orders/model/unitRef.ts';
import { indexSource, type OpenedSource } from '../../../../../src/orders/units/source/sourceIndex.ts';
import { makeUnitRef } from '../../../../builders/trackedJob.ts';
import { memoryProject } from '../../memoryProject.ts';

async function open(path: string, content: unknown, others = {}): Promise<OpenedSource> {
  const project = memoryProject({ [path]: content, ...others }, ['i18next', 'react-intl']);
  return indexSource(await openSourceFile(project, path, { patterns: [], sourceLocale: 'en' }));
}

const openJson = (content: unknown): Promise<OpenedSource> => open('locales/en.json', content);

/** A unit that was ordered with this text. */
function ordered(key: string, text: string, changes: Partial<FileUnit> = {}): FileUnit {
  const unit = makeUnitRef({ file: 'locales/en.json', key, sourceHash: hashText(text), ...changes });
  return { targetFile: 'locales/ja.json', ...unit, key };
}

describe('compareUnit', () => {
  it('returns whether the key has the text that was ordered', async () => {
    const source = await openJson({ save: 'Save', shop: { close: 'Close' } });
    assert.deepEqual(compareUnit(ordered('save', 'Save'), source), { kind: 'same' });
    assert.deepEqual(compareUnit(ordered('shop.close', 'Shut'), source), { kind: 'changed', text: 'Close' });
    assert.deepEqual(compareUnit(ordered('close', 'Close'), source), { kind: 'gone' });
  });

  it('compares a form that only the target has with the form `other`', async () => {
    const source = await openJson({ days_one: '{{count}} day', days_other: '{{count}} days' });
    assert.deepEqual(compareUnit(ordered('days#few', '{{count}} days'), source), { kind: 'same' });
    assert.deepEqual(compareUnit(ordered('days#few', 'days'), source), { kind: 'changed', text: '{{count}} days' });
  });

  it('returns the text of the branch that was ordered, if the message still has it', async () => {
    const source = await openJson({ files: '{count, plural, one {One file} other {# files}}' });
    const branch = (id: string): FileUnit => ordered('files', 'before', { branch: id, locale: 'de' });
    assert.deepEqual(compareUnit(branch('count:one'), source), { kind: 'changed', text: 'One file' });
    assert.deepEqual(compareUnit(branch('gender:male'), source), { kind: 'changed' });
  });

  it('reads Windows line ends as they are in the file', async () => {
    const source = await open('locales/en.properties', 'a=One\r\nb=Two\\\r\n  three\r\n');
    assert.deepEqual(compareUnit(ordered('b', 'Twothree'), source), { kind: 'same' });
  });
});

describe('keysWithText', () => {
  it('finds every key with the text', async () => {
    const source = await openJson({ a: 'Save', b: { c: 'Save' }, d: 'Save ' });
    assert.deepEqual(keysWithText(ordered('gone', 'Save'), source), ['a', 'b.c']);
    assert.deepEqual(keysWithText(ordered('gone', 'Close'), source), []);
  });

  it('finds the same form of another plural, and no other text or form', async () => {
    const source = await openJson({
      plain: '{{count}} day',
      left_one: '{{count}} day',
      left_other: '{{count}} days',
      place_ordinal_one: '{{count}} day',
      place_ordinal_other: '{{count}}',
    });
    assert.deepEqual(keysWithText(ordered('days#one', '{{count}} day'), source), ['left#one']);
    assert.deepEqual(keysWithText(ordered('days#few', '{{count}} days'), source), ['left#few']);
    assert.deepEqual(keysWithText(ordered('days#few', '{{count}} day'), source), []);
    assert.deepEqual(keysWithText(ordered('days#ordinal-one', '{{count}} day'), source), ['place#ordinal-one']);
    assert.deepEqual(keysWithText(ordered('days', '{{count}} day'), source), ['plain']);
  });

  it('finds nothing where keys are positions', async () => {
    const source = await open('docs/en/a.md', '# Guide\n\nRead this first.\n', { 'docs/de/a.md': '# Brief' });
    const [unit] = source.source.units;
    assert.ok(unit !== undefined);
    assert.deepEqual(keysWithText(ordered('gone', unit.text), source), []);
  });
});
