import * as l10n from '@vscode/l10n';
import { fromOutside, type Words, words } from './words.ts';

/** Returns the label of a tier; an unknown tier is shown as the service wrote it. */
export function tierLabel(tier: string): Words {
  if (tier === 'standard') return words(l10n.t('Standard'));
  if (tier === 'pro') return words(l10n.t('Pro'));
  return fromOutside(tier);
}
