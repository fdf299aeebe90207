import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findPlaceholders } from '../../../src/placeholders/findPlaceholders.ts';
import { protect } from '../../../src/placeholders/protect.ts';
import { isReusable, placeholderKey } from '../../../src/placeholders/check/placeholderKeys.ts';
import { restore } from '../../../src/placeholders/restore.ts';
import { syntaxesFor } from '../../../src/placeholders/project/syntaxes.ts';
import { arbitraryText, everySyntax } from './arbitraryText.ts';
import type { Placeholder, PlaceholderSyntax } from '../../../src/placeholders/read/placeholder.ts';

const json = syntaxesFor({ formatId: 'json' });
/** Each family alone, all families, those of JSON files, and random selections. */
const syntaxSets = fc.oneof(
  fc.constantFrom(...everySyntax.map((family) => [family])),
  fc.constant(everySyntax),
  fc.constant(json),
  fc.subarray([...everySyntax]),
);

/** Replacements for one bracketed run. */
const mutations: Record<string, (run: string) => string> = {
  delete: () => '',
  duplicate: (run) => `[[[${run}]]] [[[${run}]]]`,
  unbracket: (run) => run,
  respace: (run) => `[[[ ${run}  ]]]`,
  'full width': (run) => `［［［${run}］］］`,
  'double the brackets': (run) => `[[[[[[${run}]]]]]]`,
  'drop a bracket': (run) => `[[[${run}]]`,
  'two brackets': (run) => `[[${run}]]`,
  'lose the end': (run) => `[[[${run}`,
  'change case': (run) => `[[[${run === run.toUpperCase() ? run.toLowerCase() : run.toUpperCase()}]]]`,
  translate: () => '[[[{名前}]]]',
  truncate: (run) => `[[[${run.slice(0, -1)}]]]`,
  'truncate unbracketed': (run) => run.slice(1),
  'words inside': (run) => `[[[${run} mots]]]`,
  quote: (run) => `'[[[${run}]]]'`,
  brace: (run) => `{[[[${run}]]]}`,
  'digit before': (run) => `5[[[${run}]]]`,
};

/**
 * Returns what a program reads: a name counts once, however often and in whichever case of its own it is written; an
 * entity that is no syntax is only a character.
 */
function readings(text: string, syntaxes: readonly PlaceholderSyntax[]): string[] {
  const found = findPlaceholders(text, syntaxes).filter(
    (placeholder) => placeholder.syntax !== 'entity' || /^&(?:lt|amp);$/u.test(placeholder.text),
  );
  const isName = (placeholder: Placeholder): boolean =>
    isReusable(placeholder) ||
    (placeholder.syntax === 'icu' && /^\{[^{}]+\}$/u.test(placeholder.text)) ||
    // A function of MediaWiki has as many forms as the language needs.
    (placeholder.syntax === 'wikitext' && placeholder.text === '|');
  const counted = found.filter((placeholder) => !isName(placeholder)).map(placeholderKey);
  return [...counted, ...new Set(found.filter(isName).map(placeholderKey))].sort();
}

