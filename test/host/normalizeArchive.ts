import { unzipSync, zipSync } from 'fflate';

/**
 * Rewrites a zip archive so that its bytes depend only on the names and contents of its files and on the time: files
 * are sorted by name, have the same time and mode, and are compressed by the same code on every machine.
 * An archive has local times: call this in a process whose `TZ` is `UTC`. `epoch` is in seconds since 1970.
 */
export function normalizeArchive(archive: Uint8Array, epoch: number): Uint8Array {
  const files = Object.entries(unzipSync(archive)).sort(([a], [b]) => (a < b ? -1 : 1));
  const regularFile = 0o100644;
  const unix = 3;
  return zipSync(Object.fromEntries(files), { level: 9, mtime: epoch * 1000, os: unix, attrs: regularFile << 16 });
}
