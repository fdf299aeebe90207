import * as l10n from '@vscode/l10n';
import { join, own, type Words, words } from './words.ts';

/** Lists names in one line; those over the limit are counted. */
export function truncatedList(names: readonly (Words | string)[], maxNames: number): Words {
  const named = join(names.slice(0, maxNames), ', ');
  return names.length > maxNames ? words(l10n.t('{0} and {1} more'), named, names.length - maxNames) : named;
}

/** Lists texts with a line for each; those over the limit are counted in the last line. */
export function truncatedLines(texts: readonly (Words | string)[], maxLines: number): readonly Words[] {
  const lines = texts.slice(0, maxLines).map((text) => join([own('•'), text], ' '));
  const more = texts.length - lines.length;
  if (more > 0) lines.push(words(l10n.t('… and {0} more'), more));
  return lines;
}
