/**
 * A line that git and other programs leave in a file whose versions could not be merged: `<<<<<<< ours`,
 * `||||||| base`, `=======` or `>>>>>>> theirs`. They have seven characters or, by the attribute `conflict-marker-size`
 * and in nested conflicts, more.
 */
const markerLine = /(?<=^|[\r\n])(?:(<{7,}|\|{7,}|>{7,})(?=[ \t\r\n]|$)|(={7,})(?=[ \t]*(?:[\r\n]|$)))/gu;

/** A marker: its offset in the text, its character, and how often it is repeated. */
interface Marker {
  readonly offset: number;
  readonly character: string;
  readonly size: number;
}

/**
 * Returns the offset of the first conflict marker, in UTF-16 units; -1 without a conflict. A conflict has two different
 * markers of one length, in git's order, at the beginnings of lines: a line of equals signs alone is the underline of a
 * heading.
 */
export function conflictOffset(text: string): number {
  return conflictMarkers(text)[0]?.offset ?? -1;
}

/**
 * Returns a text without the lines of the markers and with the first version of what differs, so that the file can be recognized.
 * It is never written.
 */
export function firstVersion(text: string): string {
  const parts: string[] = [];
  let [partStart, isFirst] = [0, true];
  for (const { offset, character } of conflictMarkers(text)) {
    if (isFirst) parts.push(text.slice(partStart, offset));
    lineEnd.lastIndex = offset;
    const end = lineEnd.exec(text);
    partStart = end === null ? text.length : end.index + end[0].length;
    isFirst = character === '<' || character === '>';
  }
  if (isFirst) parts.push(text.slice(partStart));
  return parts.join('');
}

const lineEnd = /\r\n|[\r\n]|$/gu;

/** The order of the markers in a conflict. */
const order = '<|=>';

function conflictMarkers(text: string): readonly Marker[] {
  // Every pair of markers has one of these two, and most texts have neither.
  if (!text.includes('<<<<<<<') && !text.includes('>>>>>>>')) return [];
  const lines = [...text.matchAll(markerLine)].map(({ index, 0: marker }): Marker => ({
    offset: index,
    character: marker.charAt(0),
    size: marker.length,
  }));
  // A marker belongs to a conflict if the next or the previous one of its length continues it.
  return [...Map.groupBy(lines, ({ size }) => size).values()]
    .flatMap((sameSize) =>
      sameSize.filter(
        (marker, index) => isFollowedBy(marker, sameSize[index + 1]) || isFollowedBy(sameSize[index - 1], marker),
      ),
    )
    .toSorted((a, b) => a.offset - b.offset);
}

function isFollowedBy(marker: Marker | undefined, next: Marker | undefined): boolean {
  if (marker === undefined || next === undefined) return false;
  return order.indexOf(marker.character) < order.indexOf(next.character);
}
