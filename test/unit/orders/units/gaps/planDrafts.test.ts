import assert from 'node:assert/strict';
import { openSourceFile, type SourceFile } from '../../../../../src/orders/units/files/localeFile.ts';
import { parseKeyPattern } from '../../../../../src/orders/model/plan/keyPattern.ts';
import { localesFor, localesIn, PlanDrafts, targetLocalesOf } from '../../../../../src/orders/units/gaps/planDrafts.ts';
import { memoryProject } from '../../memoryProject.ts';

const inputs = {
  history: { inFlight: new Set<string>(), delivered: new Map() },
  languages: ['en', 'de', 'ja', 'pt-br'],
};
const signal = new AbortController().signal;

async function openAll(files: Readonly<Record<string, unknown>>): Promise<readonly SourceFile[]> {
  const project = memoryProject(files);
  const paths = Object.keys(files).filter((path) => path.endsWith('en.json'));
  return Promise.all(paths.map((path) => openSourceFile(project, path, { patterns: [], sourceLocale: 'en' })));
}

describe('targetLocalesOf', () => {
  it('lists a locale once, however files spell it', () => {
    const files = [{ targetLocales: ['de', 'pt-BR'] }, { targetLocales: ['pt_BR', 'ja'] }];
    assert.deepEqual(targetLocalesOf(files), ['de', 'pt-BR', 'ja']);
    assert.deepEqual(localesIn(files[1]!, ['pt-BR', 'de']), ['pt_BR', 'de']);
  });

  it('lists a language once that an app names without its usual region, and its store with it', () => {
    const app = { targetLocales: ['de', 'ja', 'pt'] };
    const store = { targetLocales: ['de-DE', 'ja', 'pt-BR', 'fr-CA'] };
    assert.deepEqual(targetLocalesOf([app, store]), ['de', 'ja', 'pt', 'pt-BR', 'fr-CA']);
    assert.deepEqual(localesIn(store, ['de', 'ja', 'fr']), ['de-DE', 'ja', 'fr']);
    assert.deepEqual(localesIn(app, ['de-DE', 'ja-JP']), ['de', 'ja']);
  });

  it('keeps locales apart that one file has both of', () => {
    const both = { targetLocales: ['zh-CN', 'zh-Hans'] };
    const one = { targetLocales: ['zh-Hans'] };
    assert.deepEqual(targetLocalesOf([both, one]), ['zh-CN', 'zh-Hans']);
    assert.deepEqual(localesIn(one, ['zh-CN', 'zh-Hans']), ['zh-Hans']);
    assert.deepEqual(localesIn(both, ['zh-CN', 'zh-Hans']), ['zh-CN', 'zh-Hans']);
  });
});

describe('localesFor', () => {
  const app = { targetLocales: ['de', 'fr', 'ja'] };
  const guide = { targetLocales: ['de-DE'], hasOwnLocales: true } as const;

  it('orders a document only into the locales of its kind, unless a locale is new to all files', () => {
    const store = { targetLocales: ['hr'], hasOwnLocales: true } as const;
    assert.deepEqual(localesFor(app, ['de', 'hr', 'it'], [app, guide, store]), ['de', 'it']);
    assert.deepEqual(localesFor(app, ['de', 'fr', 'ja'], [app, guide]), ['de', 'fr', 'ja']);
    assert.deepEqual(localesFor(guide, ['de', 'fr', 'ja'], [app, guide]), ['de-DE']);
    assert.deepEqual(localesFor(guide, ['fr', 'it'], [app, guide]), ['it']);
    assert.deepEqual(localesFor(guide, ['fr', 'it'], [guide]), ['fr', 'it']);
  });
});

describe('PlanDrafts', () => {
  const files = {
    'a/locales/en.json': { cart: { pay: 'Pay', total: 'Total' }, home: 'Home' },
    'a/locales/de.json': { home: 'Start' },
    'b/locales/en.json': { title: 'Title' },
    'b/locales/de.json': '{ "title": ',
  };

  it('counts the missing strings of each file and of all files, also where no target exists yet', async () => {
    const sources = await openAll(files);
    const drafts = new PlanDrafts(sources, inputs);
    await drafts.load(['de', 'ja'], signal);
    const [first, second] = sources;
    assert.deepEqual(
      [first!, second!].map((source) => ['de', 'ja'].map((locale) => drafts.countIn(source, locale))),
      [
        [2, 3],
        [undefined, 1],
      ],
    );
    assert.deepEqual(drafts.count('ja'), { missing: 4, simulated: 0 });
    assert.deepEqual(drafts.count('de'), { missing: 2, simulated: 0 });
    assert.equal(drafts.count('pt-BR'), undefined);
  });

  it('lists the targets that could be read, file by file', async () => {
    const sources = await openAll(files);
    const drafts = new PlanDrafts(sources, inputs);
    await drafts.load(['de', 'ja'], signal);
    assert.deepEqual(
      drafts
        .targetsIn(['ja', 'de', 'pt-BR'])
        .map(({ source, locale, draft }) => [source.path, locale, draft.drafts.length]),
      [
        ['a/locales/en.json', 'ja', 3],
        ['a/locales/en.json', 'de', 2],
        ['b/locales/en.json', 'ja', 1],
      ],
    );
  });

  it('counts only strings with the selected keys', async () => {
    const sources = await openAll(files);
    const pattern = parseKeyPattern('cart.*');
    assert.ok(pattern);
    const drafts = new PlanDrafts(sources, { ...inputs, limit: { kind: 'keys', pattern } });
    await drafts.load(['de', 'ja'], signal);
    assert.deepEqual([drafts.count('de')?.missing, drafts.count('ja')?.missing], [2, 2]);
  });

  it('drafts each target once, and reports how many are done', async () => {
    const drafts = new PlanDrafts(await openAll(files), inputs);
    const progress: string[] = [];
    const note = (drafted: number, total: number): void => {
      progress.push(`${drafted} of ${total}`);
    };
    await drafts.load(['ja'], signal, note);
    await drafts.load(['ja', 'pt-BR'], signal, note);
    assert.deepEqual(progress, ['1 of 2', '2 of 2', '1 of 2', '2 of 2']);
  });

  it('stops when it is canceled', async () => {
    const drafts = new PlanDrafts(await openAll(files), inputs);
    await assert.rejects(drafts.load(['ja'], AbortSignal.abort()), { name: 'AbortError' });
  });
});
