import { parse } from '@formatjs/icu-messageformat-parser';
import { families } from '../../src/placeholders/read/families.ts';
import { findPlaceholders } from '../../src/placeholders/findPlaceholders.ts';
import { protect } from '../../src/placeholders/protect.ts';
import { restore } from '../../src/placeholders/restore.ts';
import { syntaxesFor } from '../../src/placeholders/project/syntaxes.ts';
import type { PlaceholderSyntax, ProtectedText } from '../../src/placeholders/read/placeholder.ts';
import type { BenchRow } from './benchRow.ts';
import { measure } from './measure.ts';

const textCount = 20_000;

/** Target time for protecting and checking, as a multiple of the bare detectors. */
const targetRatio = 3;

/**
 * Texts that are typical of interfaces: most have no placeholders, some have one, a few have a plural. `@` is replaced
 * by a number, so that all texts are different.
 */
const sentences = [
  'Save your changes before you leave page @',
  'Your session ended. Sign in again to continue.',
  'Step @ of the tour',
  'Choose a name, a color and a location for your garden; all can be changed later, in the settings of garden @.',
  'Hello {name}, you are visitor @.',
  'The file could not be opened: it is larger than @ MB',
  'Terms & conditions, version @',
  'First line of the message\nand a second line with another @ words',
  'Invite {{user}} to project @',
  '%s left of @ items',
  'Read <a href="/terms/@">our terms</a> before you continue',
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

/** Changes to translations: most are not changed, one in twenty has brackets that a person or a tool changed. */
const returnedForms: readonly ((text: string) => string)[] = [
  ...Array.from({ length: 57 }, () => (text: string) => text),
  (text) => text.replaceAll('[[[', '[[[ ').replaceAll(']]]', ' ]]]'),
  (text) => text.replaceAll('[[[', '［［［').replaceAll(']]]', '］］］'),
  (text) => text.replaceAll(/\[\[\[|\]\]\]/gu, ''),
];

const accentedLetters = new Map(
  Array.from('abdeginorstu', (letter, index) => [letter, Array.from('àbdéğïñøŕšţü')[index] ?? letter]),
);

/**
 * Measures protecting 20,000 texts and checking their translations, as a multiple of the bare detectors: the patterns
 * of the same families and the ICU parser, run once over the same texts without storing results.
 */
export async function benchPlaceholders(): Promise<readonly BenchRow[]> {
  const syntaxes = syntaxesFor({ formatId: 'json' });
  const texts = Array.from({ length: textCount }, (_, index) =>
    (sentences[index % sentences.length] ?? '').replaceAll('@', String(index)),
  );
  const patterns = families.filter(({ syntax }) => syntaxes.includes(syntax)).map(({ pattern }) => pattern);
  // Serialized as in the journal, from which they are read after a restart.
  const sent = JSON.parse(JSON.stringify(texts.map((text) => protect(text, syntaxes)))) as readonly ProtectedText[];
  const returned = sent.map(
    ({ text }, index) =>
      returnedForms[Math.floor(index / sentences.length) % returnedForms.length]?.(translated(text)) ?? '',
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
  const damaged = await damagedRatio(syntaxes);
  const both = times.protect + times.restore;
  const against = (time: number): string => `${(time / times.bare).toFixed(2)} ×`;
  return [
    {
      name: `Placeholders: ${textCount.toLocaleString('en')} texts protected and checked / bare detectors`,
      value: `${against(both)}${both / times.bare > targetRatio ? ` ! (at most ${targetRatio})` : ''}`,
    },
    {
      name: 'Placeholders: protecting and checking, separately',
      value: `${against(times.protect)}, ${against(times.restore)}`,
    },
    {
      name: 'Placeholders: only finding',
      value: `${against(times.find)} (bare detectors: ${times.bare.toFixed(0)} ms)`,
    },
    {
      name: 'Placeholders: 4,000 damaged ones in one text / 1,000',
      value: `${damaged.toFixed(2)} ×${damaged > maxDamagedRatio ? ` ! (at most ${maxDamagedRatio})` : ''}`,
    },
  ];
}

/** Four times as many placeholders may take this many times as long: linear time, with room for the machine. */
const maxDamagedRatio = 8;

/** Checks texts with many different placeholders, all of which came back damaged, each in one of several ways. */
async function damagedRatio(syntaxes: readonly PlaceholderSyntax[]): Promise<number> {
  const damages: readonly ((text: string) => string)[] = [
    (text) => text.replaceAll('name', 'nom'),
    (text) => text.replaceAll('[[[', '[ [').replaceAll(']]]', ']] ]'),
    (text) => text.replaceAll(/\[\[\[|\]\]\]/gu, '').replaceAll('name', 'NAME'),
    (text) => text.replaceAll(']]]', ''),
    (text) => text.replaceAll(/\[\[\[.*?\]\]\]/gu, '[[[mots]]]'),
  ];
  const check = (count: number): (() => number) => {
    const parts = Array.from({ length: count }, (_, index) => `word {name${index}} or %s`);
    const source = protect(parts.join(', '), syntaxes);
    const returned = damages.map((damage) => damage(source.text));
    return () => returned.reduce((sum, text) => sum + restore(text, source).problems.length, 0);
  };
  const { few, many } = await measure({ few: check(500), many: check(2000) });
  return many / few;
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
    // Not an ICU message.
  }
  return count;
}

/** Replaces letters outside of placeholders and tags. */
function translated(text: string): string {
  return text
    .split(/(\[\[\[[^]*?\]\]\]|<[^>]*>)/u)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/[a-z]/gu, (letter) => accentedLetters.get(letter) ?? letter),
    )
    .join('');
}
