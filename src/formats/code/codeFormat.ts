import type { LocaleFormat, Unit } from '../kit/localeFormat.ts';
import { keptWhileWriting } from '../kit/keptWhileWriting.ts';
import { provenFormat, type WantedChange } from '../kit/provenFormat.ts';
import { plainId } from '../kit/unitId.ts';
import type { CodeLanguage } from './codeLanguage.ts';
import { fileLocales } from './codeLocales.ts';
import { omittedIn } from './codeOmitted.ts';
import { codeFile, unitsOf, type CodeFile } from './codeUnits.ts';
import { writeCode } from './writeCode.ts';

/**
 * Creates a format for source code with texts in nested literals. Keys are joined into ids; the comments next to a text
 * are its note. A new file is a copy of the source file with the translations; other texts stay as they are.
 */
export function codeFormat(language: CodeLanguage): LocaleFormat {
  return keptWhileWriting<CodeFile>(
    (text, source) => codeFile(language.parse(text), source),
    (fileOf) =>
      provenFormat({
        id: language.id,
        keysArePaths: true,
        locales: (text) => fileLocales(fileOf(text).locales),
        readsWithSource: true,
        units: (text, locale, sourceText) => unitsOf(fileOf(text, sourceText), locale, language.rules),
        omitted: (text, locale, sourceText) => omittedIn(fileOf(text, sourceText), locale, language.rules),
        edits: (change) => writeCode(change, language, fileOf),
        mayAppear,
        ...(language.rules.pluralSuffixes && { placeOf: plainId }),
      }),
  );
}

/** A new file has all texts of the source; in an existing one, empty texts keep the indices of a list. */
function mayAppear(unit: Unit, { text, source }: WantedChange): boolean {
  return unit.text === '' || (text.trim() === '' && source().get(unit.id)?.text === unit.text);
}
