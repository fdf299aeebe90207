import { t } from './shown/t.ts';
import { outside, type Words } from './shown/words.ts';

/** A tier in words; one that only the service knows is shown as it is. */
export function tierLabel(tier: string): Words {
  if (tier === 'standard') return t('Standard');
  if (tier === 'pro') return t('Pro');
  return outside(tier);
}
