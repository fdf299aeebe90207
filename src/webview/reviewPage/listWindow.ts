import { maxVisibleRows } from '../review/reviewProtocol.ts';
import { rowOffsets, rowWindow, type RowWindow } from './model/rowWindow.ts';

/** How far outside the view rows are rendered, in pixels, so that scrolling shows no gaps. */
const marginPx = 600;

/** The height of the column headings, which cover the top of the list. */
const headingPx = 28;

/** The part of the list that is rendered, from the scroll position and the heights of the rows. */
export class ListWindow {
  readonly #changed: () => void;
  readonly #heights = new Map<string, number>();
  #ids: readonly string[] = [];
  #offsets: Float64Array = new Float64Array(1);
  #width = 0;
  #view = { top: 0, height: 900 };

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get top(): number {
    return this.#view.top;
  }

  get current(): RowWindow {
    return rowWindow(this.#offsets, { ...this.#view, margin: marginPx });
  }

  setIds(ids: readonly string[]): void {
    this.#ids = ids;
    this.#offsets = rowOffsets(ids, this.#heights);
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
    let isChanged = false;
    for (const row of list.querySelectorAll<HTMLElement>('[data-id]')) {
      const id = row.dataset['id'] ?? '';
      const { height } = row.getBoundingClientRect();
      if (Math.abs((this.#heights.get(id) ?? 0) - height) < 0.5) continue;
      this.#heights.set(id, height);
      isChanged = true;
    }
    if (isChanged) this.#offsets = rowOffsets(this.#ids, this.#heights);
    this.#view = { top: list.scrollTop, height: list.clientHeight };
    const now = this.current;
    if (isChanged || now.first !== first || now.last !== last) this.#changed();
  }

  /** Scrolls as little as needed to show a row. */
  reveal(list: HTMLElement, index: number): void {
    if (index < 0) return;
    const [start = 0, end = 0] = [this.#offsets[index], this.#offsets[index + 1]];
    const height = list.clientHeight - headingPx;
    if (start < list.scrollTop) list.scrollTop = start;
    else if (end > list.scrollTop + height) list.scrollTop = Math.min(start, end - height);
    this.#view = { top: list.scrollTop, height: list.clientHeight };
    this.#changed();
  }
}

/** Sets a height through the style object: the page's policy forbids style attributes. */
function setHeight(element: HTMLElement | null, pixels: number): void {
  if (element !== null) element.style.height = `${pixels}px`;
}
