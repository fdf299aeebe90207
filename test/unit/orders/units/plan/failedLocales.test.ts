import assert from 'node:assert/strict';
import { locateDocument, openDocument } from '../../../../../src/orders/units/files/sourceDocument.ts';
import { openSourceFile, type SourceFile, openTargets } from '../../../../../src/orders/units/files/localeFile.ts';
import { OrderError } from '../../../../../src/orders/model/orderError.ts';
import { combinePlans } from '../../../../../src/orders/model/plan/combinePlans.ts';
import { planDocuments, planPassage } from '../../../../../src/orders/units/plan/planDocuments.ts';
import { planOrder } from '../../../../../src/orders/units/plan/planOrder.ts';
import { memoryProject } from '../../memoryProject.ts';
import { UnreadableFileError } from '../../../../../src/orders/model/errors/unreadableFileError.ts';
import type { Plan } from '../../../../../src/orders/model/plan/plan.ts';
import { failuresOf } from '../../../../../src/orders/model/plan/plannedLocales.ts';

const history = { inFlight: new Set<string>(), delivered: new Map<string, never>() };
const languages = ['en', 'de', 'ja'];
const signal = new AbortController().signal;
const settings = { patterns: [], sourceLocale: 'en' };

const project = memoryProject({
  'locales/en.json': { save: 'Save', close: 'Close' },
  'locales/ca.json': {},
  'locales/de.json': { close: 'Schließen' },
  'locales/et.json': {},
  'locales/ja.json': '{ "save": ',
  'docs/a.md': '# Hello',
});

const openSource = (): Promise<SourceFile> => openSourceFile(project, 'locales/en.json', settings);

async function planInto(locales: readonly string[]): Promise<Plan> {
  const source = await openSource();
  const { opened } = await openTargets(source, locales, signal);
  return planOrder({ source, targets: opened, history, languages });
}

const localesOf = ({ jobs }: Plan): readonly string[] => [...new Set(jobs.map(({ targetLocale }) => targetLocale))];

/** Returns the failed locales with the reasons. */
function failedOf({ failedLocales = [] }: Pick<Plan, 'failedLocales'>): readonly (readonly unknown[])[] {
  return failedLocales.map(({ locale, error }) => [locale, error instanceof OrderError ? error.reason : error]);
}

describe('locales that can’t be ordered', () => {
  it('don’t prevent an order of strings into the others', async () => {
    const plan = await planInto(['ca', 'de', 'et']);
    assert.deepEqual(localesOf(plan), ['de']);
    assert.deepEqual(failedOf(plan), [
      ['ca', 'locale-unsupported'],
      ['et', 'locale-unsupported'],
    ]);
  });

  it('don’t prevent an order of a passage or of documents into the others', async () => {
    const passage = {
      project: 'p1',
      file: 'notes.txt',
      text: 'Hello',
      protectedText: { text: 'Hello', source: 'Hello', placeholders: [] },
    };
    const ofPassage = planPassage(passage, { source: 'en', targets: ['ca', 'de'] }, languages, history);
    assert.deepEqual([localesOf(ofPassage), failedOf(ofPassage)], [['de'], [['ca', 'locale-unsupported']]]);
    const document = await openDocument(project, await locateDocument(project, 'docs/a.md', [], 'en'), []);
    assert.ok('hash' in document);
    const ofDocuments = await planDocuments({
      documents: [document],
      refused: [],
      targets: ['ca', 'ja'],
      history,
      languages,
    });
    assert.deepEqual([localesOf(ofDocuments), failedOf(ofDocuments)], [['ja'], [['ca', 'locale-unsupported']]]);
  });

  it('are an error if there are no others', async () => {
    await assert.rejects(planInto(['ca', 'et']), (error) => error instanceof OrderError && error.subject === 'ca');
  });

  it('include those whose file can’t be read', async () => {
    const { opened, failed } = await openTargets(await openSource(), ['de', 'ja'], signal);
    assert.deepEqual(
      opened.map(({ locale }) => locale),
      ['de'],
    );
    assert.deepEqual(
      failed.map(({ locale, error, file }) => [locale, error instanceof UnreadableFileError, file.path]),
      [['ja', true, 'locales/ja.json']],
    );
    assert.throws(() => failuresOf(failed, 1), UnreadableFileError);
    assert.deepEqual(failuresOf([], 0), {});
  });

  it('are named once in an order of several files', async () => {
    const source = await openSource();
    const plan = await planInto(['ca', 'de']);
    const combined = combinePlans(
      [
        { source, plan },
        { source: { ...source, path: 'other/en.json' }, plan },
      ],
      [],
    );
    assert.deepEqual(failedOf(combined ?? {}), [['ca', 'locale-unsupported']]);
  });
});
