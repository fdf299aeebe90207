import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { findPlaceholders } from '../../../src/placeholders/findPlaceholders.ts';
import { protect } from '../../../src/placeholders/protect.ts';
import { restore } from '../../../src/placeholders/restore.ts';
import { arbitraryText, everySyntax } from './arbitraryText.ts';
import { mutationsOf, sentTokens, type Mutation } from './mutations.ts';
import type { PlaceholderSyntax, Problem, ProtectedText } from '../../../src/placeholders/read/placeholder.ts';

const folder = path.resolve(import.meta.dirname, '../../fixtures/placeholders');
const generatedCount = 60;

interface Sample {
  readonly text: string;
  readonly syntaxes: readonly PlaceholderSyntax[];
  /** The exact placeholders, tags and entities; labeled by hand if the text is from the corpus. */
  readonly tokens: readonly { readonly start: number; readonly text: string }[];
}

interface LabeledText {
  readonly text: string;
  readonly syntaxes: readonly PlaceholderSyntax[];
  readonly runs: readonly string[];
  readonly at?: readonly number[];
  readonly known?: string;
  readonly unnoticed?: string;
}

/** Returns the labeled corpus without texts whose placeholders are not found or whose damage is not noticed. */
function labeledSamples(): readonly Sample[] {
  const labeled = readdirSync(folder)
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as readonly LabeledText[]);
  return labeled
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
    .sample(fc.tuple(arbitraryText, sets), generatedCount)
    .map(([text, syntaxes]) => ({ text, syntaxes, tokens: findPlaceholders(text, syntaxes) }))
    .filter(({ text, syntaxes }) => !touchesOwnBrackets(protect(text, syntaxes).text));
}

/** Whether own brackets of a text touch ours: in another form, it is open which of them are which. */
function touchesOwnBrackets(sent: string): boolean {
  return /\[{4}|\]{4}/u.test(sent);
}

/** Whether a plain text search finds exactly these tokens: in `%d%{name}` it may find others. */
function isUnambiguous({ text, tokens }: Sample): boolean {
  const matches = occurrences(
    text,
    tokens.map((token) => token.text),
  );
  return (
    matches.length === tokens.length &&
    matches.every(({ start, token }, index) => start === tokens[index]?.start && token === tokens[index].text)
  );
}

/** Normalizes whitespace in tags, which has no meaning, and the case of their names, which HTML ignores. */
function normalizeTags(text: string): string {
  return text.replace(/<[^<>]*>/gu, (tag) =>
    tag
      .replace(/^(<xliff:g)[^]*>$/u, '$1>')
      .replace(/^<x\s[^]*?\bid\s*=\s*"([^"]*)"[^]*$/u, '<x id="$1"/>')
      .replace(/^<\/?\w+/u, (name) => name.toLowerCase())
      .replace(/\s+/gu, ' ')
      .replace(/ ([:;])/gu, '$1')
      .replace(/ ?= ?/gu, '=')
      .replace(/ ?(\/?)>$/u, '$1>'),
  );
}

/**
 * Finds the tokens in a text by plain search from its beginning, without overlaps: the longest that starts at a position.
 */
function occurrences(
  text: string,
  tokens: readonly string[],
): readonly { readonly start: number; readonly token: string }[] {
  const longestFirst = [...new Set(tokens)].filter((token) => token !== '').sort((a, b) => b.length - a.length);
  const found: { start: number; token: string }[] = [];
  for (let start = 0; start < text.length;) {
    const token = longestFirst.find((each) => text.startsWith(each, start));
    if (token !== undefined) found.push({ start, token });
    start += token?.length ?? 1;
  }
  return found;
}

/** Returns the tokens such as `%s` and `%d` without a number, which are filled in by position. */
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

/**
 * Whether a program reads a token as before: Laravel and Chrome know names in other cases; Fluent shows a default for
 * everything else, whatever its key is; an entity is a character, which a language may need more often, or, except `<`,
 * not at all.
 */
