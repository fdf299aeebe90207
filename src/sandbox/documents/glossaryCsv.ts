import { glossaryLanguage } from '../world/accountGlossaries.ts';
import type { GlossaryContent, GlossaryLanguage } from '../records/glossary.ts';

const maxTerms = 10_000;

/** The file is not a glossary; the message says why. */
export class UnreadableGlossaryError extends Error {
  override readonly name = 'UnreadableGlossaryError';
}

/**
 * Formats a glossary as CSV (RFC 4180): a row of language codes, the source's first, then a row per term. Public
 * material does not show the columns, so these are the usual ones of glossaries with one source and several targets.
 */
export function formatGlossary({ source, targets, terms }: GlossaryContent): string {
  const rows = [[source, ...targets].map(({ code }) => code), ...terms];
  return rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('');
}

/** Reads the output of `formatGlossary`. Throws UnreadableGlossaryError for anything else. */
export function parseGlossary(bytes: Uint8Array): GlossaryContent {
  const [header = [], ...terms] = parseRows(decode(bytes));
  const [source, ...targets] = header.map(readLanguage);
  if (source === undefined || targets.length === 0)
    throw new UnreadableGlossaryError('its first row must name a source and at least one target language');
  if (new Set(header.map((code) => code.toLowerCase())).size < header.length)
    throw new UnreadableGlossaryError('its first row names a language twice');
  if (terms.length === 0) throw new UnreadableGlossaryError('it has no terms');
  if (terms.length > maxTerms) throw new UnreadableGlossaryError(`it has more than ${maxTerms} terms`);
  for (const [index, row] of terms.entries()) requireTerm(row, header.length, index + 2);
  return { source, targets, terms };
}

function formatCell(text: string): string {
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableGlossaryError('it is not valid UTF-8');
  }
}

function readLanguage(code: string): GlossaryLanguage {
  const language = glossaryLanguage(code);
  if (language === undefined)
    throw new UnreadableGlossaryError(`"${code}" in its first row is not a language of the service`);
  return language;
}

function requireTerm(row: readonly string[], columns: number, rowNumber: number): void {
  const [term = '', ...translations] = row;
  if (row.length !== columns)
    throw new UnreadableGlossaryError(`row ${rowNumber} has ${row.length} columns instead of ${columns}`);
  if (term.trim() === '') throw new UnreadableGlossaryError(`row ${rowNumber} has no source term`);
  if (translations.every((text) => text.trim() === ''))
    throw new UnreadableGlossaryError(`row ${rowNumber} has no translation`);
}

/** A cell and its end, which is a comma, a line break, or the end of the text: `"a, b",` has the groups `a, b`, – and `,`. */
const cellPattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/uy;

function parseRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let end = 0;
  while (end < text.length || row.length > 0) {
    cellPattern.lastIndex = end;
    const cell = cellPattern.exec(text);
    if (cell === null) throw new UnreadableGlossaryError(`row ${rows.length + 1} is not valid CSV`);
    const [whole, quoted, plain = '', separator] = cell;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    end += whole.length;
    if (separator === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
