import * as l10n from '@vscode/l10n';
import { join, listed, own, plural, type Words } from './words.ts';

/** Lists names in one line; those over the limit are counted. */
export function truncatedList(names: readonly (Words | string)[], maxNames: number): Words {
  const listedNames = listed(names.slice(0, maxNames));
  if (names.length <= maxNames) return listedNames;
  return plural(
    names.length - maxNames,
    {
      one: l10n.t({ message: '{1} and {0} more', comment: 'one item' }),
      other: l10n.t({ message: '{1} and {0} more', comment: 'several items' }),
    },
    listedNames,
  );
}

/** Lists texts with a line for each; those over the limit are counted in the last line. */
export function truncatedLines(texts: readonly (Words | string)[], maxLines: number): readonly Words[] {
  const lines = texts.slice(0, maxLines).map((text) => join([own('•'), text], ' '));
  const hiddenCount = texts.length - lines.length;
  if (hiddenCount > 0) lines.push(andMoreLine(hiddenCount));
  return lines;
}

/** Returns the last line of a list that lacks `count` texts. */
export function andMoreLine(count: number): Words {
  return plural(count, {
    one: l10n.t({ message: '… and {0} more', comment: 'one item' }),
    other: l10n.t({ message: '… and {0} more', comment: 'several items' }),
  });
}
