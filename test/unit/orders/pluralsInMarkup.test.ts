import assert from 'node:assert/strict';
import IntlMessageFormat from 'intl-messageformat';
import { damagedUnits } from '../../../src/orders/units/gaps/translationGaps.ts';
import { restore } from '../../../src/placeholders/restore.ts';
import type { PlannedTarget } from './translatedPlurals.ts';
import { plannedTarget } from './plannedTarget.ts';
import { translatedFile } from './translatedPlurals.ts';

const xliff1 = (locale: string, units: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n` +
  `  <file source-language="en" target-language="${locale}" datatype="plaintext" original="ng2.template">\n` +
  `    <body>\n${units}    </body>\n  </file>\n</xliff>\n`;
const xliff2 = (locale: string, units: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n` +
  `<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="${locale}">\n` +
  `  <file original="ng.template" id="ngi18n">\n${units}  </file>\n</xliff>\n`;

/** Orders the only text of a file of Angular. */
async function orderXliff(text: string, locale: string, version: 1 | 2): Promise<PlannedTarget> {
  const unit =
    version === 1
      ? `      <trans-unit id="1" datatype="html">\n        <source>${text}</source>\n      </trans-unit>\n`
      : `    <unit id="1">\n      <segment>\n        <source>${text}</source>\n      </segment>\n    </unit>\n`;
  const file = version === 1 ? xliff1 : xliff2;
  return plannedTarget({
    files: {
      'src/locale/messages.xlf': file('en', unit).replace(/ (?:target-language|trgLang)="en"/u, ''),
      [`src/locale/messages.${locale}.xlf`]: file(locale, ''),
    },
    path: 'src/locale/messages.xlf',
    locale,
    dependencies: ['@angular/localize'],
  });
}

function textsOf({ plan }: PlannedTarget): Readonly<Record<string, string>> {
  return Object.fromEntries(
    plan.jobs.map(({ title, protectedText }) => [title.replace(/^.*?(?: \((.*)\))?$/u, '$1'), protectedText.text]),
  );
}

/**
 * Formats a delivered plural as Angular does: it reads elements by their names (`_xliff1_translation_parser` and its
 * siblings in @angular/localize), and selects the forms that ICU selects (`getCaseIndex` in @angular/core).
 */
async function shown(ordered: PlannedTarget, values: Readonly<Record<string, string | number>>): Promise<string> {
  const target = /<target>([^]*)<\/target>/u.exec(await translatedFile(ordered))?.[1] ?? '';
  const message = target
    .replace(/<x id="(\w+)"[^>]*\/>|<ph [^>]*equiv="(\w+)"[^>]*\/>/gu, '{$1$2}')
    .replace(/<pc [^>]*equivStart="(\w+)"[^>]*>/gu, '{$1}')
    .replaceAll('</pc>', '');
  return String(new IntlMessageFormat(message, ordered.target.locale).format(values));
}

const interpolation = '<x id="INTERPOLATION" equiv-text="{{minutes}}"/>';
const minutes = `{VAR_PLURAL, plural, =1 {one minute ago} other {${interpolation} minutes ago}}`;

describe('plurals with elements in their branches', () => {
  it('orders a form for each number that Angular distinguishes, with the elements in them', async () => {
    const ordered = await orderXliff(minutes, 'pl', 1);
    assert.deepEqual(textsOf(ordered), {
      '=1': 'one minute ago',
      few: `${interpolation} minutes ago`,
      many: `${interpolation} minutes ago`,
      other: `${interpolation} minutes ago`,
    });
    for (const [count, text] of [
      [1, '=1: one minute ago'],
      [3, 'few: 3 minutes ago'],
      [5, 'many: 5 minutes ago'],
    ] as const)
      assert.equal(await shown(ordered, { VAR_PLURAL: count, INTERPOLATION: count }), text);
  });

  it('does the same with the elements of XLIFF 2', async () => {
    const start =
      '<pc id="0" equivStart="START_BOLD" equivEnd="CLOSE_BOLD" dispStart="&lt;b&gt;" dispEnd="&lt;/b&gt;">';
    const number = '<ph id="1" equiv="INTERPOLATION" disp="{{n}}"/>';
    const ordered = await orderXliff(
      `{VAR_PLURAL, plural, =0 {${start}none</pc>} =1 {one} other {${number} items}}`,
      'ru',
      2,
    );
    assert.deepEqual(textsOf(ordered), {
      '=0': `${start}none</pc>`,
      '=1': 'one',
      one: `${number} items`,
      few: `${number} items`,
      many: `${number} items`,
      other: `${number} items`,
    });
    assert.equal(await shown(ordered, { VAR_PLURAL: 21, INTERPOLATION: 21, START_BOLD: '' }), 'one: 21 items');
  });

  it('reports an element that a form lost, and nothing for one that it kept', async () => {
    const { plan } = await orderXliff(minutes, 'pl', 1);
    const few = plan.jobs.find(({ title }) => title === '1 (few)');
    assert.ok(few);
    const problemsOf = (text: string): readonly string[] =>
      restore(text, few.protectedText, { sourceLocale: 'en', targetLocale: 'pl' }).problems.map(({ kind }) => kind);
    assert.deepEqual(problemsOf(`${interpolation} minuty temu`), []);
    assert.deepEqual(problemsOf('kilka minut temu'), ['tag-broken']);
  });

  it('requires the number in a form for several numbers, also if the source writes it as a word', async () => {
    const number = (id: number): string => `<ph id="${id}" equiv="INTERPOLATION" disp="{{n}}"/>`;
    const name = '<ph id="9" equiv="INTERPOLATION_1" disp="{{name}}"/>';
    const problemsOf = async (one: string, other: string, text: string): Promise<readonly string[]> => {
      const { plan } = await orderXliff(`{VAR_PLURAL, plural, one {${one}} other {${other}}}`, 'ru', 2);
      const [form] = plan.jobs;
      assert.ok(form);
      return restore(text, form.protectedText, { targetLocale: 'ru' }).problems.map(({ kind }) => kind);
    };
    assert.deepEqual(await problemsOf('one minute', `${number(0)} minutes`, 'одна минута'), ['tag-broken']);
    assert.deepEqual(await problemsOf('one minute', `${number(0)} minutes`, `${number(0)} минута`), []);
    assert.deepEqual(await problemsOf(`${number(0)} minute`, `${number(1)} minutes`, `${number(0)} минута`), []);
    // Which of the two is the number is not known.
    assert.deepEqual(await problemsOf('one minute', `${number(0)} of ${name} minutes`, 'одна минута'), []);
  });

  it('moves the elements of a sentence unchanged into the branches of a choice in it', async () => {
    const nested = `{VAR_PLURAL, plural, =1 {one} other {${interpolation} by {VAR_SELECT, select, m {him} f {her}}}}`;
    const ordered = await orderXliff(nested, 'cs', 1);
    assert.deepEqual(textsOf(ordered), {
      '=1': 'one',
      ...Object.fromEntries(
        ['few', 'many', 'other'].flatMap((form) => [
          [`${form}, m`, `${interpolation} by him`],
          [`${form}, f`, `${interpolation} by her`],
        ]),
      ),
    });
  });

  it('does not divide a text whose element only describes a plural', async () => {
    const plural = '{minutes, plural, =0 {just now} other {some minutes ago}}';
    for (const [element, version] of [
      [`<x id="ICU" equiv-text="${plural}"/>`, 1],
      [`<ph id="0" equiv="ICU" disp="${plural}"/>`, 2],
    ] as const)
      assert.deepEqual(textsOf(await orderXliff(`Updated ${element}`, 'pl', version)), { '': `Updated ${element}` });
  });

  it('keeps apostrophes, which quote nothing in Angular', async () => {
    const text = "{VAR_PLURAL, plural, =1 {it's '{VAR_SELECT, select, a {one} other {other}}'} other {more}}";
    assert.deepEqual(textsOf(await orderXliff(text, 'ja', 1)), {
      '=1, a': "it's 'one'",
      '=1, other': "it's 'other'",
      other: 'more',
    });
  });
});

describe('plurals with the placeholders of another library', () => {
  it('divides messages with braces that ICU could not read', async () => {
    const ordered = await plannedTarget({
      files: {
        'src/assets/i18n/en.json': {
          a: '{{name}} has {n, plural, one {# file} other {{g, select, f {her # of {{all}}} other {# of {{all}}}}}}',
          b: '{n, plural, one {a file of {user.name}} other {# files of {user.name}}}',
        },
        'src/assets/i18n/pl.json': {},
      },
      path: 'src/assets/i18n/en.json',
      locale: 'pl',
      dependencies: ['@jsverse/transloco', '@jsverse/transloco-messageformat'],
    });
    const jobs = ordered.plan.jobs.map(({ title, protectedText }) => [title, protectedText.text]);
    assert.deepEqual(
      jobs.filter(([title]) => /one|few/u.test(title ?? '')),
      [
        ['a (one)', '[[[{{name}}]]] has [[[#]]] file'],
        ['a (few, f)', '[[[{{name}}]]] has her # of [[[{{all}}]]]'],
        ['a (few, other)', '[[[{{name}}]]] has # of [[[{{all}}]]]'],
        ['b (one)', 'a file of [[[{user.name}]]]'],
        ['b (few)', '[[[#]]] files of [[[{user.name}]]]'],
      ],
    );
    const { a } = JSON.parse(await translatedFile(ordered)) as { readonly a: string };
    // Transloco fills in its own placeholders first.
    const filled = a.replaceAll('{{name}}', 'Ann').replaceAll('{{all}}', '9');
    assert.equal(new IntlMessageFormat(filled, 'pl').format({ n: 3, g: 'f' }), 'a (few, f): Ann has her # of 9');
  });
});

describe('delivered plurals of messages', () => {
  const link = '<a href="x">link</a>';

  it('are not damaged, although they have other branches and whole sentences in them', async () => {
    const messages = {
      a: `{name} has {n, plural, one {# file} other {# files}} in ${link}`,
      b: '{g, select, m {He} other {They}} sent {n, plural, one {# file} other {# files}} to {name}',
      c: `{n, plural, =0 {no ${link}} one {# ${link} &amp; more} other {# ${link}s &amp; more}}`,
      d: `You have {n, plural, one {# ${link}} other {# ${link}s}} and {m, plural, one {# call} other {# calls}}`,
    };
    const files = { 'locales/en.json': messages, 'locales/pl.json': {} };
    const request = { path: 'locales/en.json', locale: 'pl', dependencies: ['react-intl'] };
    const file = await translatedFile(await plannedTarget({ files, ...request }));
    const { plan, source, target } = await plannedTarget({ files: { ...files, 'locales/pl.json': file }, ...request });
    assert.deepEqual(plan.jobs, []);
    assert.deepEqual(await damagedUnits(source, target), []);
    const broken = file.replace(link, 'link').replace('{name} has', 'has');
    const damaged = await plannedTarget({ files: { ...files, 'locales/pl.json': broken }, ...request });
    assert.deepEqual(
      (await damagedUnits(damaged.source, damaged.target)).map(({ key }) => key),
      ['a'],
    );
  });

  it('are not damaged in XLIFF', async () => {
    const text = `{VAR_PLURAL, plural, =1 {one} other {${interpolation} &amp; {VAR_SELECT, select, m {him} f {her}}}}`;
    const ordered = await orderXliff(text, 'pl', 1);
    const { source } = ordered;
    const units = await source.format.read(await translatedFile(ordered), 'pl');
    const target = { ...ordered.target, units: new Map(units.map((unit) => [unit.id, unit])) };
    assert.deepEqual(await damagedUnits(source, target), []);
  });
});
