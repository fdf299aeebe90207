import assert from 'node:assert/strict';
import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import { damagedUnits } from '../../../src/orders/units/gaps/translationGaps.ts';
import { plannedTarget } from './plannedTarget.ts';
import { translatedFile, type PlannedTarget } from './translatedPlurals.ts';

const order = (source: string, locale: string, target = ''): Promise<PlannedTarget> =>
  plannedTarget({
    files: { 'locales/en/app.ftl': source, [`locales/${locale}/app.ftl`]: target },
    path: 'locales/en/app.ftl',
    locale,
  });

function textsOf({ plan }: PlannedTarget): readonly (readonly [string, string])[] {
  return plan.jobs.map(({ title, protectedText }) => [title, protectedText.source]);
}

/** Returns a function that shows a message of the delivered file as Fluent's runtime does. */
async function delivered(
  ordered: PlannedTarget,
): Promise<(id: string, values: Readonly<Record<string, FluentVariable>>) => string> {
  const bundle = new FluentBundle(ordered.target.locale, {
    useIsolating: false,
    functions: { PLATFORM: () => 'macos' },
  });
  assert.deepEqual(bundle.addResource(new FluentResource(await translatedFile(ordered))), []);
  return (id, values) => {
    const [name = '', attribute] = id.split('.');
    const message = bundle.getMessage(name);
    const pattern = attribute === undefined ? message?.value : message?.attributes[attribute];
    assert.ok(pattern);
    const errors: Error[] = [];
    const text = bundle.formatPattern(pattern, values, errors);
    assert.deepEqual(errors, []);
    return text;
  };
}

const sentence = 'pre = You have { $n ->\n    [one] one email\n   *[other] { $n } emails\n }\n';

