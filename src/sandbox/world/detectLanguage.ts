import { findLanguage, type Script } from './languages.ts';
import { textRuns } from './textRuns.ts';

/** Letters of each script used by the languages here. */
const letters: Readonly<Record<Script, RegExp>> = {
  latin: /\p{Script=Latin}/gu,
  cyrillic: /\p{Script=Cyrillic}/gu,
  greek: /\p{Script=Greek}/gu,
  arabic: /\p{Script=Arabic}/gu,
  hebrew: /\p{Script=Hebrew}/gu,
  thai: /\p{Script=Thai}/gu,
  kana: /\p{Script=Hiragana}|\p{Script=Katakana}/gu,
  hangul: /\p{Script=Hangul}/gu,
  han: /\p{Script=Han}/gu,
};

const scripts = Object.keys(letters) as readonly Script[];

/** The language assumed for a script when the declared language is not written in it. */
const languageOfScript: Readonly<Record<Script, string>> = {
  latin: 'en',
  cyrillic: 'ru',
  greek: 'el',
  arabic: 'ar',
  hebrew: 'he',
  thai: 'th',
  kana: 'ja',
  hangul: 'ko',
  han: 'zh',
};

/** Additional scripts in which a language's text is written. */
const alsoWrittenIn: Partial<Record<Script, Script>> = { kana: 'han', hangul: 'han' };

/**
 * Minimum number of letters for a result. More Latin letters are needed, because names and abbreviations in every
 * language have them.
 */
const minLetters = 4;
const minLatinLetters = 12;

/** Collects the parts of a text, one after the other, and detects the language. */
export function languageDetector(declared: string): {
  readonly add: (text: string) => void;
  readonly detected: () => string;
} {
  const counts = new Map<Script, number>();
  return {
    add: (text) => {
      for (const { kind, text: run } of textRuns(text)) {
        if (kind !== 'plain') continue;
        for (const script of scripts)
          counts.set(script, (counts.get(script) ?? 0) + (run.match(letters[script])?.length ?? 0));
      }
    },
    detected: () => languageOf(counts, declared),
  };
}

/**
 * Returns the code of the detected language. Only scripts are considered: the result is the declared language unless
 * most letters are in other scripts.
 */
export function detectLanguage(text: string, declared: string): string {
  const { add, detected } = languageDetector(declared);
  add(text);
  return detected();
}

function languageOf(counts: ReadonlyMap<Script, number>, declared: string): string {
  const declaredScript = findLanguage(declared)?.script;
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const [script, count] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  if (declaredScript === undefined || script === undefined || count === undefined) return declared;
  const isMajority = count * 2 > total;
  const isEnough = count >= (script === 'latin' ? minLatinLetters : minLetters);
  if (!isMajority || !isEnough) return declared;
  if (script === declaredScript || script === alsoWrittenIn[declaredScript]) return declared;
  // Japanese may be mostly Han letters, but always has some kana.
  return script === 'han' && (counts.get('kana') ?? 0) > 0 ? languageOfScript.kana : languageOfScript[script];
}
