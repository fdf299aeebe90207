import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isArgumentElement, isLiteralElement, isTagElement, parse } from '@formatjs/icu-messageformat-parser';
import { isPluralElement, isPoundElement } from '@formatjs/icu-messageformat-parser';
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { present } from '../../src/base/present.ts';
import { apostropheRulesOf } from '../../src/placeholders/project/apostropheRules.ts';
import { syntaxesOfUnits } from '../../src/placeholders/project/syntaxes.ts';
import { protect } from '../../src/placeholders/protect.ts';
import { restore } from '../../src/placeholders/restore.ts';

/** The program that shows a text. `unformatted`: it shows the text as it is in the file. */
export type Runtime = 'java' | 'intl-messageformat' | 'flutter' | 'flutter use-escaping' | 'unformatted';

/** A returned translation, what is written to the file, and what the program shows. */
export interface ApostropheRow {
  readonly runtime: Runtime;
  readonly format: string;
  readonly dependencies?: readonly string[];
  readonly flags?: readonly string[];
  readonly source: string;
  readonly translation: string;
  /** What the translator meant: `‹name›` is the value of an argument, and a count is 2. */
  readonly meant: string;
  /** By `record.ts`: the text for the file, or why nobody can know it. */
  readonly written?: string;
  /** By `record.ts`: what the program shows if the translation is written as it came back, and as it is written. */
  readonly shownAsReturned?: string;
  readonly shown?: string;
}

export const rejected = 'rejected';
export const undecided = '(reported as an error)';

export const tableFile = path.resolve(import.meta.dirname, '../fixtures/apostrophes/apostrophes.json');

export function readTable(): readonly ApostropheRow[] {
  return JSON.parse(readFileSync(tableFile, 'utf8')) as readonly ApostropheRow[];
}

/** Returns the text that the product writes for a row. */
export function writtenFor({ format, dependencies = [], flags, source, translation }: ApostropheRow): string {
  const unit = { text: source, ...present({ flags }) };
  const facts = { formatId: format, dependencies, units: [unit] };
  const { text, problems } = restore(
    translation,
    protect(source, syntaxesOfUnits(facts)(unit), undefined, apostropheRulesOf(facts)(unit)),
  );
  return problems.some(({ severity }) => severity === 'error') ? undecided : text;
}

/** Returns what Java's MessageFormat shows for each pattern; undefined if there is no Java. */
export function showWithJava(patterns: readonly string[]): readonly string[] | undefined {
  try {
    const output = execFileSync('java', [path.join(import.meta.dirname, 'ShowMessages.java')], {
      input: patterns.join('\n'),
      encoding: 'utf8',
    });
    return output.trimEnd().split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns what intl-messageformat shows, by its own parser: it prints the elements one after the other. */
export function showWithFormatjs(message: string): string {
  try {
    return print(parse(message));
  } catch {
    return rejected;
  }
}

function print(elements: readonly MessageFormatElement[], count = 2): string {
  return elements
    .map((element) => {
      if (isLiteralElement(element)) return element.value;
      if (isArgumentElement(element)) return `‹${element.value}›`;
      if (isPoundElement(element)) return String(count);
      if (isTagElement(element)) return `‹${element.value}:${print(element.children)}›`;
      if (isPluralElement(element)) return print(element.options['other']?.value ?? []);
      throw new Error('The table has no such element.');
    })
    .join('');
}

/**
 * Shows a message as Flutter's gen_l10n reads it: an own implementation of the rules of `lexIntoTokens` in
 * flutter_tools, `lib/src/localizations/message_parser.dart`, for text and simple arguments. With escaping, everything
 * between two apostrophes is text, two adjacent ones are one, and a remaining one is an error; without, an apostrophe
 * is a letter.
 */
export function showWithFlutter(message: string, useEscaping: boolean): string {
  let rest = message;
  let shown = '';
  const take = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(rest)?.[0];
    if (found !== undefined) rest = rest.slice(found.length);
    return found;
  };
  let follows = '';
  while (rest !== '') {
    const escaped = useEscaping ? take(/^'[^']*'/u) : undefined;
    if (escaped === "''") shown += "'";
    else if (escaped !== undefined) shown += (follows === "'" ? "'" : '') + escaped.slice(1, -1);
    const text = escaped ?? take(useEscaping ? /^[^{}']+/u : /^[^{}]+/u);
    if (escaped === undefined && text !== undefined) shown += text;
    const argument = text === undefined ? take(/^\{\s*\w+\s*\}/u) : undefined;
    if (argument !== undefined) shown += `‹${argument.slice(1, -1).trim()}›`;
    if (text === undefined && argument === undefined) return rejected;
    follows = (text ?? argument ?? '').slice(-1);
  }
  return shown;
}
