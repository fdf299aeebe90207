import './vscodeStub.ts';

const { statusLabel } = await import('../../src/editor/jobLabels.ts');
const { plain } = await import('../../src/editor/shown/plain.ts');

/** Returns the title of a status in the jobs tree. VS Code renders no id by which a group could be found. */
export function statusTitle(status: string): string {
  return plain(statusLabel(status));
}
