import type { LocaleFormat, Unit } from '../kit/localeFormat.ts';
import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import { provenFormat, type WantedChange } from '../kit/provenFormat.ts';
import { plainId } from '../kit/unitId.ts';
import type { CodeLanguage } from './codeLanguage.ts';
import { fileLocales } from './codeLocales.ts';
import { codeFile, unitsOf } from './codeUnits.ts';
import { writeCode } from './codeWrite.ts';

/**
 * A format of source code that holds texts in nested literals. Keys are joined to ids; comments beside a text are its note;
 * a new file is the source's own, with the translated texts in their places and all others in the source's words.
 */
export function codeFormat(language: CodeLanguage): LocaleFormat {
  return keptWhileWriting(
    (text) => codeFile(language.parse(text)),
    (fileOf) =>
      provenFormat({
        id: language.id,
        locales: (text) => fileLocales(fileOf(text).locales),
        units: (text, locale) => unitsOf(fileOf(text), locale, language.rules),
        edits: (change) => writeCode(change, language, fileOf),
        mayAppear,
        ...(language.rules.pluralSuffixes ? { placeOf: plainId } : {}),
      }),
  );
}

/** A new file has all of the source's texts; elsewhere a list's places are kept by empty ones. */
function mayAppear(unit: Unit, { text, source }: WantedChange): boolean {
  return unit.text === '' || (text.trim() === '' && source().get(unit.id)?.text === unit.text);
}
