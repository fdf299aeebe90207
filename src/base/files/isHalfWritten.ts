/** A device writes whole sectors, so a power failure can leave any mix of old and new sectors. */
const sectorBytes = 512;

/**
 * Whether a file contains only what an interrupted write of `after` over `before` can produce: the beginning of the new
 * content followed by the rest of the old, or sectors of either. A file that an editor truncated first contains only
 * the beginning of the new content. `before` is undefined for a file that the write created.
 */
export function isHalfWritten(found: Uint8Array, before: Uint8Array | undefined, after: Uint8Array): boolean {
  if (isPrefix(found, after)) return true;
  if (before === undefined || found.length > Math.max(before.length, after.length)) return false;
  const grows = found.length > before.length && found.length < after.length;
  if (!grows && found.length !== before.length && found.length !== after.length) return false;
  let cuts = 0;
  let mayBeOld = true;
  let mayBeNew = true;
  for (let at = 0; at < found.length; at += 1) {
    const isOld = at < before.length && found[at] === before[at];
    const isNew = at < after.length && found[at] === after[at];
    if (!isOld && !isNew) return false;
    if (at % sectorBytes === 0) [mayBeOld, mayBeNew] = [true, true];
    if ((mayBeOld && isOld) || (mayBeNew && isNew)) {
      [mayBeOld, mayBeNew] = [mayBeOld && isOld, mayBeNew && isNew];
      continue;
    }
    // New content ends and old content begins here. That happens only once in an interrupted write.
    if (mayBeOld) return false;
    cuts += 1;
    [mayBeOld, mayBeNew] = [isOld, isNew];
  }
  return cuts <= 1;
}

function isPrefix(start: Uint8Array, whole: Uint8Array): boolean {
  return start.length <= whole.length && Buffer.compare(start, whole.subarray(0, start.length)) === 0;
}
