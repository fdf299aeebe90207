import assert from 'node:assert/strict';
import { openSourceFile } from '../../../../../src/orders/units/files/localeFile.ts';
import { hashText } from '../../../../../src/orders/model/hash.ts';
import { unitIdentity } from '../../../../../src/orders/model/unitName.ts';
import type { FindOnOrder } from '../../../../../src/orders/units/gaps/stringStates.ts';
import { TranslationGaps, type GapPorts } from '../../../../../src/orders/units/gaps/translationGaps.ts';
import { parseKeyPattern } from '../../../../../src/orders/model/plan/keyPattern.ts';
import { memoryHistory } from '../history/memoryHistory.ts';
import { memoryProject } from '../../memoryProject.ts';
import { noPorts } from '../../noPorts.ts';

const signal = new AbortController().signal;
const noOrders = { inFlight: new Set<string>(), delivered: new Map<string, never>() };
const sentence = 'Your changes could not be saved.';

const english = {
  title: 'Settings',
  greeting: 'Good morning',
  error: sentence,
  hint: 'Please choose another name for this file.',
  pay: 'Pay now',
};
const german = {
  title: 'Einstellungen',
  greeting: 'Guten Tag',
  error: sentence,
  hint: 'Bitte einen anderen Namen wählen.',
};

/** Opens a project in which German lacks a string, has one in English, and has one of an earlier text. */
async function open(
  ports: Partial<GapPorts> = {},
  inputs: { readonly keys?: string; readonly inFlight?: string } = {},
) {
  const project = memoryProject({
    'locales/en.json': english,
    'locales/de.json': german,
    'locales/fr.json': '{ "title": ',
  });
  const source = await openSourceFile(project, 'locales/en.json', { patterns: [], sourceLocale: 'en' });
  const unit = { project: project.id, file: source.path, key: inputs.inFlight ?? '', locale: 'de', sourceHash: '' };
  const inFlight = new Set(
    inputs.inFlight === undefined ? [] : [unitIdentity({ ...unit, sourceHash: hashText(english.pay) })],
  );
  const languages = ['en', 'de', 'fr', 'ja'];
  const history = { ...noOrders, inFlight };
  const pattern = parseKeyPattern(inputs.keys ?? '');
  const limit = pattern && ({ kind: 'keys', pattern } as const);
  return new TranslationGaps([source], { history, languages, limit }, { ...noPorts, ...ports });
}

/** The committed texts: the English greeting has changed since German was translated. */
const history = memoryHistory([
  {
    'locales/en.json': JSON.stringify({ ...english, greeting: 'Good day' }, undefined, 2),
    'locales/de.json': JSON.stringify(german, undefined, 2),
  },
  {
    'locales/en.json': JSON.stringify(english, undefined, 2),
    'locales/de.json': JSON.stringify(german, undefined, 2),
  },
]);
const openHistory: GapPorts['openHistory'] = () => Promise.resolve(history);

describe('TranslationGaps', () => {
  it('sorts the strings of a translation into their states', async () => {
    const gaps = await open({ openHistory });
    const [target] = await gaps.statesIn(['de'], signal);
    assert.deepEqual(target?.states, {
      translated: 2,
      skipped: [],
      inFlight: [],
      fromOtherClone: [],
      missing: ['pay'],
      simulated: [],
      sameAsSource: ['error'],
      outdated: ['greeting'],
    });
    assert.equal(target.outdatedChecked, 'complete');
  });

  it('says so if there is no history, and that a translation that does not exist yet has nothing outdated', async () => {
    const gaps = await open();
    const targets = await gaps.statesIn(['de', 'ja'], signal);
    assert.deepEqual(
      targets.map(({ target, states, outdatedChecked }) => [target.locale, states.missing.length, outdatedChecked]),
      [
        ['de', 1, 'not-checked'],
        ['ja', 5, 'complete'],
      ],
    );
  });

  it('omits a translation that cannot be read, and names it with the error', async () => {
    const gaps = await open();
    const targets = await gaps.statesIn(['fr', 'de'], signal);
    assert.deepEqual(
      targets.map(({ target }) => target.locale),
      ['de'],
    );
    const [failed, ...others] = gaps.drafts.failedIn(['fr', 'de']);
    assert.deepEqual([failed?.locale, others], ['fr', []]);
    assert.match(String(failed?.error), /locales\/fr\.json/u);
  });

  it('does not offer a string that the settings name as right', async () => {
    const right = new Map([['de', new Map([['error', hashText(sentence)]])]]);
    const gaps = await open({ rightAsItIs: () => right });
    const [target] = await gaps.statesIn(['de'], signal);
    assert.deepEqual(target?.states.sameAsSource, []);
  });

  it('lists strings on order as such, here and elsewhere', async () => {
    const onOrder: FindOnOrder = (targets) =>
      Promise.resolve(
        new Map(targets.map((target) => [target, { keys: new Set(['pay']), fromOtherClone: new Set() }])),
      );
    const elsewhere = await open({ onOrder });
    const here = await open({}, { inFlight: 'pay' });
    for (const gaps of [elsewhere, here]) {
      const [target] = await gaps.statesIn(['de'], signal);
      assert.deepEqual([target?.states.inFlight, target?.states.missing], [['pay'], []]);
    }
  });

  it('is limited to the selected keys', async () => {
    const gaps = await open({ openHistory }, { keys: 'greet*' });
    const [target] = await gaps.statesIn(['de'], signal);
    const { missing, sameAsSource, outdated } = target?.states ?? {};
    assert.deepEqual([missing, sameAsSource, outdated], [[], [], ['greeting']]);
  });

  it('checks the history of a translation once, disposes each history, and finds the file of a unit', async () => {
    let [reads, disposed] = [0, 0];
    const counted: GapPorts['openHistory'] = () =>
      Promise.resolve({
        ...history,
        versions: (path, limit, stop) => {
          reads += 1;
          return history.versions(path, limit, stop);
        },
        dispose: () => {
          disposed += 1;
        },
      });
    const gaps = await open({ openHistory: counted });
    await gaps.drafts.load(['de'], signal);
    await gaps.findOutdated(['de'], signal);
    const readsBefore = reads;
    const byLocale = await gaps.findOutdated(['de'], signal);
    assert.deepEqual([reads, disposed], [readsBefore, 2]);
    const [unit] = byLocale.get('de')?.units ?? [];
    assert.equal(unit?.key, 'greeting');
    assert.equal(gaps.sourceOf(unit), gaps.sources[0]);
  });
});