describe('protect and restore', () => {
  it('return every protected text unchanged, without problems', function () {
    this.timeout(1900_000);
    fc.assert(
      fc.property(arbitraryText, syntaxSets, (text, syntaxes) => {
        const protectedText = protect(text, syntaxes);
        const restored = restore(protectedText.text, protectedText);
        assert.equal(restored.text, text);
        assert.deepEqual(
          restored.problems.filter(({ kind }) => kind !== 'same-as-source'),
          [],
        );
      }),
      { numRuns: 2000 * 100 },
    );
  });

  it('need no data that cannot be rebuilt from the source', () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        const { text: sent, source, placeholders } = protect(text, json);
        assert.equal(restore(sent, { text: '', source, placeholders }).text, text);
      }),
      { numRuns: 300 * 100 },
    );
  });

  it('report each change in the number of any placeholder', function () {
    this.timeout(1900_000);
    fc.assert(
      fc.property(
        arbitraryText,
        syntaxSets,
        fc.constantFrom(...Object.keys(mutations)),
        fc.nat(),
        (text, syntaxes, name, pick) => {
          const protectedText = protect(text, syntaxes);
          const runs = [...protectedText.text.matchAll(/\[\[\[([^]*?)\]\]\](?!\])/gu)];
          const run = runs[pick % Math.max(1, runs.length)];
          if (!run) return;
          const mutated = mutations[name]!(run[1]!);
          const translated =
            protectedText.text.slice(0, run.index) + mutated + protectedText.text.slice(run.index + run[0].length);
          const restored = restore(translated, protectedText);
          const errors = restored.problems.filter(
            // Terms and sample addresses are only reported as warnings.
            ({ severity, kind, text: part }) =>
              severity === 'error' ||
              kind === 'extra-placeholder' ||
              kind === 'changed-placeholder' ||
              (kind === 'missing-placeholder' && part.includes('@example.com')),
          );
          if (errors.length > 0) return;
          assert.ok(!/\[\[\[|\]\]\]/u.test(restored.text), 'Brackets remain without an error.');
          const after = readings(restored.text, syntaxes);
          // The search skips parts that follow a letter: a name, which Laravel replaces wherever it is, and a term that
          // came back in its brackets, after a bracket of the source was lost.
          const isSkipped = (key: string): boolean =>
            (syntaxes.includes('laravel') && key.startsWith(':')) ||
            syntaxes.some((syntax) => typeof syntax === 'object' && 'term' in syntax && syntax.term === key);
          const isShown = (key: string): boolean =>
            isSkipped(key) && restored.text.toLowerCase().includes(key.toLowerCase());
          const before = readings(text, syntaxes).filter((key) => after.includes(key) || !isShown(key));
          // A complete placeholder in its brackets counts even if a digit before it hides it from the search.
          if (name !== 'digit before') assert.deepEqual(after, before, `${name}: ${translated} → ${restored.text}`);
        },
      ),
      { numRuns: 3000 * 100 },
    );
  });

  it('report each mutation that loses a placeholder of the sample texts, and no others', () => {
    const samples = [
      'Cart ({count})',
      'Hello, {{name}}!',
      '%1$s per piece',
      '{count, plural, =0 {Sold out} one {Only # left} other {# in stock}}',
      'Ships in {{count}} days',
      'Made by <b>{{maker}}</b> in {{place}}',
      'You save ${amount} on this order',
      '%{percent} off until %{date}',
      'Thank you for your order, %s.\nWe have sent a receipt to %s.',
      'See https://example.com or $t(more) for {user.name}',
    ];
    const repairable = new Set([
      'unbracket',
      'respace',
      'full width',
      'double the brackets',
      'drop a bracket',
      'two brackets',
      'lose the end',
    ]);
    for (const sample of samples) {
      const protectedText = protect(sample, json);
      for (const run of protectedText.text.matchAll(/\[\[\[([^]*?)\]\]\]/gu)) {
        for (const name of [...repairable, 'delete', 'duplicate', 'change case', 'translate', 'truncate']) {
          const mutated = mutations[name]!(run[1]!);
          if (mutated === run[0]) continue;
          const translated =
            protectedText.text.slice(0, run.index) + mutated + protectedText.text.slice(run.index + run[0].length);
          const restored = restore(translated, protectedText);
          const errors = restored.problems.filter(({ severity }) => severity === 'error');
          if (repairable.has(name)) {
            assert.deepEqual([restored.text, errors], [sample, []], `${name}: ${translated}`);
          } else if (!(name === 'change case' && mutated === `[[[${run[1]!}]]]`)) {
            assert.ok(errors.length > 0, `${name}: ${translated} → ${restored.text}`);
          }
        }
      }
    }
  });
});
