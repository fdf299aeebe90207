import type {
  WireAccountMe,
  WireAccountStats,
  WireBalance,
  WirePreferredTranslators,
} from '../../service/interface/wire.ts';
import { okAnswer } from '../http/answers.ts';
import { currency } from '../world/prices.ts';
import type { SandboxApp } from './routing.ts';
import { wireNumbers, type WireNumbers } from '../wire/wireNumbers.ts';
import { wireTime } from '../wire/wireRecords.ts';
import type { World } from '../world/world.ts';

/** Adds rows 14 to 17 of contract §4. */
export function addAccountRoutes(app: SandboxApp, world: World, wire: WireNumbers): void {
  app.get('/v2/account/stats', () => {
    const answer: WireAccountStats = {
      credits_spent: wire.credits(world.account.spentCents),
      processing: wireNumbers.recorded.credits(0),
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
    const answer: WireBalance = { credits: wire.credits(world.account.balanceCents), currency };
    return okAnswer(answer);
  });

  app.get('/v2/account/preferred_translators', () => {
    // The translator is always logged in.
    const lastLogin = wireTime(world.now);
    const answer = world.setup.preferredTranslators.map(
      ({ lcSrc, lcTgt, tier, translators }): WirePreferredTranslators => ({
        lc_src: lcSrc,
        lc_tgt: lcTgt,
        tier,
        translators: translators.map((id) => ({ id, last_login: lastLogin })),
      }),
    );
    return okAnswer(answer);
  });
}
