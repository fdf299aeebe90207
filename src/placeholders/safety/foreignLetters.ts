import { writingOf, type Writing } from '../check/checkScript.ts';

/** A letter of another script than its word. */
export interface ForeignLetter {
  readonly letter: string;
  readonly word: string;
  /** The offset of the word. */
  readonly start: number;
}

/** Letters of Cyrillic and Greek that readers take for Latin ones. */
const lettersLikeLatin =
  /^[аеорсухіјѕһԁԛԝӏѵАВЕЅІЈКМНОРСТУХҮҺӀԌԚԜοναρικυχϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿօոսցհՕՍꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓤꓥꓦꓧꓨꓩꓪꓫꓬꓮꓯꓰꓱꓲꓳꓴ\u13A0-\u13F5\uAB70-\uABBF]+$/u;
/** Latin letters that readers take for Cyrillic or Greek ones. */
const latinLettersLikeOthers = /^[aceijkopsuvxyABCEHIJKMNOPSTXYZ]+$/u;

/** A letter of the scripts whose letters resemble each other. */
const similarScript =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}]/u;
const words = /[\p{L}\p{M}\p{Nl}]+/gu;
const latin = /\p{Script=Latin}/u;
/** A character other than Latin letters and general punctuation and symbols. */
const beyondLatin = /[^\u0000-\u024f\u1e00-\u1eff\u2000-\u2bff]/u;
/** A letter in another style, which only mathematics needs: `𝐀`. */
const styledLetter = /[\u{1D400}-\u{1D6A3}\u{1D6A8}-\u{1D7CB}]/u;
/** A wide Latin letter of East Asian fonts: `Ａ`. */
const wideLetter = /[\uFF21-\uFF3A\uFF41-\uFF5A]/u;
/** A unit such as kB with a Latin prefix and a Cyrillic `Б`. */
const unit = /^[kKMGTP][бБвВ]$/u;
/** Latin letters and an ending of another script: "Example" with a Cyrillic `а` added. */
const nameWithEnding = /^(\p{Script=Latin}{2,})(\P{Script=Latin}+)$/u;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/**
 * Finds letters in words of another script, and whole words that look like words of the language's own script. Words of
 * the source are accepted. Without a known locale, only letters that look like others count.
 */
export function foreignLetters(
  source: string,
  translation: string,
  locale: string | undefined,
): readonly ForeignLetter[] {
  if (!beyondLatin.test(translation)) return [];
  const writing = locale === undefined ? undefined : writingOf(locale);
  const letters: ForeignLetter[] = [];
  let sourceWords: ReadonlySet<string> | undefined;
  for (const { 0: word, index } of translation.matchAll(words)) {
    const foreignRun = foreignRunIn(word, writing);
    if (foreignRun === undefined) continue;
    sourceWords ??= new Set(source.match(words));
    if (sourceWords.has(word) || sourceWords.has(foreignRun.letters) || unit.test(word)) continue;
    // An abbreviation of the source, with an ending: `PINи` for "PINs".
    if (foreignRun.letters.length > 1 && source.includes(foreignRun.letters)) continue;
    // A name of the source with an added ending, but not "Example" with a Cyrillic `е` instead of its last letter.
    const [, name = '', ending = ''] = nameWithEnding.exec(word) ?? [];
    if (sourceWords.has(name) && writing?.ownLetter.test(ending) === true) continue;
    letters.push({ start: index, letter: foreignRun.firstLetter, word });
  }
  return letters;
}

/** Adjacent letters of one script in a word, with their marks. */
interface Run {
  readonly letters: string;
  readonly firstLetter: string;
}