describe('plurals of Fluent within a text', () => {
  it('orders the whole sentence for each form of the target language', async () => {
    const ordered = await order(sentence, 'cs');
    assert.deepEqual(textsOf(ordered), [
      ['pre (one)', 'You have one email'],
      ['pre (few)', 'You have { $n } emails'],
      ['pre (many)', 'You have { $n } emails'],
      ['pre (other)', 'You have { $n } emails'],
    ]);
    const show = await delivered(ordered);
    assert.equal(show('pre', { n: 1 }), 'one: You have one email');
    assert.equal(show('pre', { n: 3 }), 'few: You have 3 emails');
    assert.equal(show('pre', { n: 5 }), 'other: You have 5 emails');
  });

  it('is translated after the delivery, as one string without damage', async () => {
    const file = await translatedFile(await order(sentence, 'cs'));
    const again = await order(sentence, 'cs', file);
    assert.deepEqual(again.plan.jobs, []);
    assert.deepEqual([...again.target.units.keys()], ['pre']);
    assert.deepEqual(await damagedUnits(again.source, again.target), []);
  });

  it('orders attributes, terms, exact numbers and ordinals in the same way', async () => {
    const source =
      'close = Title\n    .label = Close { $n ->\n        [one] tab\n       *[other] { $n } tabs\n    }\n' +
      '-tabs = Open { $n ->\n    [one] tab\n   *[other] tabs\n }\n' +
      'found = { $n ->\n    [0] Nothing found.\n    [one] One file found.\n   *[other] { $n } files found.\n }\n' +
      'visit = { NUMBER($n, type: "ordinal") ->\n    [one] { $n }st\n   *[other] { $n }th\n } visit\n';
    const ordered = await order(source, 'uk');
    assert.deepEqual(
      textsOf(ordered).map(([title]) => title),
      [
        'close',
        ...['one', 'few', 'many', 'other'].map((form) => `close.label (${form})`),
        ...['one', 'few', 'many', 'other'].map((form) => `-tabs (${form})`),
        ...['=0', 'one', 'few', 'many', 'other'].map((form) => `found (${form})`),
        'visit (few)',
        'visit (other)',
      ],
    );
    const show = await delivered(ordered);
    assert.equal(show('close.label', { n: 21 }), 'one: Close tab');
    assert.equal(show('close.label', { n: 4 }), 'few: Close 4 tabs');
    assert.equal(show('found', { n: 0 }), '=0: Nothing found.');
    assert.equal(show('found', { n: 11 }), 'many: 11 files found.');
    assert.equal(show('visit', { n: 3 }), 'few: 3th visit');
  });

  it('combines several choices of a message, and those within variants', async () => {
    const source =
      'two = { $a ->\n    [one] One tab\n   *[other] { $a } tabs\n } and { $b ->\n    [one] one window\n   *[other] { $b } windows\n }.\n' +
      'who =\n    { $gender ->\n        [male] He has { $n ->\n            [one] a file\n           *[other] { $n } files\n        }\n' +
      '       *[other] They have { $n ->\n            [one] a file\n           *[other] { $n } files\n        }\n    } on { PLATFORM() ->\n        [macos] this Mac\n       *[other] this PC\n    }.\n';
    const ordered = await order(source, 'pl');
    assert.equal(textsOf(ordered).length, 4 * 4 + 2 * 4 * 2);
    assert.deepEqual(textsOf(ordered)[1], ['two (one, few)', 'One tab and { $b } windows.']);
    assert.deepEqual(textsOf(ordered)[16], ['who (male, one, macos)', 'He has a file on this Mac.']);
    const show = await delivered(ordered);
    assert.equal(show('two', { a: 1, b: 3 }), 'two (one, few): One tab and 3 windows.');
    assert.equal(show('who', { gender: 'female', n: 5 }), 'who (other, many, macos): They have 5 files on this Mac.');
    const again = await order(source, 'pl', await translatedFile(ordered));
    assert.deepEqual([...again.plan.jobs, ...(await damagedUnits(again.source, again.target))], []);
  });

  it('decides a second choice by the same number once', async () => {
    const source =
      'shared = Shared with { $n ->\n    [one] one person\n   *[other] { $n } people\n } ({ $n ->\n    [one] it\n   *[other] them\n })\n';
    assert.deepEqual(textsOf(await order(source, 'de')), [
      ['shared (one)', 'Shared with one person (it)'],
      ['shared (other)', 'Shared with { $n } people (them)'],
    ]);
  });

  it('writes texts of several lines, and needs no plural for the only form of a language', async () => {
    const source =
      'lines =\n    First.\n    You have { $n ->\n        [one] one email.\n            It is new.\n       *[other] { $n } emails.\n    }\n';
    const russian = await delivered(await order(source, 'ru'));
    assert.equal(russian('lines', { n: 1 }), 'one: First.\nYou have one email.\nIt is new.');
    assert.equal(russian('lines', { n: 2 }), 'few: First.\nYou have 2 emails.');
    const japanese = await order(source, 'ja');
    assert.equal(await translatedFile(japanese), 'lines =\n    other: First.\n    You have { $n } emails.\n');
  });

  it('orders a choice that is the same in all languages as a whole', async () => {
    const source = 'open = Open { PLATFORM() ->\n    [macos] Finder\n   *[other] Explorer\n }\n';
    assert.deepEqual(
      textsOf(await order(source, 'cs')).map(([title]) => title),
      ['open'],
    );
  });

  it('does not order a text that its translation has in other forms', async () => {
    const forms = '{ $n ->\n    [one] x\n   *[other] { $n } y\n }\n';
    const plural = `emails = ${forms}`;
    assert.deepEqual((await order(sentence, 'cs', `pre = ${forms}`)).plan.jobs, []);
    assert.deepEqual((await order(plural, 'cs', 'emails = { $n } e-mailů\n')).plan.jobs, []);
    assert.deepEqual((await order(plural, 'cs', `emails = Máte ${forms}`)).plan.jobs, []);
    assert.deepEqual(
      textsOf(await order(plural, 'cs', plural)).map(([title]) => title),
      ['emails#few', 'emails#many'],
    );
  });
});
