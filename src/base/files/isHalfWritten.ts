/** A device writes whole sectors, so a power failure can leave any mix of old and new sectors. */
const sectorBytes = 512;

/**
 * Whether a file contains only what an interrupted write of `after` over `before` can produce: the beginning of the new
 * content followed by the rest of the old, or sectors of either. A file that an editor truncated first contains only
 * the beginning of the new content. `before` is undefined for a file that the write created.
 */
export function isHalfWritten(content: Uint8Array, before: Uint8Array | undefined, after: Uint8Array): boolean {
  if (isPrefix(content, after)) return true;
  if (before === undefined || content.length > Math.max(before.length, after.length)) return false;
  // Only a file that grows has other lengths than those of the two contents.
  const isGrowing = content.length > before.length && content.length < after.length;
  if (!isGrowing && content.length !== before.length && content.length !== after.length) return false;
  /** How many sectors change from new to old content within: the write was interrupted there. */
  let cutCount = 0;
  /** Whether all bytes since the beginning of the sector, or since the cut, are those of the old content. */
  let areOld = true;
  let areNew = true;
  for (let index = 0; index < content.length; index += 1) {
    const isOld = index < before.length && content[index] === before[index];
    const isNew = index < after.length && content[index] === after[index];
    if (!isOld && !isNew) return false;
    if (index % sectorBytes === 0) [areOld, areNew] = [true, true];
    const stayOld: boolean = areOld && isOld;
    const stayNew: boolean = areNew && isNew;
    if (stayOld || stayNew) {
      [areOld, areNew] = [stayOld, stayNew];
      continue;
    }
    // This byte is new after old ones. An interrupted write leaves the new content first.
    if (areOld) return false;
    cutCount += 1;
    [areOld, areNew] = [isOld, isNew];
  }
  return cutCount <= 1;
}

function isPrefix(beginning: Uint8Array, whole: Uint8Array): boolean {
  return beginning.length <= whole.length && Buffer.compare(beginning, whole.subarray(0, beginning.length)) === 0;
}
