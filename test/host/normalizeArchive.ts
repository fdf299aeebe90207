import { unzipSync, zipSync } from 'fflate';

/**
 * Writes a zip archive again so that its bytes depend on nothing but the names and contents of its files and on the time
 * given: files in order of their names, all with the same time and mode, compressed by the same code on every machine.
 * An archive holds local times: call this in a process whose `TZ` is `UTC`. `epoch` is in seconds since 1970.
 */
export function normalizeArchive(archive: Uint8Array, epoch: number): Uint8Array {
  const files = Object.entries(unzipSync(archive)).sort(([a], [b]) => (a < b ? -1 : 1));
  const regularFile = 0o100644;
  const unix = 3;
  return zipSync(Object.fromEntries(files), { level: 9, mtime: epoch * 1000, os: unix, attrs: regularFile << 16 });
}
