import { html, nothing, type TemplateResult } from 'lit';
import type { PageProblem, PageSnapshot } from '../protocol.ts';
import { codicon, type PageView } from './pageView.ts';
import { fill } from './pageText.ts';

/** A problem with the number by which list and texts refer to each other; errors come first. */
export interface NumberedProblem extends PageProblem {
  readonly number: number;
}

/** A piece of a text with the problems that it is part of, and those whose place ends with it. */
interface Piece {
  readonly text: string;
  readonly marks: readonly NumberedProblem[];
  readonly ending: readonly NumberedProblem[];
}

export function numberedProblems({ problems }: PageSnapshot): readonly NumberedProblem[] {
  const worstFirst = [
    ...problems.filter(({ severity }) => severity === 'error'),
    ...problems.filter(({ severity }) => severity === 'warning'),
  ];
  return worstFirst.map((problem, index) => ({ ...problem, number: index + 1 }));
}

/**
 * A text in which each part that is wrong is marked and followed by the number of its problem. The numbers are drawn
 * by the style sheet: what is read, copied or searched is the text, to the character.
 */
export function markedText(
  view: PageView,
  passage: 'source' | 'translation',
  text: string,
): readonly (TemplateResult | string)[] {
  const problems = numberedProblems(view.snapshot).filter(({ place }) => place?.passage === passage);
  if (problems.length === 0) return [text];
  return piecesOf(text, problems).map((piece) =>
    piece.marks.length + piece.ending.length === 0 ? piece.text : markedPiece(view, piece),
  );
}

/** What is wrong with a passage as a whole; its box says it. */
export function wholeSeverity(
  { snapshot }: PageView,
  passage: 'source' | 'translation',
  text: string,
): PageProblem['severity'] | undefined {
  return numberedProblems(snapshot).find((problem) => problem.place?.passage === passage && isWhole(problem, text))
    ?.severity;
}

/**
 * The button beside a problem's sentence that leads to its place in the text; an icon alone where no place is known.
 */
export function problemIcon(view: PageView, problem: NumberedProblem): TemplateResult {
  if (problem.place === undefined) return codicon(problem.severity);
  return reference(
    problem,
    `problem-${problem.number}`,
    `place-${problem.number}`,
    fill(view.strings.showInText, nameOf(view, problem)),
  );
}

function markedPiece(view: PageView, { text, marks, ending }: Piece): TemplateResult {
  const [worst] = marks;
  const mark =
    worst === undefined
      ? text
      : html`<mark class=${worst.severity} title=${marks.map(({ sentence }) => sentence).join('\n')}>${text}</mark>`;
  // Blanks in this template would stand in the text.
  return html`${mark}${ending.map((problem) => reference(problem, `place-${problem.number}`, `problem-${problem.number}`, `${nameOf(view, problem)}: ${problem.sentence}`))}`;
}

/** Marks and their sentences lead to each other, by mouse and keyboard. */
function reference(
  { severity, number, sentence }: NumberedProblem,
  id: string,
  target: string,
  label: string,
): TemplateResult {
  const press = (): void => {
    document.getElementById(target)?.focus();
  };
  return html`<button type="button" id=${id} class="reference ${severity}" data-number=${number} aria-label=${label} title=${id.startsWith('place') ? sentence : nothing} @click=${press}>${codicon(severity)}</button>`;
}

function nameOf({ strings }: PageView, { severity, number }: NumberedProblem): string {
  return fill(severity === 'error' ? strings.errorNumber : strings.warningNumber, number);
}

/** Problems may overlap, and may have no width: a text is cut wherever one begins or ends. */
function piecesOf(text: string, problems: readonly NumberedProblem[]): readonly Piece[] {
  const spans = problems.map((problem) => ({ problem, ...spanIn(problem, text) }));
  const cuts = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b);
  return cuts.map((end, index) => {
    const start = cuts[index - 1] ?? 0;
    return {
      text: text.slice(start, end),
      marks: spans
        .filter((span) => span.start < end && span.end > start && !isWhole(span.problem, text))
        .map(({ problem }) => problem),
      ending: spans.filter((span) => span.end === end).map(({ problem }) => problem),
    };
  });
}

function spanIn({ place }: NumberedProblem, { length }: string): { readonly start: number; readonly end: number } {
  return { start: Math.min(place?.start ?? 0, length), end: Math.min(place?.end ?? 0, length) };
}

/** To mark all of a text would hide the other marks in it. */
function isWhole({ place }: PageProblem, { length }: string): boolean {
  return place?.start === 0 && place.end >= length;
}
