import type { LocaleFormat, Unit } from '../format.ts';
import { provenFormat, type WantedChange } from '../provenFormat.ts';
import type { CodeLanguage } from './codeLanguage.ts';
import { fileLocales } from './codeLocales.ts';
import { codeFile, unitsOf, type CodeFile } from './codeUnits.ts';
import { writeCode } from './codeWrite.ts';

/**
 * A format of source code that holds texts in nested literals. Keys are joined to ids; comments beside a text are its note;
 * a new file is the source's own, with the translated texts in their places and all others in the source's words.
 */
export function codeFormat(language: CodeLanguage): LocaleFormat {
  const fileOf = recently((text) => codeFile(language.parse(text)));
  return provenFormat({
    id: language.id,
    locales: (text) => fileLocales(fileOf(text).locales),
    units: (text, locale) => unitsOf(fileOf(text), locale, language.rules),
    edits: (change) => writeCode(change, language, fileOf),
    mayAppear,
  });
}

/** A new file has all of the source's texts; elsewhere a list's places are kept by empty ones. */
function mayAppear(unit: Unit, { text, source }: WantedChange): boolean {
  return unit.text === '' || (text.trim() === '' && source().get(unit.id)?.text === unit.text);
}

/** How many files one call of `write` goes back to: the target's and the source's. */
const KEPT = 2;

/**
 * Remembers the last few files, since one writing comes back to them several times, and parsing is what takes long. They
 * are held weakly: nobody's memory is filled with them.
 */
function recently(read: (text: string) => CodeFile): (text: string) => CodeFile {
  let kept: readonly WeakRef<CodeFile>[] = [];
  return (text) => {
    for (const held of kept) {
      const file = held.deref();
      if (file?.tree.text === text) return file;
    }
    const file = read(text);
    kept = [new WeakRef(file), ...kept.slice(0, KEPT - 1)];
    return file;
  };
}
