import { statusLabel } from '../../src/words/jobLabels.ts';
import { plain } from '../../src/words/plain.ts';

/** Returns the title of a status in the jobs tree. VS Code renders no id by which a group could be found. */
export function statusTitle(status: string): string {
  return plain(statusLabel(status));
}
