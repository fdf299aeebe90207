import { parse } from '@formatjs/icu-messageformat-parser';
import { families } from '../../src/placeholders/read/families.ts';
import { findPlaceholders } from '../../src/placeholders/findPlaceholders.ts';
import { protect } from '../../src/placeholders/protect.ts';
import { restore } from '../../src/placeholders/restore.ts';
import { syntaxesFor } from '../../src/placeholders/project/syntaxes.ts';
import type { ProtectedText } from '../../src/placeholders/read/placeholder.ts';
import type { BenchRow } from './benchRow.ts';
import { measure } from './measure.ts';

const COUNT = 20_000;

/** What protecting and checking may cost, as a multiple of the bare detectors. */
const TARGET = 3;

/** As interfaces have them: most texts hold nothing to protect, some one placeholder, a few a plural. `@` stands for a number, so that no two are equal. */
const SENTENCES = [
  'Save your changes before you leave page @',
  'Your session ended. Sign in again to go on.',
  'Step @ of the tour',
  'Choose a name, a colour and a place for your garden; all of them can be changed later on, in the settings of garden @.',
  'Hello {name}, you are visitor @.',
  'The file could not be opened: it is larger than @ MB',
  'Terms & conditions, version @',
  'First line of the message\nand a second line that goes on for @ words',
  'Invite {{user}} to project @',
  '%s left of @ items',
  'Read <a href="/terms/@">our terms</a> before you go on',
  'No results for “{query}” on page @',
  'Delete',
  '{count, plural, one {# message in folder @} other {# messages in folder @}}',
  'See https://example.com/help/@ for more',
  'Moved from {from} to {to} at step @.',
  'You save ${amount} on order @',
  'Something went wrong (error @). Try again, or write to us.',
  'Dark',
  'Only people with the link can see album @',
] as const;

/** How translations come back: most as they should, one in twenty with brackets that a person or a tool changed. */
const RETURNS: readonly ((text: string) => string)[] = [
  ...Array.from({ length: 57 }, () => (text: string) => text),
  (text) => text.replaceAll('[[[', '[[[ ').replaceAll(']]]', ' ]]]'),
  (text) => text.replaceAll('[[[', '［［［').replaceAll(']]]', '］］］'),
  (text) => text.replaceAll(/\[\[\[|\]\]\]/gu, ''),
];

const LETTERS = new Map(
  Array.from('abdeginorstu', (letter, index) => [letter, Array.from('àbdéğïñøŕšţü')[index] ?? letter]),
);

/**
 * Protecting 20,000 texts and checking their translations, as a multiple of the bare detectors: the patterns of the
 * same families and the ICU parser, run once over the same texts, with nothing kept.
 */
export async function benchPlaceholders(): Promise<readonly BenchRow[]> {
  const syntaxes = syntaxesFor({ formatId: 'json' });
  const texts = Array.from({ length: COUNT }, (_, index) =>
    (SENTENCES[index % SENTENCES.length] ?? '').replaceAll('@', String(index)),
  );
  const patterns = families.filter(({ syntax }) => syntaxes.includes(syntax)).map(({ pattern }) => pattern);
  // As the journal gives them back after a restart.
  const sent = JSON.parse(JSON.stringify(texts.map((text) => protect(text, syntaxes)))) as readonly ProtectedText[];
  const returned = sent.map(
    ({ text }, index) => RETURNS[Math.floor(index / SENTENCES.length) % RETURNS.length]?.(translated(text)) ?? '',
  );

  const times = await measure({
    bare: () => texts.reduce((sum, text) => sum + bareMatches(text, patterns), 0),
    find: () => texts.reduce((sum, text) => sum + findPlaceholders(text, syntaxes).length, 0),
    protect: () => texts.reduce((sum, text) => sum + protect(text, syntaxes).text.length, 0),
    restore: () =>
      sent.reduce(
        (sum, source, index) =>
          sum + restore(returned[index] ?? '', source, { sourceLocale: 'en', targetLocale: 'fr' }).problems.length,
        0,
      ),
  });
  const both = times.protect + times.restore;
  const against = (time: number): string => `${(time / times.bare).toFixed(2)} ×`;
  return [
    {
      name: `Placeholders: protecting and checking ${COUNT.toLocaleString('en')} texts, against the bare detectors`,
      value: `${against(both)}${both / times.bare > TARGET ? ` ! (at most ${TARGET})` : ''}`,
    },
    {
      name: 'Placeholders: of that protecting, checking',
      value: `${against(times.protect)}, ${against(times.restore)}`,
    },
    {
      name: 'Placeholders: finding alone',
      value: `${against(times.find)} (bare detectors: ${times.bare.toFixed(0)} ms)`,
    },
  ];
}

function bareMatches(text: string, patterns: readonly RegExp[]): number {
  let count = 0;
  for (const pattern of patterns) {
    pattern.lastIndex = 0;
    while (pattern.exec(text) !== null) count += 1;
  }
  try {
    count += parse(text, {
      captureLocation: true,
      ignoreTag: true,
      requiresOtherClause: false,
      shouldParseSkeletons: false,
    }).length;
  } catch {
    // No ICU message.
  }
  return count;
}

/** Other letters in the words, and nothing else changed. */
function translated(text: string): string {
  return text
    .split(/(\[\[\[[^]*?\]\]\]|<[^>]*>)/u)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/[a-z]/gu, (letter) => LETTERS.get(letter) ?? letter),
    )
    .join('');
}