/** Returns the first letters of another script than the rest of a word; of a whole word that deceives, all letters. */
function foreignRunIn(word: string, writing: Writing | undefined): Run | undefined {
  if (styledLetter.test(word)) return runAt(word, word.search(styledLetter));
  const usesWideLetters = writing !== undefined && /^(?:ja|zh|ko|yue)/u.test(writing.language);
  if (wideLetter.test(word) && writing !== undefined && !eastAsian.test(word) && !usesWideLetters)
    return runAt(word, word.search(wideLetter));
  if (!beyondLatin.test(word)) return undefined;
  const runs = scriptRuns(word);
  if (runs.length > 1) return runs.find((run, index) => isForeign(run, [runs[index - 1], runs[index + 1]], writing));
  // In a language with Latin letters, a whole word of Cyrillic `с`, `о` and `р` looks like the Latin word "cop".
  const isInOtherScript = writing?.isLatin === true && !writing.ownLetter.test(word);
  return isInOtherScript && looksLatin(word) ? runs[0] : undefined;
}

/** Whether a whole word looks like a Latin one. A single small Greek letter is a symbol. */
function looksLatin(word: string): boolean {
  return lettersLikeLatin.test(word.normalize('NFC').replace(/\p{M}/gu, '')) && !/^[ανρικυχ]$/u.test(word);
}

/** Whether a run is of another script than its neighbors, and looks like it belonged to them. */
function isForeign(run: Run, neighbors: readonly (Run | undefined)[], writing: Writing | undefined): boolean {
  const neighborLetters = neighbors.map((neighbor) => neighbor?.letters ?? '');
  const similarNeighbors = neighborLetters.filter((letters) => similarScript.test(letters));
  if (!similarScript.test(run.letters) || similarNeighbors.length === 0) return false;
  const lettersWithoutMarks = run.letters.replace(/\p{M}/gu, '');
  // Latin letters in a Cyrillic or Greek word. `!== false`: if the locale is unknown, every word may be its own.
  if (latin.test(run.letters)) {
    const isOwnWord = similarNeighbors.some((neighbor) => writing?.ownLetter.test(neighbor) !== false);
    return isOwnWord && latinLettersLikeOthers.test(lettersWithoutMarks) && !isPalochka(lettersWithoutMarks, writing);
  }
  const isOwn = writing?.ownLetter.test(run.letters) === true;
  const areLikeLatin = lettersLikeLatin.test(lettersWithoutMarks);
  // `μ` in `μm`
  const isGreekSymbol = /^\p{Script=Greek}$/u.test(lettersWithoutMarks);
  if (!isOwn && writing !== undefined) return areLikeLatin || !isGreekSymbol;
  // Letters of the language itself, or of any script if the locale is unknown. They may end an abbreviation: `PDFы`.
  const [previous, next] = neighbors;
  const isEnding = next === undefined && previous !== undefined && /^\p{Lu}{2,}$/u.test(previous.letters);
  if (isEnding || !areLikeLatin) return false;
  // A few Cyrillic letters in a Latin word.
  return similarNeighbors.some((neighbor) => latin.test(neighbor) && neighbor.length > run.letters.length);
}

/** Languages of the Caucasus whose letter palochka (U+04C0) is usually typed as a Latin I. */
const palochkaLanguages: ReadonlySet<string> = new Set(
  'abq ady agx ava av ce dar ddo inh kbd lbe lez rut tab tkr'.split(' '),
);

function isPalochka(letters: string, writing: Writing | undefined): boolean {
  return /^[Il]+$/u.test(letters) && writing !== undefined && palochkaLanguages.has(writing.language);
}

/** The scripts whose letters are told apart; all other letters are one run. */
const scriptsOfRuns = ['Latin', 'Cyrillic', 'Greek', 'Armenian'].map((script) => `\\p{Script=${script}}`);
const oneRun = new RegExp(
  [...scriptsOfRuns.map((script) => `${script}[${script}\\p{M}]*`), `[^${scriptsOfRuns.join('')}]+`].join('|'),
  'gu',
);

/** Returns the parts of a word that are each in one script. */
function scriptRuns(word: string): readonly Run[] {
  const runs = word.match(oneRun) ?? [];
  return runs.map((letters) => ({ letters, firstLetter: String.fromCodePoint(letters.codePointAt(0) ?? 0) }));
}

/** Returns the letter at an offset as a run. */
function runAt(word: string, offset: number): Run {
  const letter = String.fromCodePoint(word.codePointAt(offset) ?? 0);
  return { letters: letter, firstLetter: letter };
}
