import * as l10n from '@vscode/l10n';
import { join, own, type Words, words } from './words.ts';

/** Lists names in one line; those over the limit are counted. */
export function nameSome(names: readonly (Words | string)[], most: number): Words {
  const named = join(names.slice(0, most), ', ');
  return names.length > most ? words(l10n.t('{0} and {1} more'), named, names.length - most) : named;
}

/** The same with a line for each. */
export function listSome(lines: readonly (Words | string)[], most: number): readonly Words[] {
  const more = lines.length - most;
  const rest = more === 1 ? words(l10n.t('… and 1 more')) : words(l10n.t('… and {0} more'), more);
  return [...lines.slice(0, most).map((line) => join([own('•'), line], ' ')), ...(more > 0 ? [rest] : [])];
}
