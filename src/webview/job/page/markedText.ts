import { html, nothing, type TemplateResult } from 'lit';
import { type JobPageView } from './jobPageView.ts';
import { fill } from '../../shared/page/pageText.ts';
import { shownText } from '../../shared/page/shownText.ts';
import { codicon } from '../../shared/page/codicon.ts';
import type { PageProblem, PageSnapshot } from '../../shared/pageSnapshot.ts';

/** A problem with the number that is shown in the list and in the texts; errors come first. */
export interface NumberedProblem extends PageProblem {
  readonly number: number;
}

/** A piece of a text with the problems whose ranges include it, and those whose ranges end with it. */
interface Piece {
  readonly text: string;
  /** The offset of the piece. */
  readonly start: number;
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
  return piecesOf(text, problems).flatMap((piece) => {
    const visibleText = shownText(piece.text, { whole: text, start: piece.start });
    const hasProblem = piece.marks.length > 0 || piece.ending.length > 0;
    if (!hasProblem) return visibleText;
    return markedPiece(view, piece, visibleText);
  });
}

/** Returns the severity of the first problem that affects a whole passage; it is shown by the passage's border. */
export function wholeSeverity(
  { snapshot }: JobPageView,
  passage: 'source' | 'translation',
  text: string,
): PageProblem['severity'] | undefined {
  return numberedProblems(snapshot).find((problem) => problem.location?.passage === passage && isWhole(problem, text))
    ?.severity;
}

/**
 * Returns the button next to a problem's sentence that leads to its location in the text; only an icon if it has none.
 */
export function problemIcon(view: JobPageView, problem: NumberedProblem): TemplateResult {
  if (problem.location === undefined) return codicon(problem.severity);
  return reference(problem, {
    id: `problem-${problem.number}`,
    target: `location-${problem.number}`,
    label: fill(view.strings.showInText, nameOf(view, problem)),
  });
}

function markedPiece(view: JobPageView, { marks, ending }: Piece, text: ReturnType<typeof shownText>): TemplateResult {
  const references = ending.map((problem) =>
    reference(problem, {
      id: `location-${problem.number}`,
      target: `problem-${problem.number}`,
      label: fill(view.strings.labeled, nameOf(view, problem), problem.sentence),
      title: problem.sentence,
    }),
  );
  // Whitespace in this template would appear in the text.
  return html`${marked(text, marks)}${references}`;
}

function marked(text: ReturnType<typeof shownText>, marks: readonly NumberedProblem[]) {
  const [worst] = marks;
  if (worst === undefined) return text;
  return html`<mark class=${worst.severity} title=${marks.map(({ sentence }) => sentence).join('\n')}>${text}</mark>`;
}

interface ReferenceOptions {
  readonly id: string;
  /** The id of the button on the other side. */
  readonly target: string;
  readonly label: string;
  readonly title?: string;
}

/** Returns one of the two buttons with which a mark and its sentence lead to each other, by mouse and keyboard. */
function reference(
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

function nameOf({ strings }: JobPageView, { severity, number }: NumberedProblem): string {
  return fill(severity === 'error' ? strings.errorNumber : strings.warningNumber, number);
}

/** Splits a text wherever the range of a problem begins or ends. Ranges may overlap, and may be empty. */
function piecesOf(text: string, problems: readonly NumberedProblem[]): readonly Piece[] {
  const spans = problems.map((problem) => ({ problem, ...spanIn(problem, text) }));
  const cuts = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b);
  return cuts.map((end, index) => {
    const start = cuts[index - 1] ?? 0;
    return {
      text: text.slice(start, end),
      start,
      marks: spans
        .filter((span) => span.start < end && span.end > start && !isWhole(span.problem, text))
        .map(({ problem }) => problem),
      ending: spans.filter((span) => span.end === end).map(({ problem }) => problem),
    };
  });
}

function spanIn({ location }: NumberedProblem, { length }: string): { readonly start: number; readonly end: number } {
  return { start: Math.min(location?.start ?? 0, length), end: Math.min(location?.end ?? 0, length) };
}

/** Returns whether a problem affects the whole text. It is not marked there, because that would hide other marks. */
function isWhole({ location }: PageProblem, { length }: string): boolean {
  return location?.start === 0 && location.end >= length;
}
