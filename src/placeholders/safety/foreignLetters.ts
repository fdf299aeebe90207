import { writingOf, type Writing } from '../check/checkScript.ts';

/** A letter of a script that its word does not have. */
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

/** Scripts whose letters resemble each other. */
const similar =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}\p{Script=Coptic}]/u;
const words = /[\p{L}\p{M}\p{Nl}]+/gu;
const latin = /\p{Script=Latin}/u;
const beyondLatin = /[^\u0000-\u024f\u1e00-\u1eff\u2000-\u2bff]/u;
/** Letters in another style, which only mathematics needs, and the wide Latin letters of East Asian fonts. */
const styled = /[\u{1D400}-\u{1D6A3}\u{1D6A8}-\u{1D7CB}]/u;
const wide = /[\uFF21-\uFF3A\uFF41-\uFF5A]/u;
/** Units such as kB, whose prefix is often Latin. */
const unit = /^[kKMGTP][бБвВ]$/u;
/** `Exampleа`, with a Cyrillic ending. */
const nameWithEnding = /^(\p{Script=Latin}{2,})(\P{Script=Latin}+)$/u;
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/**
 * Finds letters in words of another script, and whole words that look like words of the language's own script. Words
 * that the source has are right. Without a known locale, only letters that look like others count.
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
    const foreign = foreignLetterIn(word, writing);
    if (foreign === undefined) continue;
    sourceWords ??= new Set(source.match(words));
    if (sourceWords.has(word) || sourceWords.has(foreign.run) || unit.test(word)) continue;
    // An abbreviation of the source, with an ending: `PINи` for "PINs".
    if (foreign.run.length > 1 && source.includes(foreign.run)) continue;
    // A name of the source, with an ending of the language: `Exampleа` for "Example", but not `Examplе`.
    const [, name = '', ending = ''] = nameWithEnding.exec(word) ?? [];
    if (sourceWords.has(name) && writing?.own.test(ending) === true) continue;
    letters.push({ start: index, letter: foreign.letter, word });
  }
  return letters;
}

interface Run {
  readonly start: number;
  /** The letters of one script, with their marks. */
  readonly run: string;
  readonly letter: string;
}

function foreignLetterIn(word: string, writing: Writing | undefined): Run | undefined {
  if (styled.test(word)) return runAt(word, word.search(styled));
  if (wide.test(word) && writing !== undefined && !eastAsian.test(word) && !/^(?:ja|zh|ko|yue)/u.test(writing.language))
    return runAt(word, word.search(wide));
  if (!beyondLatin.test(word)) return undefined;
  const runs = runsOf(word);
  if (runs.length > 1) return runs.find((run, index) => isForeign(run, [runs[index - 1], runs[index + 1]], writing));
  const [onlyRun] = runs;
  const looksLatin = onlyRun !== undefined && writing?.isLatin === true && !writing.own.test(word) && isLookAlike(word);
  return looksLatin ? onlyRun : undefined;
}

/** Whether a whole word looks like a Latin one. A single small Greek letter is a symbol. */
function isLookAlike(word: string): boolean {
  return lettersLikeLatin.test(word.normalize('NFC').replace(/\p{M}/gu, '')) && !/^[ανρικυχ]$/u.test(word);
}

/** Whether a run of a word belongs to another script than the runs beside it, or looks as if it did not. */
function isForeign({ run }: Run, neighbors: readonly (Run | undefined)[], writing: Writing | undefined): boolean {
  const similarNeighbors = neighbors.map((one) => one?.run ?? '').filter((other) => similar.test(other));
  if (!similar.test(run) || similarNeighbors.length === 0) return false;
  const letters = run.replace(/\p{M}/gu, '');
  const isOwn = writing?.own.test(run) === true;
  if (latin.test(run)) {
    const isOwnWord = similarNeighbors.some((other) => writing?.own.test(other) !== false);
    return isOwnWord && latinLettersLikeOthers.test(letters) && !isPalochka(letters, writing);
  }
  if (!isOwn && writing !== undefined) return lettersLikeLatin.test(letters) || !/^\p{Script=Greek}$/u.test(letters);
  // The language's own letters are right where they continue a word of another script: `PDFы`, `PDFа`.
  const [previous, next] = neighbors;
  const isEnding = next === undefined && previous !== undefined && /^\p{Lu}{2,}$/u.test(previous.run);
  return (
    lettersLikeLatin.test(letters) &&
    !isEnding &&
    similarNeighbors.some((other) => latin.test(other) && other.length > run.length)
  );
}

/** Languages of the Caucasus whose letter palochka (U+04C0) is usually typed as a Latin I. */
const palochkaLanguages: ReadonlySet<string> = new Set(
  'abq ady agx ava av ce dar ddo inh kbd lbe lez rut tab tkr'.split(' '),
);

function isPalochka(letters: string, writing: Writing | undefined): boolean {
  return /^[Il]+$/u.test(letters) && writing !== undefined && palochkaLanguages.has(writing.language);
}

function runsOf(word: string): readonly Run[] {
  const runs: Run[] = [];
  const pattern =
    /\p{Script=Latin}[\p{Script=Latin}\p{M}]*|\p{Script=Cyrillic}[\p{Script=Cyrillic}\p{M}]*|\p{Script=Greek}[\p{Script=Greek}\p{M}]*|\p{Script=Armenian}[\p{Script=Armenian}\p{M}]*|[^\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]+/gu;
  for (const { 0: run, index } of word.matchAll(pattern))
    runs.push({ start: index, run, letter: String.fromCodePoint(run.codePointAt(0) ?? 0) });
  return runs;
}

function runAt(word: string, start: number): Run {
  const letter = String.fromCodePoint(word.codePointAt(start) ?? 0);
  return { start, run: letter, letter };
}
