import type { WireAccountMe, WireAccountStats, WireBalance, WirePreferredTranslators } from '../service/wire.ts';
import { okAnswer } from './envelope.ts';
import { currency, formatCents } from './prices.ts';
import type { SandboxApp } from './routing.ts';
import { wireTime } from './wireRecords.ts';
import type { World } from './world.ts';

/** Rows 14 to 17 of contract §4. */
export function addAccountRoutes(app: SandboxApp, world: World): void {
  app.get('/v2/account/stats', () => {
    const answer: WireAccountStats = {
      credits_spent: formatCents(world.account.spentCents),
      user_since: wireTime(world.account.since),
      currency,
      billing_type: 'Pre-pay',
      customer_type: 'Retail',
    };
    return okAnswer(answer);
  });

  app.get('/v2/account/me', () => {
    const answer: WireAccountMe = {
      email: 'developer@sandbox.invalid',
      full_name: 'Sandbox Developer',
      display_name: 'Sandbox',
      language_code: 'en',
    };
    return okAnswer(answer);
  });

  app.get('/v2/account/balance', () => {
    const answer: WireBalance = { credits: formatCents(world.account.balanceCents), currency };
    return okAnswer(answer);
  });

  app.get('/v2/account/preferred_translators', () => okAnswer(preferredTranslators(wireTime(world.account.since))));
}

/** Two for a pair, since `use_preferred` needs at least two. */
function preferredTranslators(lastLogin: number): readonly WirePreferredTranslators[] {
  return [
    { lc_src: 'en', lc_tgt: 'ja', tier: 'standard', translators: [{ id: 8596, last_login: lastLogin }, { id: 24123, last_login: lastLogin }] },
    { lc_src: 'en', lc_tgt: 'fr', tier: 'pro', translators: [{ id: 31007, last_login: lastLogin }, { id: 40218, last_login: lastLogin }] },
  ];
}
