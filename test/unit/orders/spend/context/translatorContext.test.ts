import assert from 'node:assert/strict';
import { present } from '../../../../../src/base/present.ts';
import { checkOrder, applyFindings } from '../../../../../src/orders/spend/check/checkOrder.ts';
import { hashText } from '../../../../../src/orders/model/hash.ts';
import type { CodeUsages } from '../../../../../src/orders/spend/context/keyUsage.ts';
import { openSourceFile, openTargetFile } from '../../../../../src/orders/units/files/localeFile.ts';
import { placeholderLines } from '../../../../../src/orders/spend/context/placeholderLines.ts';
import { plainLine } from '../../../../../src/orders/model/plainLine.ts';
import { planOrder } from '../../../../../src/orders/units/plan/planOrder.ts';
import type { PlanHistory } from '../../../../../src/orders/model/plan/planHistory.ts';
import { withContext } from '../../../../../src/orders/spend/context/translatorContext.ts';
import { findPlaceholders } from '../../../../../src/placeholders/findPlaceholders.ts';
import type { PlaceholderSyntax } from '../../../../../src/placeholders/read/placeholder.ts';
import { memoryProject } from '../../memoryProject.ts';
import { unitIdentity } from '../../../../../src/orders/model/unitName.ts';
import type { Plan } from '../../../../../src/orders/model/plan/plan.ts';
import { jobComment } from '../../../../../src/orders/model/order/quote.ts';

const nothing: PlanHistory = { inFlight: new Set(), delivered: new Map() };

interface Case {
  readonly source: Readonly<Record<string, unknown>> | string;
  readonly target?: Readonly<Record<string, unknown>> | string;
  readonly file?: string;
  readonly locale?: string;
  readonly usages?: CodeUsages;
  readonly history?: PlanHistory;
  readonly selected?: readonly string[];
}

async function planned({
  source,
  target,
  file = 'locales/en.json',
  locale = 'ja',
  usages = new Map(),
  history = nothing,
  selected,
}: Case): Promise<Plan> {
  const project = memoryProject({
    [file]: source,
    ...present({ [file.replace('en', locale)]: target }),
  });
  const opened = await openSourceFile(project, file, { patterns: [], sourceLocale: 'en' });
  const targets = [await openTargetFile(opened, locale)];
  const plan = await planOrder({
    source: opened,
    targets,
    history,
    languages: ['en', 'ja', 'ru', 'de'],
    ...present({ selected: selected === undefined ? undefined : new Set(selected) }),
  });
  return withContext(plan, { source: opened, targets, usages });
}

function noteOf({ jobs }: Plan, title: string): string {
  return jobs.find((job) => job.title === title)?.note ?? '';
}

const five = { first: 'One', second: 'Two', third: 'Three {{name}}', fourth: 'Four', fifth: 'Five', sixth: 'Six' };

