import assert from 'node:assert/strict';
import { openSourceFile, openTargetFile } from '../../../../../src/orders/units/files/localeFile.ts';
import type { FileHistory } from '../../../../../src/orders/units/history/fileHistory.ts';
import type { PlanHistory } from '../../../../../src/orders/model/plan/planHistory.ts';
import { hashText } from '../../../../../src/orders/model/hash.ts';
import type { Project } from '../../../../../src/orders/model/project.ts';
import { unitIdentity } from '../../../../../src/orders/model/unitName.ts';
import { findOutdated, type OutdatedInTarget } from '../../../../../src/orders/units/plan/findOutdated.ts';
import { draftTarget, planOrder } from '../../../../../src/orders/units/plan/planOrder.ts';
import { memoryHistory, type Commit } from '../history/memoryHistory.ts';
import { memoryProject } from '../../memoryProject.ts';

const nothing: PlanHistory = { inFlight: new Set(), delivered: new Map() };
const signal = new AbortController().signal;
const [english, german] = ['locales/en.json', 'locales/de.json'];
type Texts = Readonly<Record<string, unknown>>;

function json(texts: Texts): string {
  return `${JSON.stringify(texts, undefined, 2)}\n`;
}

/** A commit with an English and a German file; without German texts, that file does not exist. */
function commit(en: Texts, de: Texts | undefined): Commit {
  return { [english]: json(en), [german]: de === undefined ? undefined : json(de) };
}

interface Case {
  readonly planned?: PlanHistory;
  /** The present files, if they differ from the last commit. */
  readonly present?: Commit;
  readonly source?: string;
  readonly locale?: string;
  readonly history?: FileHistory;
  readonly limits?: { readonly ms: number; readonly versions: number };
  readonly signal?: AbortSignal;
}

/** Checks the present files, which are those of the last commit unless others are given. */
async function check(commits: readonly Commit[], options: Case = {}): Promise<OutdatedInTarget> {
  const { planned = nothing, source = english, locale = 'de', history = memoryHistory(commits) } = options;
  const project = projectOf(options.present ?? commits.at(-1) ?? {});
  const file = await openSourceFile(project, source, { patterns: [], sourceLocale: 'en' });
  const targets = [await openTargetFile(file, locale)];
  const found = await findOutdated(
    { source: file, targets, planned, history, ...(options.limits === undefined ? {} : { limits: options.limits }) },
    options.signal ?? signal,
  );
  const result = found.get(locale);
  assert.ok(result !== undefined);
  return result;
}

function projectOf(files: Commit): Project {
  return memoryProject(Object.fromEntries(Object.entries(files).filter(([, text]) => text !== undefined)));
}

/** Returns `KEY: OLD SOURCE` of the outdated units. */
async function outdated(commits: readonly Commit[], options?: Case): Promise<readonly string[]> {
  const { units, checked } = await check(commits, options);
  assert.equal(checked, 'complete');
  return units.map(({ key, oldSource }) => `${key}: ${oldSource}`);
}

