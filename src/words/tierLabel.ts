import * as l10n from '@vscode/l10n';
import { outside, type Words, words } from './words.ts';

/** A tier in words; one that only the service knows is shown as it is. */
export function tierLabel(tier: string): Words {
  if (tier === 'standard') return words(l10n.t('Standard'));
  if (tier === 'pro') return words(l10n.t('Pro'));
  return outside(tier);
}
