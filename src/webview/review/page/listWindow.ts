import type { ScrollAnchor } from './model/reviewState.ts';
import { maxVisibleRows } from '../reviewMessages.ts';
import {
  rowOffsets,
  rowWindow,
  scrollToKeep,
  scrollToShow,
  type RowPositions,
  type RowWindow,
} from './model/rowWindow.ts';

/** How far outside the view rows are rendered, in pixels, so that scrolling shows no gaps. */
const marginPx = 600;

/** The height of the column headings, which cover the top of the list. */
const headingPx = 28;

/**
 * Decides which rows of the list are rendered, from the scroll position and the heights of the rows. When rows above
 * the view disappear or change their heights, it also changes the scroll position, so that the text in view stays.
 */
export class ListWindow {
  readonly #onChange: () => void;
  readonly #heightById = new Map<string, number>();
  #ids: readonly string[] = [];
  #offsets: Float64Array = new Float64Array(1);
  #width = 0;
  /** The scroll position and the height of the view, in pixels; the height is a guess until it is measured. */
  #scroll = { top: 0, height: 900 };
  /** The scroll position to set as soon as the rows are rendered. */
  #pendingTop: number | undefined;
  /** The row that is to be in view, until its height is known. */
  #revealedId: string | undefined;
  #focusedId: string | undefined;

  /** `onChange` is called when other rows must be rendered. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The first row in view; undefined without rows. */
  get anchor(): ScrollAnchor | undefined {
    const { top } = this.#scroll;
    const { first } = rowWindow(this.#offsets, { ...this.#scroll, margin: 0 });
    const jobId = this.#ids[first];
    if (jobId === undefined) return undefined;
    return { jobId, offset: Math.max(0, top - (this.#offsets[first] ?? 0)) };
  }

  /** The rows to render. */
  get current(): RowWindow {
    return rowWindow(this.#offsets, { ...this.#scroll, margin: marginPx });
  }

  /** Sets the rows. The focused one doesn't move if it is in view; else the first one in view doesn't. */
  setIds(ids: readonly string[], focusedId: string | undefined): void {
    const earlierPositions = { ids: this.#ids, offsets: this.#offsets };
    this.#ids = ids;
    this.#offsets = rowOffsets(ids, this.#heightById);
    this.#focusedId = focusedId;
    this.#keepPosition(earlierPositions);
  }

  /** Returns the ids of the rows in view. */
  idsInView(ids: readonly string[]): readonly string[] {
    const { first, last } = rowWindow(this.#offsets, { ...this.#scroll, margin: 0 });
    return ids.slice(first, Math.min(last, first + maxVisibleRows));
  }

  /**
   * Called after the rows have been rendered: sets the space before and after them, and the scroll position, and
   * measures the rows. Renders again if other rows are in view then.
   */
  measure(list: HTMLElement): void {
    const { first, last, before, after } = this.current;
    setHeight(list.querySelector('.space-before'), before);
    setHeight(list.querySelector('.space-after'), after);
    if (list.clientWidth !== this.#width) {
      // Texts wrap differently now.
      this.#width = list.clientWidth;
      this.#heightById.clear();
    }
    if (this.#pendingTop !== undefined) list.scrollTop = this.#pendingTop;
    this.#pendingTop = undefined;
    const areHeightsChanged = this.#measureRows(list);
    this.#scroll = { top: list.scrollTop, height: list.clientHeight };
    if (areHeightsChanged) {
      const earlierPositions = { ids: this.#ids, offsets: this.#offsets };
      this.#offsets = rowOffsets(this.#ids, this.#heightById);
      if (this.#revealedId === undefined) this.#keepPosition(earlierPositions);
      else this.#scrollTo(list, this.#ids.indexOf(this.#revealedId));
    } else this.#revealedId = undefined;
    const rowsToRender = this.current;
    const areOtherRows = rowsToRender.first !== first || rowsToRender.last !== last;
    if (areHeightsChanged || areOtherRows) this.#onChange();
  }

  /** Stores the heights of the rendered rows. Returns whether any has changed by half a pixel or more. */
  #measureRows(list: HTMLElement): boolean {
    let isChanged = false;
    for (const row of list.querySelectorAll<HTMLElement>('[data-id]')) {
      const id = row.dataset['id'] ?? '';
      const { height } = row.getBoundingClientRect();
      if (Math.abs((this.#heightById.get(id) ?? 0) - height) < 0.5) continue;
      this.#heightById.set(id, height);
      isChanged = true;
    }
    return isChanged;
  }

  /** Scrolls as little as needed to show a row, and a row before and after it. */
  reveal(list: HTMLElement, id: string): void {
    this.#focusedId = id;
    this.#revealedId = id;
    this.#scrollTo(list, this.#ids.indexOf(id));
    this.#onChange();
  }

  /** Scrolls to where the page was when it was left; to the focused row if that row is no longer listed. */
  restore(list: HTMLElement, anchor: ScrollAnchor | undefined): void {
    const index = anchor === undefined ? -1 : this.#ids.indexOf(anchor.jobId);
    if (anchor !== undefined && index >= 0) {
      list.scrollTop = (this.#offsets[index] ?? 0) + anchor.offset;
      this.#scroll = { ...this.#scroll, top: list.scrollTop };
      this.#onChange();
    } else if (this.#focusedId !== undefined) this.reveal(list, this.#focusedId);
  }

  /** Scrolls as little as needed to show the row at an index; -1 if it is not listed. */
  #scrollTo(list: HTMLElement, index: number): void {
    if (index < 0) return;
    const top = scrollToShow(this.#offsets, index, { top: list.scrollTop, height: list.clientHeight - headingPx });
    if (top !== undefined) list.scrollTop = top;
    this.#pendingTop = undefined;
    this.#scroll = { top: list.scrollTop, height: list.clientHeight };
  }

  #keepPosition(earlierPositions: RowPositions): void {
    const positions = { ids: this.#ids, offsets: this.#offsets };
    const top = scrollToKeep(earlierPositions, positions, { ...this.#scroll, focused: this.#focusedId });
    if (top === this.#scroll.top) return;
    this.#pendingTop = top;
    this.#scroll = { ...this.#scroll, top };
  }
}

/** Sets a height through the style object: the page's policy forbids style attributes. */
function setHeight(element: HTMLElement | null, pixels: number): void {
  if (element !== null) element.style.height = `${pixels}px`;
}
