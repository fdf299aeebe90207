import type { XmlElement } from '../xml/xmlTree.ts';

/** A piece of a string resource's content. */
export interface Part {
  /** Character data as written, the content of a CDATA section, or a tag, a comment or a section's delimiter. */
  readonly kind: 'text' | 'cdata' | 'mark';
  readonly raw: string;
  /** How many tags are before the piece, so that it is equal for pieces without a tag between them; see `edgesOf`. */
  readonly segment: number;
}

/** Splits the content of an element, from `start` to `end` of `text`, into pieces. */
export function partsOf(
  text: string,
  element: XmlElement,
  start = element.innerStart,
  end = element.innerEnd,
): readonly Part[] {
  const parts: Part[] = [];
  let segment = 0;
  const add = (kind: Part['kind'], partStart: number, partEnd: number): void => {
    if (partEnd > partStart) parts.push({ kind, raw: text.slice(partStart, partEnd), segment });
  };
  const collect = ({ children }: XmlElement, contentStart: number, contentEnd: number): void => {
    let position = contentStart;
    for (const child of children) {
      add('text', position, child.start);
      position = child.end;
      if (child.kind === 'cdata') {
        const sectionStart = child.start + '<![CDATA['.length;
        const sectionEnd = child.end - ']]>'.length;
        add('mark', child.start, sectionStart);
        add('cdata', sectionStart, sectionEnd);
        add('mark', sectionEnd, child.end);
      } else if (child.kind !== 'element' || child.selfClosing) {
        add('mark', child.start, child.end);
        if (child.kind === 'element') segment += 1;
      } else {
        add('mark', child.start, child.innerStart);
        segment += 1;
        collect(child, child.innerStart, child.innerEnd);
        add('mark', child.innerEnd, child.end);
        segment += 1;
      }
    }
    add('text', position, contentEnd);
  };
  collect(element, start, end);
  return parts;
}

/** The ignored whitespace at both ends of a text: by index of the part, the number of characters that are ignored. */
export interface Edges {
  /** Ignored at the beginning of the part. */
  readonly before: ReadonlyMap<number, number>;
  /** Ignored at the end of the part. */
  readonly after: ReadonlyMap<number, number>;
}

/**
 * Locates the whitespace at both ends of a text that an app does not show. aapt2 trims the start of the first run
 * between tags and the end of the last one, also inside an element: `<b> Hi</b> ` is shown like `<b>Hi</b>`.
 */
export function edgesOf(parts: readonly Part[]): Edges {
  const [before, after] = [new Map<number, number>(), new Map<number, number>()];
  const textIndices = [...parts.keys()].filter((index) => parts[index]?.kind !== 'mark');
  /** Measures the whitespace of the first part, and of the next ones in its segment until there is a character. */
  const measure = (indices: readonly number[], lengths: Map<number, number>, whitespace: RegExp): void => {
    const segment = parts[indices[0] ?? -1]?.segment;
    for (const index of indices) {
      const part = parts[index];
      if (part === undefined || part.segment !== segment) return;
      const length = whitespace.exec(part.raw)?.[0].length ?? 0;
      lengths.set(index, length);
      if (length < part.raw.length) return;
    }
  };
  measure(textIndices, before, /^[ \t\n\r]*/);
  measure(textIndices.toReversed(), after, /(?<![ \t\n\r])[ \t\n\r]*$/);
  return { before, after };
}
