/** A position in an editor; both numbers are counted from 0. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/** Returns the offset of an editor position in the file's text, whose line ends may be mixed; the editor's are not. */
export function offsetAt(text: string, position: TextPosition): number {
  const lineEnds = /\r\n|\r|\n/gu;
  let start = 0;
  for (let line = 0; line < position.line; line += 1) {
    if (lineEnds.exec(text) === null) return text.length;
    start = lineEnds.lastIndex;
  }
  return Math.min(start + position.character, text.length);
}

/** Returns a function that converts UTF-16 offsets in a text to positions. */
export function positionsIn(text: string): (offset: number) => TextPosition {
  const lineStarts = [
    0,
    ...Array.from(text.matchAll(/\r\n|\n|\r/gu), (lineBreak) => lineBreak.index + lineBreak[0].length),
  ];
  return (offset) => {
    let [line, beyond] = [0, lineStarts.length];
    while (beyond - line > 1) {
      const middle = (line + beyond) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) line = middle;
      else beyond = middle;
    }
    return { line, character: offset - (lineStarts[line] ?? 0) };
  };
}
