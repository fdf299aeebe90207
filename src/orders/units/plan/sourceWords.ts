import { languageOf } from '../../../base/locale.ts';
import type { Unit } from '../../../formats/format.ts';
import { functionWords } from '../../../locales/functionWords.ts';
import { findPlaceholders } from '../../../placeholders/findPlaceholders.ts';
import type { SourceFile } from '../files/localeFile.ts';

/** The kind of a source text, which shows how likely a translation is to be equal to it. */
export type TextKind =
  /** Has no letters outside of placeholders and do-not-translate terms. */
  | 'wordless'
  /** Identifiers, date patterns, units of measurement and abbreviations. */
  | 'code'
  /** Names only: `GitHub`, a word that all sentences capitalize, or `Visual Studio` among texts like `Open file`. */
  | 'name'
  | 'word'
  /** A few words that are no sentence. */
  | 'phrase'
  | 'sentence';

type WordSource = Pick<SourceFile, 'locale' | 'units' | 'syntaxesOf'>;

/** What the texts of a source file are. */
export interface SourceWords {
  readonly kindOf: (unit: Unit, position: number) => TextKind;
  /** Facts about each unit, by its position. They are read without looking for placeholders, so they are fast. */
  readonly isSentence: readonly boolean[];
  readonly hasSeveralWords: readonly boolean[];
  readonly isOneWord: readonly boolean[];
}

const wordsBySource = new WeakMap<WordSource, SourceWords>();

/** Returns the facts about a source file's texts, which are the same for all of its targets. */
export function sourceWordsOf(source: WordSource): SourceWords {
  const words = wordsBySource.get(source) ?? readWords(source);
  wordsBySource.set(source, words);
  return words;
}

/** A sentence has three words in lower case, one of them a function word such as “the”, or five without such a word. */
const minSentenceWords = 3;
const minWordsWithoutFunctionWord = 5;

