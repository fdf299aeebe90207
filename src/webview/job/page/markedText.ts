import { html, nothing, type TemplateResult } from 'lit';
import { type JobPageView } from './jobPageView.ts';
import { fill } from '../../shared/page/pageText.ts';
import { shownText, type ShownText } from '../../shared/page/shownText.ts';
import { codicon } from '../../shared/page/codicon.ts';
import type { PageProblem, PageSnapshot } from '../../shared/pageSnapshot.ts';

/** A problem with the number that is shown in the list and in the texts; errors come first. */
export interface NumberedProblem extends PageProblem {
  readonly number: number;
}

/** A piece of a text. */
interface Piece {
  readonly text: string;
  /** The offset of the piece in the text. */
  readonly start: number;
  /** The problems whose ranges include the piece, the worst first. */
  readonly problems: readonly NumberedProblem[];
  /** The problems whose ranges end where the piece ends: their numbers are shown after it. */
  readonly endingProblems: readonly NumberedProblem[];
}

/** Returns the problems of a job with their numbers: those of errors are the lowest. */
export function numberedProblems({ problems }: PageSnapshot): readonly NumberedProblem[] {
  const worstFirst = [
    ...problems.filter(({ severity }) => severity === 'error'),
    ...problems.filter(({ severity }) => severity === 'warning'),
  ];
  return worstFirst.map((problem, index) => ({ ...problem, number: index + 1 }));
}

/**
 * Returns a text in which each problem's range is marked and followed by its number. The style sheet draws the numbers,
 * so that the text remains exact when it is read out, copied or searched.
 */
export function markedText(
  view: JobPageView,
  passage: 'source' | 'translation',
  text: string,
): readonly (TemplateResult | string)[] {
  const problems = numberedProblems(view.snapshot).filter(({ location }) => location?.passage === passage);
  if (problems.length === 0) return [shownText(text)].flat();
  return splitAtProblems(text, problems).flatMap((piece) => {
    const visibleText = shownText(piece.text, { whole: text, start: piece.start });
    const hasProblem = piece.problems.length > 0 || piece.endingProblems.length > 0;
    if (!hasProblem) return visibleText;
    return markedPiece(view, piece, visibleText);
  });
}

/** Returns the severity of the first problem that affects a whole passage; it is shown by the passage's border. */
export function severityOfWholeText(
  { snapshot }: JobPageView,
  passage: 'source' | 'translation',
  text: string,
): PageProblem['severity'] | undefined {
  const problemsOfPassage = numberedProblems(snapshot).filter(({ location }) => location?.passage === passage);
  return problemsOfPassage.find((problem) => coversWholeText(problem, text))?.severity;
}

/** Returns the button next to a problem's sentence that leads to its location in the text; an icon if it has none. */
export function problemIcon(view: JobPageView, problem: NumberedProblem): TemplateResult {
  if (problem.location === undefined) return codicon(problem.severity);
  return referenceButton(problem, {
    id: `problem-${problem.number}`,
    target: `location-${problem.number}`,
    label: fill(view.strings.showInText, problemName(view, problem)),
  });
}

function markedPiece(view: JobPageView, { problems, endingProblems }: Piece, text: ShownText): TemplateResult {
  const references = endingProblems.map((problem) =>
    referenceButton(problem, {
      id: `location-${problem.number}`,
      target: `problem-${problem.number}`,
      label: fill(view.strings.labeled, problemName(view, problem), problem.sentence),
      title: problem.sentence,
    }),
  );
  // Whitespace in this template would appear in the text.
  return html`${withMark(text, problems)}${references}`;
}

function withMark(text: ShownText, problems: readonly NumberedProblem[]) {
  const [worst] = problems;
  if (worst === undefined) return text;
  const title = problems.map(({ sentence }) => sentence).join('\n');
  return html`<mark class=${worst.severity} title=${title}>${text}</mark>`;
}

interface ReferenceOptions {
  readonly id: string;
  /** The id of the button on the other side. */
  readonly target: string;
  readonly label: string;
  readonly title?: string;
}

/** Returns one of the two buttons with which a mark and its sentence lead to each other, by mouse and keyboard. */
function referenceButton(
  { severity, number }: NumberedProblem,
  { id, target, label, title }: ReferenceOptions,
): TemplateResult {
  const press = (): void => {
    document.getElementById(target)?.focus();
  };
  return html`<button
    type="button"
    id=${id}
    class="reference ${severity}"
    data-number=${number}
    aria-label=${label}
    title=${title ?? nothing}
    @click=${press}
  >${codicon(severity)}</button>`;
}

function problemName({ strings }: JobPageView, { severity, number }: NumberedProblem): string {
  return fill(severity === 'error' ? strings.errorNumber : strings.warningNumber, number);
}

/**
 * Splits a text wherever the range of a problem begins or ends: with a problem at 3 to 6, `Hi {x}!` becomes '', `Hi `,
 * `{x}` and `!`. The first piece is always empty, for problems whose ranges end at 0. Ranges may overlap or be empty.
 */
function splitAtProblems(text: string, problems: readonly NumberedProblem[]): readonly Piece[] {
  const ranges = problems.map((problem) => ({ problem, ...rangeWithin(text, problem) }));
  const boundaries = new Set([0, text.length, ...ranges.flatMap(({ start, end }) => [start, end])]);
  const ends = [...boundaries].sort((a, b) => a - b);
  return ends.map((end, index) => {
    const start = ends[index - 1] ?? 0;
    const overlapping = ranges.filter((range) => range.start < end && range.end > start);
    const ending = ranges.filter((range) => range.end === end);
    return {
      text: text.slice(start, end),
      start,
      problems: overlapping.map(({ problem }) => problem).filter((problem) => !coversWholeText(problem, text)),
      endingProblems: ending.map(({ problem }) => problem),
    };
  });
}

/** Returns the range of a problem, which may be that of a longer text, within a text. */
function rangeWithin(
  { length }: string,
  { location }: NumberedProblem,
): { readonly start: number; readonly end: number } {
  return { start: Math.min(location?.start ?? 0, length), end: Math.min(location?.end ?? 0, length) };
}

/** Returns whether a problem affects the whole text. It is not marked there, because that would hide other marks. */
function coversWholeText({ location }: PageProblem, { length }: string): boolean {
  return location?.start === 0 && location.end >= length;
}
