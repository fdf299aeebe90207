/**
 * A line that git and other programs leave in a file whose versions could not be merged: `<<<<<<< ours`,
 * `||||||| base`, `=======` or `>>>>>>> theirs`. They have seven characters or, by the attribute `conflict-marker-size`
 * and in nested conflicts, more.
 */
const markerPattern = /(?<=^|[\r\n])(?:(<{7,}|\|{7,}|>{7,})(?=[ \t\r\n]|$)|(={7,})(?=[ \t]*(?:[\r\n]|$)))/gu;

/** A marker: its offset in the text, its character, and how often it is repeated. */
interface Marker {
  readonly offset: number;
  readonly character: string;
  readonly size: number;
}

/**
 * Returns the UTF-16 offset of the first conflict marker; -1 without a conflict. A conflict has two different markers
 * of one length, in git's order, at the beginnings of lines: a line of equals signs alone underlines a heading.
 */
export function conflictOffset(text: string): number {
  return conflictMarkers(text)[0]?.offset ?? -1;
}

/** Returns a text with the first version of each conflict and without markers, to recognize the file; never written. */
export function firstVersion(text: string): string {
  const parts: string[] = [];
  let partStart = 0;
  let isPartKept = true;
  for (const { offset, character } of conflictMarkers(text)) {
    if (isPartKept) parts.push(text.slice(partStart, offset));
    lineEnd.lastIndex = offset;
    const lineEndMatch = lineEnd.exec(text);
    partStart = lineEndMatch === null ? text.length : lineEndMatch.index + lineEndMatch[0].length;
    // The first version follows `<<<<<<<`, and the text after the conflict follows `>>>>>>>`.
    isPartKept = character === '<' || character === '>';
  }
  if (isPartKept) parts.push(text.slice(partStart));
  return parts.join('');
}

const lineEnd = /\r\n|[\r\n]|$/gu;

/** The order of the markers in a conflict, each by its character. */
const markerOrder = '<|=>';

function conflictMarkers(text: string): readonly Marker[] {
  // Every pair of markers has one of these two, and most texts have neither.
  if (!text.includes('<<<<<<<') && !text.includes('>>>>>>>')) return [];
  const markers = [...text.matchAll(markerPattern)].map(({ index, 0: marker }): Marker => ({
    offset: index,
    character: marker.charAt(0),
    size: marker.length,
  }));
  // A marker belongs to a conflict if the next or the previous one of its length continues it.
  return [...Map.groupBy(markers, ({ size }) => size).values()]
    .flatMap((sameSize) =>
      sameSize.filter(
        (marker, index) => isContinuedBy(marker, sameSize[index + 1]) || isContinuedBy(sameSize[index - 1], marker),
      ),
    )
    .toSorted((a, b) => a.offset - b.offset);
}

/** Whether a marker comes later in a conflict than the one before it. */
function isContinuedBy(marker: Marker | undefined, next: Marker | undefined): boolean {
  if (marker === undefined || next === undefined) return false;
  return markerOrder.indexOf(marker.character) < markerOrder.indexOf(next.character);
}
