import type { LocaleFormat } from '../kit/localeFormat.ts';
import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import { provenFormat } from '../kit/provenFormat.ts';
import { parseResx } from './resxEntries.ts';
import { unitsOf } from './resxUnits.ts';
import { writeResx } from './resxWrite.ts';

/**
 * .NET resources (`.resx`, `.resw`): every `<data>` that holds a text is a unit, its comment is the note. Objects and what a
 * forms designer keeps for itself are nobody's text.
 */
export const resx: LocaleFormat = keptWhileWriting(parseResx, (fileOf) =>
  provenFormat({ id: 'resx', units: (text) => unitsOf(fileOf(text)), edits: (change) => writeResx(change, fileOf) }),
);
