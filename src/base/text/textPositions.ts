/** A position in an editor; both numbers are counted from 0. */
export interface TextPosition {
  readonly line: number;
  readonly character: number;
}

/** Returns the UTF-16 offset of a position in the file's text. Its line ends may be mixed, unlike the editor's. */
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
  const lineStarts = [0];
  for (const { 0: lineBreak, index } of text.matchAll(/\r\n|\n|\r/gu)) lineStarts.push(index + lineBreak.length);
  return (offset) => {
    // A binary search for the last line that starts at or before the offset.
    let line = 0;
    let laterLine = lineStarts.length;
    while (laterLine - line > 1) {
      const middle = (line + laterLine) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) line = middle;
      else laterLine = middle;
    }
    return { line, character: offset - (lineStarts[line] ?? 0) };
  };
}
