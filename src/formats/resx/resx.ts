import type { LocaleFormat } from '../kit/localeFormat.ts';
import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import { provenFormat } from '../kit/provenFormat.ts';
import { parseResx } from './parseResx.ts';
import { omittedIn, unitsOf } from './resxUnits.ts';
import { writeResx } from './writeResx.ts';

/** .NET resources (`.resx`, `.resw`): a `<data>` with a text is a unit, and its comment a note; other data is not. */
export const resx: LocaleFormat = keptWhileWriting(parseResx, (fileOf) =>
  provenFormat({
    id: 'resx',
    units: (text) => unitsOf(fileOf(text)),
    omitted: (text) => omittedIn(fileOf(text)),
    edits: (change) => writeResx(change, fileOf),
  }),
);
