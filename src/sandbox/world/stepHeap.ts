export interface HeapEntry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly job: number;
}

/**
 * A binary heap that returns the earliest entry first; for equal times, the entry with the lowest job id, so that every
 * run has the same order.
 */
export class StepHeap {
  readonly #entries: HeapEntry[] = [];

  get first(): HeapEntry | undefined {
    return this.#entries[0];
  }

  push(entry: HeapEntry): void {
    const entries = this.#entries;
    let index = entries.length;
    entries.push(entry);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = entries[parent];
      if (above === undefined || !isBefore(entry, above)) break;
      entries[index] = above;
      index = parent;
    }
    entries[index] = entry;
  }

  pop(): HeapEntry | undefined {
    const entries = this.#entries;
    const earliest = entries[0];
    const lastEntry = entries.pop();
    if (lastEntry !== undefined && entries.length > 0) this.#sinkFromTop(lastEntry);
    return earliest;
  }

  #sinkFromTop(entry: HeapEntry): void {
    const entries = this.#entries;
    let index = 0;
    for (;;) {
      const leftChild = entries[2 * index + 1];
      if (leftChild === undefined) break;
      const rightChild = entries[2 * index + 2];
      const takesRight = rightChild !== undefined && isBefore(rightChild, leftChild);
      const child = takesRight ? rightChild : leftChild;
      if (!isBefore(child, entry)) break;
      entries[index] = child;
      index = 2 * index + (takesRight ? 2 : 1);
    }
    entries[index] = entry;
  }
}

function isBefore(a: HeapEntry, b: HeapEntry): boolean {
  return a.at < b.at || (a.at === b.at && a.job < b.job);
}
