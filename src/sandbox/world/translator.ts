import { findLanguage, type Script } from './languages.ts';
import { withRequestedParts } from './withRequestedParts.ts';
import { textRuns, type TextRun } from './textRuns.ts';

/**
 * Replacements for a to z. Each letter becomes one letter, so that lengths stay plausible, in the target language's
 * script, so that tests cover fonts, text direction and script checks. Each replacement is one UTF-16 code unit.
 */
const alphabets: Readonly<Record<Script, string>> = {
  latin: 'áƀćďéƒğĥíĵķĺɱñóþɋřšťúṽŵẋýž',
  cyrillic: 'абцдефгхийклмнопярстувшьыз',
  greek: 'αβγδεφηθιξκλμνοπψρστυωςχζέ',
  arabic: 'ابتثجحخدذرزسشصضطظعغفقكلمنه',
  hebrew: 'אבגדהוזחטיכלמנסעפצקרשתךםןץ',
  thai: 'กขคงจฉชซญดตถทธนบปผฝพฟมยรลว',
  kana: 'アブクドエフグヒイジカルミノオピケリストウベワシヤズ',
  hangul: '아브크드에프그히이지카르미노오피케리스토우베와시야즈',
  han: '安本此大衣夫古黑一家可里米你我平去人四天五外王西也子',
};

/** Marks a translation as simulated, in the target language where a mark exists for it. */
const marks: Readonly<Record<string, (round: string) => string>> = {
  ja: (round) => `【模擬${round}】`,
  zh: (round) => `【模拟${round}】`,
  'zh-tw': (round) => `【模擬${round}】`,
  ko: (round) => `【모의${round}】`,
};
const plainMark = (round: string): string => `⟦sim${round}⟧ `;

const letter = /\p{L}/u;
const letters = /\p{L}\p{M}*/gu;

export interface TranslationTask {
  readonly text: string;
  readonly lcTgt: string;
  /** Character limit of the translation, in UTF-16 code units. */
  readonly maxChars?: number;
  /** 1 for the first translation and one higher for each further one; every round gives different text. */
  readonly round: number;
  /** The customer's comments. */
  readonly comments?: readonly string[];
}

/**
 * Returns a simulated translation: pseudo-localized and marked as simulated. `[[[ ]]]` runs, tags and character
 * references are kept byte for byte, and parts are added if comments ask for them, see `withRequestedParts`. If `maxChars` leaves no room for the mark, only the replaced letters show that the
 * translation is simulated.
 */
export function translate(task: TranslationTask): string {
  const script = findLanguage(task.lcTgt)?.script ?? 'latin';
  const runs = textRuns(withRequestedParts(task.text, task.comments ?? [])).map((run): TextRun =>
    run.kind === 'plain' ? { kind: 'plain', text: pseudoLocalize(run.text, alphabets[script], task.round) } : run,
  );
  const round = task.round > 1 ? ` ${task.round}` : '';
  const marked = join(withMark(runs, (marks[task.lcTgt] ?? plainMark)(round)));
  if (task.maxChars === undefined || marked.length <= task.maxChars) return marked;
  return join(shorten(runs, task.maxChars));
}

/** How much of a comment a reply quotes. */
const maxQuotedChars = 200;

/** Returns a simulated translator's reply to a comment. */
export function replyTo(comment: string): string {
  let quoted = comment;
  if (comment.length > maxQuotedChars) quoted = `${withoutHalf(comment.slice(0, maxQuotedChars))}…`;
  return `Thank you for your comment: “${quoted}” (This is a simulated translator.)`;
}

function pseudoLocalize(text: string, alphabet: string, round: number): string {
  return text.replace(letters, (original) => {
    const lowercase = original.toLowerCase();
    // `a` is 0 and `z` is 25; letters of other alphabets have their code points.
    const latinIndex = 'abcdefghijklmnopqrstuvwxyz'.indexOf(lowercase.charAt(0));
    const index = latinIndex >= 0 ? latinIndex : (original.codePointAt(0) ?? 0);
    const replacement = alphabet.charAt((index + round - 1) % alphabet.length);
    return original === lowercase ? replacement : capital(replacement);
  });
}

/** Returns the uppercase letter if it is also one code unit; otherwise the letter itself. */
function capital(replacement: string): string {
  const upper = replacement.toUpperCase();
  return upper.length === replacement.length ? upper : replacement;
}

/**
 * Inserts the mark before the first letter, so that it is inside elements and outside protected text; at the start if
 * there are no letters.
 */
function withMark(runs: readonly TextRun[], mark: string): readonly TextRun[] {
  const markedIndex = runs.findIndex((run) => run.kind === 'plain' && letter.test(run.text));
  if (markedIndex < 0) return [{ kind: 'plain', text: mark }, ...runs];
  return runs.map((run, index) => {
    if (index !== markedIndex) return run;
    const start = run.text.search(/\S/u);
    return { kind: 'plain', text: run.text.slice(0, start) + mark + run.text.slice(start) };
  });
}

/**
 * Shortens plain text from the end until the limit is met. Protected runs are kept, even if the limit can't be met
 * then.
 */
function shorten(runs: readonly TextRun[], maxChars: number): readonly TextRun[] {
  let excess = join(runs).length - maxChars;
  return runs
    .toReversed()
    .map((run) => {
      if (excess <= 0 || run.kind !== 'plain') return run;
      const text = withoutHalf(run.text.slice(0, Math.max(0, run.text.length - excess)));
      excess -= run.text.length - text.length;
      return { kind: run.kind, text };
    })
    .toReversed();
}

/** Removes half of a surrogate pair from the end. */
function withoutHalf(text: string): string {
  return text.replace(/[\ud800-\udbff]$/u, '');
}

function join(runs: readonly TextRun[]): string {
  return runs.map((run) => run.text).join('');
}
