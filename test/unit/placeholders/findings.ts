import { present } from '../../../src/base/present.ts';
import { protect } from '../../../src/placeholders/protect.ts';
import type { FileFacts } from '../../../src/placeholders/project/syntaxes.ts';
import { syntaxesOfUnits } from '../../../src/placeholders/project/syntaxes.ts';
import type { IcuBranchKind, FormNumber } from '../../../src/placeholders/read/placeholder.ts';
import { restore } from '../../../src/placeholders/restore.ts';

/** The other facts about a text: its key, its file, and the texts next to it. */
export interface TextFacts extends Omit<FileFacts, 'units'> {
  readonly key?: string;
  readonly neighbors?: readonly string[];
  readonly within?: IcuBranchKind;
  readonly numbers?: readonly FormNumber[];
  readonly note?: string;
  readonly flags?: readonly string[];
}

/** Returns the severity of the worst problem of each kind that the checks find. */
export function findings(source: string, translation: string, locale: string, facts: TextFacts): readonly string[] {
  const { key = 'key', neighbors = [], within, numbers, note, flags, ...file } = facts;
  const unit = { text: source, id: key, ...present({ note, flags }) };
  const syntaxes = syntaxesOfUnits({ ...file, units: [unit, ...neighbors.map((text) => ({ text }))] })(unit);
  const protectedText = { ...protect(source, syntaxes, within), ...(numbers && { numbers }) };
  const { problems } = restore(translation, protectedText, { sourceLocale: 'en', targetLocale: locale });
  const ofForm = problems.filter(({ kind }) => !/final|length|line-breaks|same-as/u.test(kind));
  return [...new Set(ofForm.map(({ kind, severity }) => `${severity} ${kind}`))].sort();
}
