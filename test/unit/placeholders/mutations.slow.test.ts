import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { findPlaceholders } from '../../../src/placeholders/findPlaceholders.ts';
import { protect } from '../../../src/placeholders/protect.ts';
import { restore } from '../../../src/placeholders/restore.ts';
import { arbitraryText, everySyntax } from './arbitraryText.ts';
import { mutationsOf, sentTokens } from './mutations.ts';
import type { PlaceholderSyntax, Problem, ProtectedText } from '../../../src/placeholders/read/placeholder.ts';

const folder = path.resolve(import.meta.dirname, '../../fixtures/placeholders');
const GENERATED = 60;

interface Sample {
  readonly text: string;
  readonly syntaxes: readonly PlaceholderSyntax[];
  /** The exact placeholders, tags and entities, as they were labelled by hand where they were. */
  readonly tokens: readonly { readonly start: number; readonly text: string }[];
}

interface LabelledText {
  readonly text: string;
  readonly syntaxes: readonly PlaceholderSyntax[];
  readonly runs: readonly string[];
  readonly at?: readonly number[];
  readonly known?: string;
  readonly unnoticed?: string;
}

/** The labeled texts of the corpus, except those that the detector does not find or whose damage is not noticed. */
function labelledSamples(): readonly Sample[] {
  const labelled = readdirSync(folder)
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as readonly LabelledText[]);
  return labelled
    .filter(
      ({ text, known, unnoticed }) => known === undefined && unnoticed === undefined && !/\[\[\[|\]\]\]/u.test(text),
    )
    .map(({ text, syntaxes, runs, at }) => {
      let from = 0;
      const tokens = runs.map((run, index) => {
        const start = at?.[index] ?? text.indexOf(run, from);
        from = start + run.length;
        return { start, text: run };
      });
      return { text, syntaxes, tokens };
    });
}

function generatedSamples(): readonly Sample[] {
  const sets = fc.oneof(fc.constant([...everySyntax]), fc.subarray([...everySyntax]));
  return fc
    .sample(fc.tuple(arbitraryText, sets), GENERATED)
    .map(([text, syntaxes]) => ({ text, syntaxes, tokens: findPlaceholders(text, syntaxes) }));
}

/** Whether counting characters finds the tokens where they are: `%d%{name}` can be counted in two ways. */
function isClear({ text, tokens }: Sample): boolean {
  const counted = occurrences(
    text,
    tokens.map((token) => token.text),
  );
  return (
    counted.length === tokens.length &&
    counted.every(({ start, token }, index) => start === tokens[index]?.start && token === tokens[index].text)
  );
}

/** Blanks in a tag are layout. */
function normalised(text: string): string {
  return text.replace(/<[^<>]*>/gu, (tag) =>
    tag
      .replace(/\s+/gu, ' ')
      .replace(/ ?= ?/gu, '=')
      .replace(/ ?(\/?)>$/u, '$1>'),
  );
}

/** Where the tokens stand in a text, by their characters alone: the longest first, none in another. */
function occurrences(
  text: string,
  tokens: readonly string[],
): readonly { readonly start: number; readonly token: string }[] {
  const found: { start: number; token: string }[] = [];
  let rest = text;
  for (const token of [...new Set(tokens)].sort((a, b) => b.length - a.length)) {
    for (let start = rest.indexOf(token); start >= 0; start = rest.indexOf(token)) {
      found.push({ start, token });
      rest = rest.slice(0, start) + '\u0000'.repeat(token.length) + rest.slice(start + token.length);
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** `%s` and `%d` without a number are filled in the order in which they stand. */
function inOrder(found: ReturnType<typeof occurrences>): readonly string[] {
  return found
    .map(({ token }) => token)
    .filter(
      (token) =>
        /^%[-+ #0']*[\d*]*(?:\.[\d*]*)?(?:hh?|ll?|[qjztL])?[A-Za-z@]$/u.test(token) && !/^%\d+$|^%[nL]$/u.test(token),
    );
}

function isEntity(text: string): boolean {
  return /^&[#\w]+;$/u.test(text);
}

/** Why what would be delivered is not what was sent, when no error stops it; undefined when all is well. */
function unreported(sample: Sample, sent: ProtectedText, translated: string): string | undefined {
  const { text, problems } = restore(translated, sent);
  if (problems.some(({ severity }) => severity === 'error')) return undefined;
  if (/\[\[\[|\]\]\]|［［［|］］］/u.test(text) && !/［［［|］］］/u.test(sample.text))
    return `brackets are left: ${text}`;
  const tokens = sample.tokens.map((token) => normalised(token.text));
  const [before, after] = [occurrences(normalised(sample.text), tokens), occurrences(normalised(text), tokens)];
  const names = (found: typeof before): string =>
    JSON.stringify(
      found
        .map(({ token }) => token)
        .filter((token) => !isReported(token, sample, problems))
        .sort(),
    );
  if (names(before) !== names(after)) return `${names(before)} became ${names(after)}: ${text}`;
  const usesOrder = sample.syntaxes.includes('printf');
  if (usesOrder && inOrder(before).join() !== inOrder(after).join()) return `the order changed: ${text}`;
  return undefined;
}

/** Outside of a plural `#` is a word. */
function isWord(name: string, text: string): boolean {
  return name === 'again at the end, bare' && text.endsWith(' #');
}

/** An entity more is a character more, and a term more a word more: warnings. */
function isReported(token: string, { syntaxes }: Sample, problems: readonly Problem[]): boolean {
  const isTerm = syntaxes.some((syntax) => typeof syntax === 'object' && 'term' in syntax && syntax.term === token);
  return (
    (isTerm || isEntity(token)) && problems.some(({ kind, text }) => kind === 'extra-placeholder' && text === token)
  );
}

describe('mutations of what was sent', () => {
  it('are taken back or reported, every one', function () {
    this.timeout(60_000);
    const failures: string[] = [];
    let tried = 0;
    for (const [turn, sample] of [...labelledSamples(), ...generatedSamples()].filter(isClear).entries()) {
      const sent = protect(sample.text, sample.syntaxes);
      for (const mutation of mutationsOf(sent.text, sentTokens(sample.text, sent.text, sample.tokens), turn)) {
        tried += 1;
        const failure = unreported(sample, sent, mutation.text);
        if (failure !== undefined && !isWord(mutation.name, mutation.text))
          failures.push(
            `${mutation.name}: ${JSON.stringify(sent.text)} came back as ${JSON.stringify(mutation.text)}; ${failure}`,
          );
      }
    }
    console.log(`      ${String(tried)} mutations tried, ${String(failures.length)} unreported`);
    assert.deepEqual(failures.slice(0, 20), []);
  });
});