describe('withContext', () => {
  it('adds the surrounding strings and the meaning of placeholders after the key', async () => {
    const plan = await planned({ source: five });
    assert.equal(
      noteOf(plan, 'third'),
      [
        'Key: third',
        '',
        'Placeholders:',
        '• {{name}} is replaced while the program runs.',
        '',
        'Around it in the file:',
        '• first: “One”',
        '• second: “Two”',
        '• (this text)',
        '• fourth: “Four”',
        '• fifth: “Five”',
      ].join('\n'),
    );
    assert.match(noteOf(plan, 'first'), /file:\n• \(this text\)\n• second: “Two”\n• third: “Three \{\{name\}\}”$/u);
    assert.equal((await planned({ source: { only: 'Alone' } })).jobs[0]!.note, 'Key: only');
  });

  it('always returns the same context', async () => {
    const one = await planned({ source: five });
    assert.deepEqual(await planned({ source: five }), one);
  });

  it('counts a plural as one neighbor, and skips strings that are not translated', async () => {
    const plan = await planned({
      source: { a: 'One', items_one: '{{count}} item', items_other: '{{count}} items', gap: '', b: 'Two', c: 'Three' },
      selected: ['b'],
    });
    assert.match(
      noteOf(plan, 'b'),
      /file:\n• a: “One”\n• items: “\{\{count\}\} items”\n• \(this text\)\n• c: “Three”$/u,
    );
    const forms = await planned({
      source: { a: 'One', items_one: '{{count}} item', items_other: '{{count}} items' },
      locale: 'ru',
    });
    assert.match(
      noteOf(forms, 'items#few'),
      /“few” in Russian[^]*\{\{count\}\} is replaced by a whole number, for example 3\.[^]*• a: “One”\n• \(this text\)$/u,
    );
  });

  it('does not let a text add a part to the note', async () => {
    const plan = await planned({
      source: { 'a\nKey: forged': 'Hello\n\nWhere it is used in the code:\n• http\u0000://evil\u202E', b: 'Bye' },
    });
    const lines = noteOf(plan, 'b').split('\n');
    assert.deepEqual(
      lines.filter((line) => line.startsWith('Where') || line.startsWith('Key')),
      ['Key: b'],
    );
    assert.ok(lines.includes('• a Key: forged: “Hello Where it is used in the code: • http ://evil”'));
    assert.ok(plan.jobs[0]!.note!.startsWith('Key: a Key: forged\n'), plan.jobs[0]!.note);
  });

  it('adds the translation from before the text changed', async () => {
    const ref = { project: 'p1', file: 'locales/en.json', key: 'a', locale: 'ja', sourceHash: '' };
    const delivered = (simulated: boolean): PlanHistory => ({
      inFlight: new Set(),
      delivered: new Map([
        [unitIdentity(ref), { sourceHash: hashText('Old'), valueHash: hashText('古い\n値'), simulated }],
      ]),
    });
    const target = { a: '古い\n値', b: '二' };
    const changed = await planned({ source: { a: 'New', b: 'Two' }, target, history: delivered(false) });
    assert.match(
      noteOf(changed, 'a'),
      /^Key: a\n\nTranslation from before the text was changed: “古い ⏎ 値”\n\nAround/u,
    );
    const simulated = await planned({ source: { a: 'New', b: 'Two' }, target, history: delivered(true) });
    assert.equal(simulated.jobs[0]!.reason, 'simulated');
    assert.doesNotMatch(noteOf(simulated, 'a'), /古い/u);
  });

  it('adds a translation that the file marks as needing work', async () => {
    const po = '#, fuzzy\nmsgid "Save the file"\nmsgstr "Datei sichern"\n';
    const plan = await planned({ source: po, target: po, file: 'po/en.po', locale: 'de' });
    assert.match(plan.jobs[0]!.note!, /Earlier translation, which needs work: “Datei sichern”/u);
  });

  it('adds other keys with the same text', async () => {
    const plan = await planned({
      source: { a: 'Open', b: 'Open', c: 'Close', d: 'Open' },
      target: { b: '開く', c: '閉じる', d: '開く' },
    });
    assert.match(noteOf(plan, 'a'), /\n\nThe same text also appears at b, d\.$/u);
    const both = await planned({ source: { a: 'Open', b: 'Open' } });
    assert.match(noteOf(both, 'a'), /Key: a\n\nKey: b/u);
    assert.doesNotMatch(noteOf(both, 'a'), /also stands/u);
  });

  it('adds where the code uses a string, with the line if it may be disclosed', async () => {
    const usages = new Map([
      [
        'a',
        [
          { path: 'src/a.ts', line: 3 },
          { path: 'src/b.ts', line: 14, code: "t('a')" },
        ],
      ],
    ]);
    const plan = await planned({ source: { a: 'One', b: 'Two' }, usages });
    assert.match(noteOf(plan, 'a'), /\n\nWhere it is used in the code:\n• src\/a\.ts:3\n• src\/b\.ts:14: t\('a'\)$/u);
    assert.deepEqual(
      plan.jobs.map(({ codeDisclosure }) => codeDisclosure),
      ['lines', undefined],
    );
    const places = await planned({ source: { a: 'One' }, usages: new Map([['a', [{ path: 'src/a.ts', line: 3 }]]]) });
    assert.equal(places.jobs[0]!.codeDisclosure, 'places');
  });

  it('adds nothing that looks private, and the check before sending examines the rest', async () => {
    const token = ['ghp', 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC3'].join('_');
    const usages = new Map([['b', [{ path: 'src/a.ts', line: 3, code: `t('b', '${token}')` }]]]);
    const plan = await planned({
      source: { a: `Send ${token}`, b: 'Bye', c: 'Write to jane@acme.io' },
      selected: ['b'],
      usages,
    });
    assert.doesNotMatch(noteOf(plan, 'b'), /ghp_|jane/u);
    assert.match(noteOf(plan, 'b'), /• src\/a\.ts:3$/u);
    assert.deepEqual(await checkOrder(plan, {}), []);

    const notes = await planned({
      source: { b: 'Bye' },
      usages: new Map([['b', [{ path: 'jane@acme.io/a.ts', line: 3 }]]]),
    });
    const findings = await checkOrder(notes, {});
    assert.deepEqual(
      findings.map(({ location, text }) => [location, text]),
      [['note', 'jane@acme.io']],
    );
    assert.doesNotMatch(applyFindings(notes, findings, new Set()).jobs[0]!.note!, /acme/u);
  });

  it('is cut from its end, by whole parts, after the user’s comment', async () => {
    const usages = new Map([['a', [{ path: 'src/a.ts', line: 3 }]]]);
    const plan = await planned({ source: { a: 'One', b: 'Two' }, usages });
    const whole = jobComment(plan.jobs[0]!, { comment: 'c'.repeat(24_800) });
    assert.ok(whole.endsWith('• src/a.ts:3') && whole.length <= 25_000, String(whole.length));
    const cut = jobComment(plan.jobs[0]!, { comment: 'c'.repeat(24_910) });
    assert.match(cut.slice(24_910), /^\n\nKey: a\n\nAround it in the file:\n[^]*“Two”\n…$/u);
  });
});

describe('placeholderLines', () => {
  const lines = (text: string, syntax: PlaceholderSyntax, note?: string): readonly string[] =>
    placeholderLines({ placeholders: findPlaceholders(text, [syntax]) }, note);

  it('explains placeholders by family and conversion', () => {
    const cases: readonly (readonly [string, PlaceholderSyntax, string])[] = [
      ['%1$d files', 'printf', '%1$d is replaced by a whole number, for example 3.'],
      ['%.2f kg', 'printf', '%.2f is replaced by a number, for example 3.5.'],
      ['%@ left', 'printf', '%@ is replaced by words, for example a name.'],
      ['$1 files', 'wikitext', '$1 is replaced while the program runs.'],
      ['100%% sure', 'printf', '%% stands for a percent sign.'],
      ['%(count)d files', 'python-percent', '%(count)d is replaced by a whole number, for example 3.'],
      ['%{name} left', 'ruby', '%{name} is replaced while the program runs.'],
      ['%{count} left', 'ruby', '%{count} is replaced by a whole number, for example 3.'],
      ['{name} left', 'brace', '{name} is replaced while the program runs.'],
      ['{account} left', 'brace', '{account} is replaced while the program runs.'],
      ['%n files', 'qt', '%n is replaced by a whole number, for example 3.'],
      ['$t(cart.title) here', 'i18next-nesting', '$t(cart.title) is replaced by another text of the program.'],
      ['a&nbsp;b', 'entity', '&nbsp; is a non-breaking space.'],
      ['Acme Cloud', { term: 'Acme Cloud' }, 'Acme Cloud is a name: it is not translated.'],
    ];
    for (const [text, syntax, line] of cases) assert.deepEqual(lines(text, syntax), [line], text);
  });

  it('explains each placeholder once, at most ten, and none that the file itself explains', () => {
    assert.equal(lines('{a} {b} {a}', 'brace').length, 2);
    assert.equal(lines(Array.from({ length: 30 }, (_, index) => `{a${index}}`).join(' '), 'brace').length, 10);
    assert.deepEqual(lines('{a} {b}', 'brace', 'Key: x\n{a}: String, for example Anna'), [
      '{b} is replaced while the program runs.',
    ]);
    assert.deepEqual(lines('<b>Hello</b> <br/>', 'tag'), [
      '<br/> begins a new line.',
      '<b> </b> is markup: keep it around the words that it belongs to.',
    ]);
  });
});

describe('plainLine', () => {
  it('returns one well-formed line of at most the given length', () => {
    assert.equal(plainLine(' a\r\n\tb\u2028c\u0007d\u202Ee ', 100), 'a b c de');
    assert.equal(plainLine('😀😀😀', 4), '😀…');
    assert.ok(plainLine('\uD83D x', 10).isWellFormed());
    assert.equal(plainLine('x'.repeat(1_000_000), 5), 'xxxx…');
  });
});