describe('findOutdated', () => {
  it('finds a translation whose source changed after it did, with both texts', async () => {
    const result = await check([
      commit({ a: 'Send a letter', b: 'Yes' }, undefined),
      commit({ a: 'Send a letter', b: 'Yes' }, { a: 'Brief senden', b: 'Ja' }),
      commit({ a: 'Send an email', b: 'Yes' }, { a: 'Brief senden', b: 'Ja' }),
    ]);
    assert.deepEqual(result, {
      units: [{ key: 'a', oldSource: 'Send a letter', source: 'Send an email', translation: 'Brief senden' }],
      checked: 'complete',
    });
  });

  it('does not find one that changed in the same commit or later', async () => {
    const before = commit({ a: 'One house', b: 'One tree' }, { a: 'Ein Haus', b: 'Ein Baum' });
    const together = commit({ a: 'Two houses', b: 'Two trees' }, { a: 'Zwei Häuser', b: 'Ein Baum' });
    const later = commit({ a: 'Two houses', b: 'Two trees' }, { a: 'Zwei Häuser', b: 'Zwei Bäume' });
    assert.deepEqual(await outdated([before, together, later]), []);
    assert.deepEqual(await outdated([before, together]), ['b: One tree']);
  });

  it('finds nothing if everything was added in one commit', async () => {
    assert.deepEqual(await outdated([commit({ a: 'One' }, { a: 'Eins' })]), []);
  });

  it('regards changes that are not committed as the last ones', async () => {
    const before = commit({ a: 'One house', b: 'One tree' }, { a: 'Ein Haus', b: 'Ein Baum' });
    const present = commit({ a: 'Two houses', b: 'Two trees' }, { a: 'Zwei Häuser', b: 'Ein Baum' });
    assert.deepEqual(await outdated([before], { present }), ['b: One tree']);
  });

  it('does not regard reformatting, moving or escaping as a change', async () => {
    const values = { a: 'Brief schließen', b: 'Ja' };
    const before = { [english]: json({ a: 'Close the letter', b: 'Yes' }), [german]: json(values) };
    const source = { ...before, [english]: json({ a: 'Close the email', b: 'Yes' }) };
    const reformatted = {
      [english]: '{"b": "Yes", "a": "Close the email"}',
      [german]: '{ "b": "Ja",\n "a":\n"Brief schlie\\u00dfen" }',
    };
    assert.deepEqual(await outdated([before, source, reformatted]), ['a: Close the letter']);
    assert.deepEqual(
      await outdated([
        before,
        { ...before, [german]: reformatted[german] },
        { ...source, [german]: reformatted[german] },
      ]),
      ['a: Close the letter'],
      'before the source changed',
    );
    assert.deepEqual(
      await outdated([before, { ...before, [english]: '{"a":"Close the letter","b":"Yes"}' }, source]),
      ['a: Close the letter'],
      'of the source, before it changed',
    );
  });

  it('ignores changes that leave translations right', async () => {
    const before = commit({ a: 'Log in', b: 'Recieve mail', c: "Can't open" }, { a: 'Anmelden', b: 'Mail', c: 'Zu' });
    const after = commit({ a: 'log-in', b: 'Receive mail', c: 'Cannot open.' }, { a: 'Anmelden', b: 'Mail', c: 'Zu' });
    assert.deepEqual(await outdated([before, after]), []);
  });

  it('does not find a translation from a time when the source was as it is now', async () => {
    const [one, two] = [{ a: 'Delete the file' }, { a: 'Delete the folder' }];
    const de = { a: 'Datei löschen' };
    assert.deepEqual(await outdated([commit(one, de), commit(two, de), commit(one, de)]), []);
    assert.deepEqual(
      await outdated([commit(one, { a: 'Ordner' }), commit(two, de), commit(one, de)]),
      ['a: Delete the folder'],
      'translated in between',
    );
  });

  it('regards a translation that was changed back as changed', async () => {
    const [before, after] = [{ a: 'Delete the file' }, { a: 'Delete the folder' }];
    const [one, two] = [{ a: 'Datei löschen' }, { a: 'Ordner löschen' }];
    const commits = [commit(before, one), commit(after, one), commit(after, two), commit({ ...after, b: '' }, two)];
    assert.deepEqual(await outdated([...commits, commit({ ...after, b: '' }, one)]), []);
  });

  it('shows the source text that was translated, not one between', async () => {
    const de = { a: 'Brief senden' };
    const commits = ['Send a letter', 'Send a parcel', 'Send an email'].map((a) => commit({ a }, de));
    assert.deepEqual(await outdated(commits), ['a: Send a letter']);
  });

  it('follows a renamed key, if only one key has its text', async () => {
    const before = commit({ old: 'Send a letter', x: 'Same', y: 'Same' }, { old: 'Brief', x: 'Eins', y: 'Zwei' });
    const renamed = commit({ new: 'Send a letter', v: 'Same', w: 'Same' }, { new: 'Brief', v: 'Eins', w: 'Zwei' });
    const after = commit({ new: 'Send an email', v: 'Other', w: 'Other' }, { new: 'Brief', v: 'Eins', w: 'Zwei' });
    assert.deepEqual(await outdated([before, renamed, after]), ['new: Send a letter', 'v: Same', 'w: Same']);
    // The translation of the new key is older than the new key itself.
    const changedFirst = commit(
      { old: 'Send an email', x: 'Other', y: 'Other' },
      { old: 'Brief', x: 'Eins', y: 'Zwei' },
    );
    assert.deepEqual(await outdated([before, changedFirst, after]), ['new: Send a letter']);
  });

  it('finds a text that got another line', async () => {
    const [source, target] = ['config/locales/en.yml', 'config/locales/de.yml'];
    const yaml = (locale: string, lines: readonly string[]): string =>
      `${locale}:\n  other: "x"\n  mail: |\n${lines.map((line) => `    ${line}\n`).join('')}  last: "y"\n`;
    const de = yaml('de', ['Hallo,', 'tschüss!']);
    const commits = [
      { [source]: yaml('en', ['Hello,', 'bye!']), [target]: de },
      { [source]: yaml('en', ['Hello,', 'see the reason below', 'bye!']), [target]: de },
    ];
    assert.deepEqual(await outdated(commits, { source }), ['mail: Hello,\nbye!\n']);
  });

  it('finds every form of a plural whose source changed', async () => {
    const [source, target] = ['config/locales/en.yml', 'config/locales/ru.yml'];
    const ru =
      'ru:\n  n:\n    one: "%{count} дом"\n    few: "%{count} дома"\n    many: "%{count} домов"\n    other: "%{count} дома"\n';
    const en = (word: string): string => `en:\n  n:\n    one: "%{count} house"\n    other: "%{count} ${word}"\n`;
    const commits = ['houses', 'buildings'].map((word) => ({ [source]: en(word), [target]: ru }));
    const { units } = await check(commits, { source, locale: 'ru' });
    assert.deepEqual(
      units.map(({ key }) => key),
      ['n#few', 'n#many', 'n#other'],
    );
  });

  it('ignores versions that cannot be read', async () => {
    const before = commit({ a: 'Send a letter' }, { a: 'Brief' });
    const conflict = { [english]: '<<<<<<< HEAD\n{}', [german]: '{ "a": "Brief"\n=======' };
    const after = commit({ a: 'Send an email' }, { a: 'Brief' });
    assert.deepEqual(await outdated([before, conflict, after]), ['a: Send a letter']);
  });

  it('excludes units that are missing, in English, delivered by this extension, or on order', async () => {
    const keys = ['missing', 'english', 'delivered', 'ordered', 'found'];
    const texts = (of: (key: string) => string): Texts => Object.fromEntries(keys.map((key) => [key, of(key)]));
    const de = { ...texts((key) => `Brief ${key}`), missing: '', english: 'Send an email english' };
    const commits = [
      commit(
        texts((key) => `Send a letter ${key}`),
        de,
      ),
      commit(
        texts((key) => `Send an email ${key}`),
        de,
      ),
    ];
    const identity = (key: string): string =>
      unitIdentity({ project: 'p1', file: english, key, locale: 'de', sourceHash: '' });
    const delivered = { sourceHash: hashText('any'), valueHash: hashText('Brief delivered'), simulated: false };
    const planned = {
      inFlight: new Set([identity('ordered')]),
      delivered: new Map([[identity('delivered'), delivered]]),
    };
    assert.deepEqual(await outdated(commits, { planned }), ['found: Send a letter found']);
  });

  it('reads few of many versions', async () => {
    let parsed = 0;
    const texts = (count: number, first: string): Texts =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`k${index}`, index === 0 ? first : `Text ${index}`]),
      );
    const commits = Array.from({ length: 300 }, (_, index) =>
      commit(texts(index + 1, index < 150 ? 'Old text' : 'New wording'), { k0: 'Alt' }),
    );
    const project = projectOf(commits.at(-1) ?? {});
    const source = await openSourceFile(project, english, { patterns: [], sourceLocale: 'en' });
    const targets = [await openTargetFile(source, 'de')];
    const { format } = source;
    const counted = {
      ...source,
      format: {
        ...format,
        read: (...values: Parameters<typeof format.read>) => ((parsed += 1), format.read(...values)),
      },
    };
    const history = memoryHistory(commits);
    const found = await findOutdated({ source: counted, targets, planned: nothing, history }, signal);
    assert.deepEqual(
      found.get('de')?.units.map(({ key }) => key),
      ['k0'],
    );
    assert.ok(parsed <= 5, `${parsed} versions were parsed`);
  });

  it('reports what was not checked', async () => {
    const de = { a: 'Brief', b: 'Ja' };
    const commits = ['Send a letter', 'Send a parcel', 'Send an email'].map((a) => commit({ a }, de));
    const limited = await check(commits, { limits: { ms: 5000, versions: 2 } });
    assert.deepEqual(
      [limited.checked, limited.units.map(({ oldSource }) => oldSource)],
      ['partial', ['Send a parcel']],
    );
    const slow: FileHistory = {
      ...memoryHistory(commits),
      versions: (_path, _limit, stop) =>
        new Promise((_resolve, reject) => {
          stop.addEventListener('abort', () => {
            reject(new Error('stopped'));
          });
        }),
    };
    const timed = await check(commits, { history: slow, limits: { ms: 50, versions: 500 } });
    assert.deepEqual(timed, { units: [], checked: 'not-checked' });
    const damaged = { ...memoryHistory(commits), contents: () => Promise.reject(new Error('damaged')) };
    assert.equal((await check(commits, { history: damaged })).checked, 'not-checked');
  });

  it('checks no file whose ids are positions', async () => {
    const commits = ['# Send a letter', '# Send an email'].map((en) => ({
      'docs/en/a.md': en,
      'docs/de/a.md': '# Brief',
    }));
    assert.deepEqual(await check(commits, { source: 'docs/en/a.md' }), { units: [], checked: 'not-checked' });
  });

  it('rejects after the user canceled', async () => {
    const commits = [commit({ a: 'One' }, { a: 'Eins' })];
    await assert.rejects(check(commits, { signal: AbortSignal.abort(new Error('canceled')) }), /canceled/u);
  });
});

describe('planOrder', () => {
  it('orders outdated units only if they were chosen', async () => {
    const files = commit({ a: 'Send an email', b: 'Yes', c: 'New' }, { a: 'Brief', b: 'Ja' });
    const source = await openSourceFile(projectOf(files), english, { patterns: [], sourceLocale: 'en' });
    const target = await openTargetFile(source, 'de');
    const request = { source, targets: [target], history: nothing, languages: ['en', 'de'] };
    const reasons = async (more: Partial<Parameters<typeof planOrder>[0]>): Promise<unknown> =>
      (await planOrder({ ...request, ...more })).jobs.map(({ title, reason }) => [title, reason]);
    assert.deepEqual(await reasons({}), [['c', 'missing']]);
    const drafts = new Map([['de', draftTarget(request, target)]]);
    assert.deepEqual(await reasons({ outdated: new Map([['de', new Set(['a'])]]), drafts }), [
      ['a', 'outdated'],
      ['c', 'missing'],
    ]);
  });
});
