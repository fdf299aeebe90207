import { t } from './shown/t.ts';
import { join, own, type Words } from './shown/words.ts';

/** Lists names in one line; those over the limit are counted. */
export function nameSome(names: readonly (Words | string)[], most: number): Words {
  const named = join(names.slice(0, most), ', ');
  return names.length > most ? t('{0} and {1} more', named, names.length - most) : named;
}

/** The same with a line for each. */
export function listSome(lines: readonly (Words | string)[], most: number): readonly Words[] {
  const more = lines.length - most;
  const rest = more === 1 ? t('… and 1 more') : t('… and {0} more', more);
  return [...lines.slice(0, most).map((line) => join([own('•'), line], ' ')), ...(more > 0 ? [rest] : [])];
}
