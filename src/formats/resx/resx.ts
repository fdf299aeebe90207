import type { LocaleFormat } from '../kit/localeFormat.ts';
import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import { provenFormat } from '../kit/provenFormat.ts';
import { parseResx } from './parseResx.ts';
import { unitsOf } from './resxUnits.ts';
import { writeResx } from './writeResx.ts';

/**
 * .NET resources (`.resx`, `.resw`): every `<data>` with a text is a unit, and its comment is the note. Objects and a
 * forms designer's own data are not units.
 */
export const resx: LocaleFormat = keptWhileWriting(parseResx, (fileOf) =>
  provenFormat({ id: 'resx', units: (text) => unitsOf(fileOf(text)), edits: (change) => writeResx(change, fileOf) }),
);
