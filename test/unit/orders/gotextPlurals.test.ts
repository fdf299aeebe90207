import assert from 'node:assert/strict';
import { plannedTarget } from './plannedTarget.ts';
import { translatedFile, type PlannedTarget } from './translatedPlurals.ts';

type Form = string | { readonly msg: string };

const file = (language: string, cases: Readonly<Record<string, Form>> | undefined): object => ({
  language,
  messages:
    cases === undefined
      ? []
      : [{ id: 'files', message: 'files', translation: { select: { feature: 'plural', arg: 'N', cases } } }],
});

const order = (
  source: Readonly<Record<string, Form>>,
  target?: Readonly<Record<string, Form>>,
): Promise<PlannedTarget> =>
  plannedTarget({
    files: {
      'locales/en/messages.gotext.json': file('en', source),
      'locales/pl/messages.gotext.json': file('pl', target),
    },
    path: 'locales/en/messages.gotext.json',
    locale: 'pl',
    dependencies: ['golang:golang.org/x/text'],
  });

function formsOf({ plan }: PlannedTarget): readonly string[] {
  return plan.jobs.map(({ title }) => title.replace(/^.*cases[.#]/u, ''));
}

/** Returns the cases as gotext reads them: a form is a text or an object with it (`Text.UnmarshalJSON`). */
async function casesOf(ordered: PlannedTarget): Promise<Readonly<Record<string, string>>> {
  const written = JSON.parse(await translatedFile(ordered)) as {
    readonly messages: readonly {
      readonly translation: { readonly select: { readonly cases: Record<string, Form> } };
    }[];
  };
  const cases = written.messages[0]?.translation.select.cases ?? {};
  return Object.fromEntries(
    Object.entries(cases).map(([key, form]) => [key, typeof form === 'string' ? form : form.msg]),
  );
}

describe('plurals of gotext', () => {
  it('have the forms of the target language, next to exact numbers', async () => {
    const ordered = await order({ '=0': 'No files', one: 'One file', other: '{N} files' });
    assert.deepEqual(formsOf(ordered).toSorted(), ['=0', 'few', 'many', 'one', 'other']);
    const { '=0': zero, ...forms } = await casesOf(ordered);
    assert.match(zero ?? '', /No files$/u);
    assert.deepEqual(forms, {
      one: 'one: One file',
      few: 'few: {N} files',
      many: 'many: {N} files',
      other: 'other: {N} files',
    });
  });

  it('may have objects with the texts, as gotext extracts them', async () => {
    const ordered = await order(
      { one: { msg: 'One file' }, other: { msg: '{N} files' } },
      { one: { msg: 'x' }, other: 'y' },
    );
    assert.deepEqual(formsOf(ordered), ['few', 'many']);
    assert.deepEqual(await casesOf(ordered), { one: 'x', few: 'few: {N} files', many: 'many: {N} files', other: 'y' });
  });
});