function isSpelling(token: string, { syntaxes, tokens }: Sample, mutation: string): boolean {
  const isCase = mutation.startsWith('change case');
  if (token.startsWith(':') && syntaxes.includes('laravel'))
    return isCase || tokens.some(({ text }) => text !== token && text.toLowerCase() === token.toLowerCase());
  if (token.startsWith('$') && syntaxes.includes('chrome')) return isCase;
  if (/\*\[[\w-]+\]$/u.test(token) && syntaxes.includes('fluent')) return isCase;
  // An address that is still linked.
  if (tokens.some(({ text }) => text.startsWith('<') && text !== token && text.includes(token))) return true;
  if (!isEntity(token)) return false;
  if (isCase && /^&#x/iu.test(token)) return true;
  return (
    /^(?:duplicate|repeat|reverse|move)/u.test(mutation) || (token !== '&lt;' && /^(?:delete|replace)/u.test(mutation))
  );
}

/** Whether a program fills in a token by its name or number, so that a translation may use it several times. */
function isNamed(token: string): boolean {
  const named = [
    /^\{\{\{?[^{}#/^]+\}\}\}?$/u, // Mustache
    /^\$?\{[^{},:!]+(?:[^{}]|\{[^{}]*\})*\}$/u, // in braces, also with a format
    /^%\d+\$/u, // printf with numbers
    /^%L?\d{1,2}$|^%L?n$/u, // Qt
    /^%[-\d]*[({<][^)}>]+[)}>]/u, // Python and Ruby
    /^:\w+$/u, // Laravel
    /^\$[\w@]+\$?$|^\$\{[^]*\}$|^%[\w.-]+%$|^!\w+!$/u, // Chrome, templates
    /^@(?:\.\w+)?:|^\$t\(|^\$\(|^command:/u, // links to other texts
    /^(?:https?|ftp|wss?):|^mailto:|^www\.|^[^\s@]+@[^\s@]+\.\w+$/iu, // addresses
    /^<%[=-]|^<\?=|^\{!!/u, // templates that print
    /^`/u,
    /^\{ [^]*\}$|^\{["'][^]*\}$|^\{\{+[^]*\}+\}$/u, // Fluent, escapes
  ];
  return named.some((pattern) => pattern.test(token));
}

/** Returns how the restored text differs from the source if no error reports it; undefined if it doesn't. */
function unreportedDamage(sample: Sample, sent: ProtectedText, mutation: Mutation): string | undefined {
  const { text, problems } = restore(mutation.text, sent);
  if (problems.some(({ severity }) => severity === 'error')) return undefined;
  // Also rows of several forms, `】]］`, unless the source has brackets of its own, which may touch ours.
  const mixedRow = /(?=【*[[［])[[［【]{3,}|(?=】*[\]］])[\]］】]{3,}/u;
  const hasOwnBrackets = /[[\]［］【】]/u.test(sample.text);
  if (/\[\[\[|\]\]\]|［［［|］］］/u.test(text) && !/［［［|］］］/u.test(sample.text))
    return `brackets remain: ${text}`;
  if (!hasOwnBrackets && mixedRow.test(text)) return `brackets remain: ${text}`;
  // Without this family, what looks like a tag is text, and every character of a placeholder in it counts.
  const normalize = sample.syntaxes.includes('tag') ? normalizeTags : (same: string): string => same;
  const tokens = sample.tokens.map((token) => normalize(token.text));
  const [before, after] = [occurrences(normalize(sample.text), tokens), occurrences(normalize(text), tokens)];
  const names = (found: typeof before): string => {
    const tokens = found
      .map(({ token }) => token)
      .filter((token) => !isReported(token, sample, problems) && !isSpelling(token, sample, mutation.name));
    const isOnce = (token: string): boolean => isNamed(token) || isFormBar(token, sample) || isColorCode(token, sample);
    return JSON.stringify([...tokens.filter((token) => !isOnce(token)), ...new Set(tokens.filter(isOnce))].sort());
  };
  if (names(before) !== names(after)) return `${names(before)} became ${names(after)}: ${text}`;
  const usesOrder = sample.syntaxes.includes('printf');
  if (usesOrder && inOrder(before).join() !== inOrder(after).join()) return `the order changed: ${text}`;
  return undefined;
}

/** `#` outside of a plural is an ordinary character. */
function isWord(name: string, text: string): boolean {
  return name === 'repeat at the end, without brackets' && text.endsWith(' #');
}

/** In `%%{name}`, plain search finds `%{name}` as well: `%%` and `{name}` were swapped, or are Ruby's escape. */
function isAmbiguousSign({ text }: Sample, mutated: string): boolean {
  return /%%[{<]/u.test(mutated.replace(/[[\]［］]/gu, '')) && !/%%[{<]/u.test(text);
}

/** A function of MediaWiki has as many forms as the language needs; a bar outside of one is reported. */
function isFormBar(token: string, { syntaxes }: Sample): boolean {
  return token === '|' && syntaxes.includes('wikitext');
}

/**
 * Minecraft shows no color code, wherever it is, but changes the color of what follows: several words may have the same
 * color, and nothing else changes if a code is repeated. A lost one is reported.
 */
function isColorCode(token: string, { syntaxes }: Sample): boolean {
  return syntaxes.includes('color-code') && /^[§&](?:#[\da-f]{6}|[\da-fk-orx])$/iu.test(token);
}

/** Returns the last two labels of an address’s host; undefined if it is not valid. */
function siteOf(address: string): string | undefined {
  return URL.parse(address)?.hostname.split('.').slice(-2).join('.');
}

/**
 * An additional entity or term is only reported as a warning, because it is an additional character or word, and so is
 * another sample address, or another word for what a user has to insert.
 */
function isReported(token: string, { text, syntaxes }: Sample, problems: readonly Problem[]): boolean {
  // A link that is the whole text may lead to another page of its site.
  const site = token === text && /^https?:/u.test(token) ? siteOf(token) : undefined;
  if (
    site !== undefined &&
    problems.some(({ kind, text: found }) => kind === 'changed-placeholder' && siteOf(found) === site)
  )
    return true;
  if (/^<[a-z_-]+>$/u.test(token) && problems.some(({ kind, text }) => kind === 'tag-broken' && text !== token))
    return true;
  // A tag that only emphasizes words, and closes what the source leaves open.
  if (
    /^<\/?(?:b|strong|i|em|u)>$/u.test(token) &&
    problems.some(({ kind, text }) => kind === 'tag-broken' && text === token)
  )
    return true;
  // Android shows these as they are. What they have become may look like a part of another token.
  if (
    syntaxes.includes('java-date') &&
    problems.some(({ text }) => /^\{\{[\w -]+\}\}$/u.test(text) && text.includes(token))
  )
    return true;
  const isTerm = syntaxes.some((syntax) => typeof syntax === 'object' && 'term' in syntax && syntax.term === token);
  // A mailbox or a page of a site that is reserved for examples (RFC 2606).
  if (/^[^\s@]+@example\.\w+$|^https?:\/\/(?:www\.)?example\.(?:com|net|org)(?![\w.-])/u.test(token))
    return problems.some(
      ({ kind, text }) => kind === 'changed-placeholder' || (kind === 'missing-placeholder' && text === token),
    );
  return (
    (isTerm || isEntity(token)) && problems.some(({ kind, text }) => kind === 'extra-placeholder' && text === token)
  );
}

describe('restore of mutated texts', () => {
  it('restores each mutation or reports an error', function () {
    this.timeout(240_000);
    const failures: string[] = [];
    let mutationCount = 0;
    for (const [turn, sample] of [...labeledSamples(), ...generatedSamples()].filter(isUnambiguous).entries()) {
      const sent = protect(sample.text, sample.syntaxes);
      for (const mutation of mutationsOf(sent.text, sentTokens(sample.text, sent.text, sample.tokens), turn)) {
        mutationCount += 1;
        const failure = unreportedDamage(sample, sent, mutation);
        if (failure !== undefined && !isWord(mutation.name, mutation.text) && !isAmbiguousSign(sample, mutation.text))
          failures.push(
            `${mutation.name}: ${JSON.stringify(sent.text)} came back as ${JSON.stringify(mutation.text)}; ${failure}`,
          );
      }
    }
    console.log(`      ${String(mutationCount)} mutations, ${String(failures.length)} with unreported damage`);
    assert.deepEqual(failures.slice(0, 20), []);
  });
});