function readWords(source: WordSource): SourceWords {
  const functionWordsOfSource = functionWords(languageOf(source.locale));
  const isFunctionWord = (word: string): boolean => functionWordsOfSource?.has(word) === true;
  const isSentence: boolean[] = [];
  const hasSeveralWords: boolean[] = [];
  const isOneWord: boolean[] = [];
  const kinds: (TextKind | undefined)[] = [];
  for (const { text } of source.units) {
    const words = text.match(lowerWord) ?? [];
    const seemsSentence =
      words.length >= minWordsWithoutFunctionWord || (words.length >= minSentenceWords && words.some(isFunctionWord));
    isSentence.push(seemsSentence);
    hasSeveralWords.push(words.length > 1);
    // `Save`, `Save…`, `[Save]`.
    isOneWord.push(/^\P{L}*\p{L}{3,}\P{L}*$/u.test(text));
    // The kind of a text that may have placeholders is found out when it is asked for.
    const mayHavePlaceholders = /[{<%$]/u.test(text);
    kinds.push(seemsSentence && !mayHavePlaceholders ? 'sentence' : undefined);
  }
  let vocabulary: Vocabulary | undefined;
  return {
    isSentence,
    hasSeveralWords,
    isOneWord,
    kindOf: (unit, position) => {
      const knownKind = kinds[position];
      if (knownKind !== undefined) return knownKind;
      vocabulary ??= readVocabulary(source.units, isSentence);
      const kind = kindOfText(textWithoutPlaceholders(unit, source), isFunctionWord, vocabulary);
      kinds[position] = kind;
      return kind;
    },
  };
}

/**
 * A word in lower case that is not part of a placeholder, a path, an address or an identifier: `open` in “Please open
 * {file}”, but not in `{open}`, `/open`, `open_file`, `open.com` or `open://`.
 */
const lowerWord = /(?<![\p{L}\p{N}_{%$:@./\\-])\p{Ll}{2,}(?![\p{L}\p{N}_}/\\]|\.\p{L}|:\/\/)/gu;

/** Words of a project's source texts. */
interface Vocabulary {
  /** Words that some text has in lower case. */
  readonly ordinary: ReadonlySet<string>;
  /** Capitalized within sentences, and never in lower case. */
  readonly names: ReadonlySet<string>;
  /** Titles and labels are written like sentences, so that several capitalized words are a name. */
  readonly hasSentenceCase: boolean;
}

/** In sentence case, at most this share of the texts with several words is capitalized: these are names. */
const maxCapitalizedShare = 0.1;
/** And at least this number of them is not. */
const minSentenceCaseTexts = 3;
/** `Open file`, `Save As`. */
const severalWords = /^\P{L}*\p{Lu}\p{L}+\P{L}+\p{L}{2,}/u;
/** `Save As`, `Visual Studio Code`. */
const severalCapitalized = /^\P{L}*\p{Lu}\p{L}+(?:\P{L}+\p{Lu}\p{L}+)+\P{L}*$/u;

function readVocabulary(units: readonly Unit[], isSentence: readonly boolean[]): Vocabulary {
  const capitalized = new Set<string>();
  const ordinary = new Set<string>();
  let [severalCount, capitalizedCount] = [0, 0];
  for (const [index, { text }] of units.entries()) {
    if (severalWords.test(text)) severalCount += 1;
    if (severalCapitalized.test(text)) capitalizedCount += 1;
    for (const [word] of text.matchAll(/(?<![\p{L}\p{N}])\p{Ll}\p{L}+/gu)) ordinary.add(word);
    // Titles capitalize ordinary words, too.
    if (isSentence[index] !== true) continue;
    // `Windows` in “for Windows only”, not at the beginning of a sentence.
    for (const [word] of text.matchAll(/(?<=[\p{Ll},;] )\p{Lu}\p{L}+/gu)) capitalized.add(word);
  }
  const maxCapitalized = Math.max(1, severalCount * maxCapitalizedShare);
  return {
    ordinary,
    names: new Set([...capitalized].filter((word) => !ordinary.has(word.toLowerCase()))),
    hasSentenceCase: severalCount - capitalizedCount >= minSentenceCaseTexts && capitalizedCount <= maxCapitalized,
  };
}

/** Returns a unit's text with a space in place of each placeholder. */
function textWithoutPlaceholders(unit: Unit, source: WordSource): string {
  let words = '';
  let copiedUpTo = 0;
  for (const { start, end } of findPlaceholders(unit.text, source.syntaxesOf(unit))) {
    words += `${unit.text.slice(copiedUpTo, Math.max(copiedUpTo, start))} `;
    copiedUpTo = Math.max(copiedUpTo, end);
  }
  return words + unit.text.slice(copiedUpTo);
}

/** Returns the kind of a text without placeholders. */
function kindOfText(
  text: string,
  isFunctionWord: (word: string) => boolean,
  { ordinary, names, hasSentenceCase }: Vocabulary,
): TextKind {
  const tokens = text.split(/\s+/u).filter((token) => /\p{L}/u.test(token));
  if (tokens.length === 0) return 'wordless';
  // Whether a token is code or an abbreviation instead of a word.
  const isNoWord = (token: string): boolean => {
    const letters = token.toLowerCase().replaceAll(/^\P{L}+|\P{L}+$/gu, '');
    if (isFunctionWord(letters)) return false;
    // `OPEN` is no abbreviation if other texts have `open`.
    return letters.length <= 2 || isIdentifier(token) || (isAbbreviation(token) && !ordinary.has(letters));
  };
  const possibleWords = tokens.filter((token) => !isNoWord(token));
  if (possibleWords.length === 0) return 'code';
  const words = possibleWords.flatMap((token) => token.match(/\p{L}[\p{L}\p{M}\p{N}'’]*/gu) ?? []);
  // A capital after a lower-case letter shows a name: `GitHub`.
  if (words.every((word) => names.has(word) || /\p{Ll}\p{Lu}/u.test(word))) return 'name';
  if (tokens.length === 1 && words.length === 1) return 'word';
  const areAllOrdinary = words.every((word) => ordinary.has(word.toLowerCase()));
  // `Visual Studio`, unless other texts have all of these words in lower case.
  if (hasSentenceCase && severalCapitalized.test(text) && !areAllOrdinary) return 'name';
  const lowerCaseWords = words.filter((word) => word === word.toLowerCase());
  const hasFunctionWord = words.length >= minSentenceWords && lowerCaseWords.some(isFunctionWord);
  const isSentence = lowerCaseWords.length >= minSentenceWords || hasFunctionWord;
  return isSentence ? 'sentence' : 'phrase';
}

/** A sign of code next to a letter or digit: `foo_bar`, `#id`. */
const signOfCode = /[\p{L}\p{N}][_@\\=<>{}|~^$#]|[_@\\=<>{}|~^$#][\p{L}\p{N}]/u;
/** `http://`, `--flag`, `a.b`, `.json`. */
const addressOrOption = /\/\/|^--?\p{L}|\p{L}\.\p{Ll}|^\.\p{L}/u;
/** `yyyy-MM-dd`, `hh:mm`. */
const datePattern = /^(?:[ymdhs]{1,4}[-/.:]){1,5}[ymdhs]{1,4}$/iu;

/** Whether a token is code: an identifier, an address, an option, a number with a unit, or a date's pattern. */
function isIdentifier(token: string): boolean {
  const bare = token.replaceAll(/^[("'“‘«[]+|[)"'”’».,:;!?…\]]+$/gu, '');
  // `v1.2`, `10MB`; not `3-day`.
  const isNumbered = /\p{N}/u.test(bare) && !/\p{Ll}{3}/u.test(bare);
  return isNumbered || signOfCode.test(bare) || addressOrOption.test(bare) || datePattern.test(bare);
}

/** `URL`, `R&D`, `PDFs`. */
function isAbbreviation(token: string): boolean {
  return /^\P{L}*\p{Lu}[\p{Lu}\p{N}&/+.-]{1,6}s?\P{L}*$/u.test(token);
}
