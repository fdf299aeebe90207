import { isRecord } from '../base/isRecord.ts';
import { isLocale } from '../locales/isLocale.ts';
import type { ToolName } from './toolNames.ts';
import { visibleText } from '../words/visibleText.ts';

/** The fields that tools accept; each is a list of texts. */
export type ToolField = 'files' | 'locales' | 'keys' | 'jobs' | 'states';

/** The input of a tool; a list that was not given is empty. */
export type ToolInput = Readonly<Record<ToolField, readonly string[]>>;

/** The fields that each tool accepts. */
export const fieldsOf: Readonly<Record<ToolName, readonly ToolField[]>> = {
  'human-translation_status': ['files', 'locales'],
  'human-translation_estimate': ['files', 'locales', 'keys'],
  'human-translation_jobs': ['files', 'locales', 'jobs', 'states'],
  'human-translation_order': ['files', 'locales', 'keys'],
  'human-translation_review': ['files', 'locales', 'jobs'],
};

/** Says to the model, in English, why a call was refused. */
export class ToolInputError extends Error {
  override readonly name = 'ToolInputError';
}

/** The maximum number of texts in a field, and the maximum length of each. */
const maxTexts = 200;
const maxCharacters = 1000;

/** The maximum number of characters of a refused name or locale that an error repeats. */
const maxRepeatedCharacters = 40;

/**
 * Parses the input of a tool. A field that the tool doesn't accept is refused, not ignored, so that no model believes
 * that it has chosen a tier, a comment or an approval. Throws ToolInputError.
 */
export function parseToolInput(input: unknown, accepted: readonly ToolField[]): ToolInput {
  const record = input ?? {};
  if (!isRecord(record)) throw new ToolInputError('The input must be an object.');
  for (const name of Object.keys(record)) {
    if (!accepted.some((field) => field === name))
      throw new ToolInputError(
        `The field ${quoted(name)} is not accepted. This tool accepts only: ` +
          `${accepted.join(', ')}. The user decides about everything else.`,
      );
  }
  const parsed = {
    files: listOf(record, 'files'),
    locales: listOf(record, 'locales'),
    keys: listOf(record, 'keys'),
    jobs: listOf(record, 'jobs'),
    states: listOf(record, 'states'),
  };
  for (const locale of parsed.locales)
    if (!isLocale(locale)) throw new ToolInputError(`${quoted(locale)} is not a locale such as "de" or "pt-BR".`);
  return parsed;
}

/** Quotes a text of the model in an error, shortened and with its invisible characters spelled out. */
function quoted(text: string): string {
  return JSON.stringify(visibleText(text, maxRepeatedCharacters));
}

/** Returns the texts of a field, each once; none if the field is absent. Throws ToolInputError. */
function listOf(record: Readonly<Record<string, unknown>>, field: ToolField): readonly string[] {
  const value = Object.hasOwn(record, field) ? record[field] : undefined;
  if (value === undefined) return [];
  const isValid =
    Array.isArray(value) &&
    value.length <= maxTexts &&
    value.every((text) => typeof text === 'string' && text !== '' && text.length <= maxCharacters);
  if (!isValid)
    throw new ToolInputError(
      `"${field}" must be a list of at most ${maxTexts} texts, each with 1 to ${maxCharacters} characters.`,
    );
  return [...new Set(value as readonly string[])];
}
