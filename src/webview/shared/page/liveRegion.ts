/** Events of one kind within this time are announced in one sentence, in milliseconds. */
const batchMs = 1000;

/** Batches that end within this time are announced together: the second must not replace the first unheard. */
const joinedMs = 100;

/** Events of one kind that are announced together when the timer ends. */
interface Batch {
  readonly ids: Set<string>;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * The only polite live region of a page. It is outside of what the page renders, so that rendering never repeats an
 * announcement. A hidden page announces nothing.
 */
export class LiveRegion {
  readonly #element = document.createElement('div');
  readonly #batches = new Map<string, Batch>();
  /** The last announced batches; `announcedAt` is on the clock of `performance.now()`. */
  #lastBatches = { announcedAt: -Infinity, sentences: [] as readonly string[] };

  constructor() {
    this.#element.id = 'announcements';
    this.#element.className = 'visually-hidden';
    this.#element.setAttribute('role', 'status');
    document.body.append(this.#element);
  }

  /** Announces a sentence, also one that equals the last. */
  announce(sentence: string): void {
    if (document.visibilityState === 'hidden') return;
    const line = document.createElement('p');
    line.textContent = sentence;
    this.#element.replaceChildren(line);
  }

  /** Removes a sentence that no longer applies. */
  clear(): void {
    this.#element.replaceChildren();
  }

  /** Moves the region into an open modal dialog, outside which nothing is in the accessibility tree, and back. */
  moveTo(container: Element): void {
    if (this.#element.parentElement === container) return;
    this.clear();
    container.append(this.#element);
  }

  /**
   * Announces an event together with those of the same kind that follow soon: two ids of the kind `approve` become
   * "Done: Approve (2)". Announces nothing if `sentenceOf` then returns undefined, because the events no longer matter.
   */
  collect(kind: string, id: string, sentenceOf: (ids: readonly string[]) => string | undefined): void {
    const batch = this.#batches.get(kind);
    if (batch !== undefined) {
      batch.ids.add(id);
      return;
    }
    const ids = new Set([id]);
    const timer = setTimeout(() => {
      this.#batches.delete(kind);
      const sentence = sentenceOf([...ids]);
      if (sentence !== undefined) this.#announceBatch(sentence);
    }, batchMs);
    this.#batches.set(kind, { ids, timer });
  }

  #announceBatch(sentence: string): void {
    const now = performance.now();
    const { announcedAt, sentences } = this.#lastBatches;
    const unheardSentences = now - announcedAt < joinedMs ? sentences : [];
    this.#lastBatches = { announcedAt: now, sentences: [...unheardSentences, sentence] };
    this.announce(this.#lastBatches.sentences.join(' '));
  }

  /** Removes an event that is not announced yet, because it was undone. */
  forget(kind: string, id: string): void {
    const batch = this.#batches.get(kind);
    if (batch === undefined) return;
    batch.ids.delete(id);
    if (batch.ids.size > 0) return;
    clearTimeout(batch.timer);
    this.#batches.delete(kind);
  }
}
