import { findLanguage, type Script } from './languages.ts';
import { textRuns, type TextRun } from './textRuns.ts';

/**
 * Stand-ins for a to z. One letter gives one letter, so that lengths stay believable, and in the script of
 * the target language, so that fonts, direction and script checks are tried for real. Each is one UTF-16 code unit.
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

/** Says in the target language, where it has room, that no person wrote this. */
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
  /** 1 for the first translation, one more for each that follows: every round reads differently. */
  readonly round: number;
}

/**
 * A simulated translation: pseudo-localised and marked as simulated. `[[[ ]]]` runs, tags and character
 * references come back byte for byte. Under a limit too tight for the mark, the strange letters alone mark it.
 */
export function translate(task: TranslationTask): string {
  const script = findLanguage(task.lcTgt)?.script ?? 'latin';
  const runs = textRuns(task.text).map((run): TextRun =>
    run.kind === 'plain' ? { kind: 'plain', text: disguise(run.text, alphabets[script], task.round) } : run,
  );
  const round = task.round > 1 ? ` ${task.round}` : '';
  const marked = join(withMark(runs, (marks[task.lcTgt] ?? plainMark)(round)));
  if (task.maxChars === undefined || marked.length <= task.maxChars) return marked;
  return join(shorten(runs, task.maxChars));
}

/** What a simulated translator answers. */
export function replyTo(comment: string): string {
  const quoted = comment.length > 200 ? `${withoutHalf(comment.slice(0, 200))}…` : comment;
  return `Thank you for your comment: “${quoted}” (This is a simulated translator.)`;
}

function disguise(text: string, alphabet: string, round: number): string {
  return text.replace(letters, (found) => {
    const code = found.codePointAt(0) ?? 0;
    const lower = found.toLowerCase().codePointAt(0) ?? code;
    const index = lower >= 97 && lower <= 122 ? lower - 97 : code;
    const stand = alphabet.charAt((index + round - 1) % alphabet.length);
    return found === found.toLowerCase() ? stand : capital(stand);
  });
}

/** Only where the capital is one letter too. */
function capital(stand: string): string {
  const upper = stand.toUpperCase();
  return upper.length === stand.length ? upper : stand;
}

/** The mark goes before the first letter, so that it stands inside elements and outside protected text; without letters, in front. */
function withMark(runs: readonly TextRun[], mark: string): readonly TextRun[] {
  const at = runs.findIndex((run) => run.kind === 'plain' && letter.test(run.text));
  if (at < 0) return [{ kind: 'plain', text: mark }, ...runs];
  return runs.map((run, index) => {
    if (index !== at) return run;
    const start = run.text.search(/\S/u);
    return { kind: 'plain', text: run.text.slice(0, start) + mark + run.text.slice(start) };
  });
}

/** Takes from the end of the plain text what is over the limit. What must come back whole is not touched, even if the limit cannot then be kept. */
function shorten(runs: readonly TextRun[], maxChars: number): readonly TextRun[] {
  let over = join(runs).length - maxChars;
  return runs
    .toReversed()
    .map((run) => {
      if (over <= 0 || run.kind !== 'plain') return run;
      const text = withoutHalf(run.text.slice(0, Math.max(0, run.text.length - over)));
      over -= run.text.length - text.length;
      return { kind: run.kind, text };
    })
    .toReversed();
}

/** Without half of a character at the end. */
function withoutHalf(text: string): string {
  return text.replace(/[\ud800-\udbff]$/u, '');
}

function join(runs: readonly TextRun[]): string {
  return runs.map((run) => run.text).join('');
}
