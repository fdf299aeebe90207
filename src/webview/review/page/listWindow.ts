import type { ScrollPlace } from './model/reviewState.ts';
import { maxVisibleRows } from '../reviewMessages.ts';
import {
  rowOffsets,
  rowWindow,
  scrollToKeep,
  scrollToShow,
  type ListPlace,
  type RowWindow,
} from './model/rowWindow.ts';

/** How far outside the view rows are rendered, in pixels, so that scrolling shows no gaps. */
const marginPx = 600;

/** The height of the column headings, which cover the top of the list. */
const headingPx = 28;

/**
 * The part of the list that is rendered, from the scroll position and the heights of the rows. When rows before those in
 * view disappear or change their heights, the scroll position follows, so that the text that the user reads stays where
 * it is.
 */
export class ListWindow {
  readonly #changed: () => void;
  readonly #heights = new Map<string, number>();
  #ids: readonly string[] = [];
  #offsets: Float64Array = new Float64Array(1);
  #width = 0;
  #view = { top: 0, height: 900 };
  /** The scroll position to set as soon as the rows are rendered. */
  #nextTop: number | undefined;
  /** The row that is to be in view, until its height is known. */
  #revealed: string | undefined;
  #focused: string | undefined;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The first row in view. */
  get place(): ScrollPlace | undefined {
    const { top } = this.#view;
    const { first } = rowWindow(this.#offsets, { ...this.#view, margin: 0 });
    const jobId = this.#ids[first];
    return jobId === undefined ? undefined : { jobId, offset: Math.max(0, top - (this.#offsets[first] ?? 0)) };
  }

  get current(): RowWindow {
    return rowWindow(this.#offsets, { ...this.#view, margin: marginPx });
  }

  /** Sets the rows, and the one that stays where it is if it is in view; else the first one in view does. */
  setIds(ids: readonly string[], focused: string | undefined): void {
    const before = { ids: this.#ids, offsets: this.#offsets };
    this.#ids = ids;
    this.#offsets = rowOffsets(ids, this.#heights);
    this.#focused = focused;
    this.#keepPlace(before);
  }

  /** Returns the ids of the rows in view. */
  visible(ids: readonly string[]): readonly string[] {
    const { first, last } = rowWindow(this.#offsets, { ...this.#view, margin: 0 });
    return ids.slice(first, Math.min(last, first + maxVisibleRows));
  }

  /** Sets the space before and after the rendered rows, and measures these; renders again if that changed anything. */
  measure(list: HTMLElement): void {
    const { first, last, before, after } = this.current;
    setHeight(list.querySelector('.space-before'), before);
    setHeight(list.querySelector('.space-after'), after);
    if (list.clientWidth !== this.#width) {
      // Texts wrap differently now.
      this.#width = list.clientWidth;
      this.#heights.clear();
    }
    if (this.#nextTop !== undefined) list.scrollTop = this.#nextTop;
    this.#nextTop = undefined;
    let isChanged = false;
    for (const row of list.querySelectorAll<HTMLElement>('[data-id]')) {
      const id = row.dataset['id'] ?? '';
      const { height } = row.getBoundingClientRect();
      if (Math.abs((this.#heights.get(id) ?? 0) - height) < 0.5) continue;
      this.#heights.set(id, height);
      isChanged = true;
    }
    this.#view = { top: list.scrollTop, height: list.clientHeight };
    if (isChanged) {
      const before = { ids: this.#ids, offsets: this.#offsets };
      this.#offsets = rowOffsets(this.#ids, this.#heights);
      if (this.#revealed === undefined) this.#keepPlace(before);
      else this.#scrollTo(list, this.#ids.indexOf(this.#revealed));
    } else this.#revealed = undefined;
    const now = this.current;
    if (isChanged || now.first !== first || now.last !== last) this.#changed();
  }

  /** Scrolls as little as needed to show a row, and a row before and after it. */
  reveal(list: HTMLElement, id: string): void {
    this.#focused = id;
    this.#revealed = id;
    this.#scrollTo(list, this.#ids.indexOf(id));
    this.#changed();
  }

  /** Scrolls to where the page was when it was left; to the focused row if that row is no longer listed. */
  restore(list: HTMLElement, place: ScrollPlace | undefined): void {
    const index = place === undefined ? -1 : this.#ids.indexOf(place.jobId);
    if (place !== undefined && index >= 0) {
      list.scrollTop = (this.#offsets[index] ?? 0) + place.offset;
      this.#view = { ...this.#view, top: list.scrollTop };
      this.#changed();
    } else if (this.#focused !== undefined) this.reveal(list, this.#focused);
  }

  #scrollTo(list: HTMLElement, index: number): void {
    if (index < 0) return;
    const top = scrollToShow(this.#offsets, index, { top: list.scrollTop, height: list.clientHeight - headingPx });
    if (top !== undefined) list.scrollTop = top;
    this.#nextTop = undefined;
    this.#view = { top: list.scrollTop, height: list.clientHeight };
  }

  #keepPlace(before: ListPlace): void {
    const top = scrollToKeep(
      before,
      { ids: this.#ids, offsets: this.#offsets },
      { ...this.#view, focused: this.#focused },
    );
    if (top === this.#view.top) return;
    this.#nextTop = top;
    this.#view = { ...this.#view, top };
  }
}

/** Sets a height through the style object: the page's policy forbids style attributes. */
function setHeight(element: HTMLElement | null, pixels: number): void {
  if (element !== null) element.style.height = `${pixels}px`;
}
