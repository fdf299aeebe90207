import assert from 'node:assert/strict';
import { errorRemedy } from '../../../src/editor/errorRemedy.ts';
import { errorSentence as errorWords, orderingErrorSentence } from '../../../src/words/errorSentence.ts';
import { namingJobs } from '../../../src/orders/model/refusedJobs.ts';
import { meaningSentences } from '../../../src/words/meaningSentences.ts';
import { plain } from '../../../src/words/plain.ts';
import { OverBudgetError } from '../../../src/orders/account/budget.ts';
import { BudgetSettingError } from '../../../src/orders/account/budgetSettings.ts';
import { codes } from '../../../src/service/interface/catalog.ts';
import { ServiceError, type ServiceErrorReason } from '../../../src/service/interface/serviceError.ts';

/** An error as the client makes it of a code. */
function refused(code: number | undefined, message: string): ServiceError {
  return new ServiceError('invalid', 'The service refused.', {
    outcome: 'refused',
    serviceMessage: message,
    ...(code === undefined ? {} : { code }),
  });
}

function errorSentence(error: unknown): string {
  return plain(errorWords(error));
}

describe('what a person is told of an error', () => {
  it('is a sentence of our own for every code of the catalogue', () => {
    for (const code of Object.keys(codes).map(Number)) {
      const sentence = errorSentence(refused(code, 'raw words'));
      assert.match(sentence, /^[A-Z].{20,}\.$/u, String(code));
      assert.equal(sentence.includes('raw words'), false, `${code} shows the service’s own words`);
      assert.equal(/\{\d\}/u.test(sentence), false, `${code} has a hole: ${sentence}`);
    }
  });

  it('tells a refusal by the service, by a gateway and by a proxy apart, without their pages', () => {
    const sentenceOf = (reason: ServiceErrorReason, httpStatus: number): string =>
      errorSentence(
        new ServiceError(reason, 'refused', {
          outcome: 'unknown',
          httpStatus,
          serviceMessage: 'The answer is not JSON: <html>page</html>',
        }),
      );
    assert.match(sentenceOf('authentication', 401), /^The service rejected the keys\./u);
    assert.match(sentenceOf('forbidden', 403), /gateway.*HTTP 403/u);
    assert.match(sentenceOf('proxy-authentication', 407), /^The proxy .*\(HTTP 407\)\./u);
    for (const [reason, status] of [
      ['authentication', 401],
      ['forbidden', 403],
      ['proxy-authentication', 407],
    ] as const)
      assert.doesNotMatch(sentenceOf(reason, status), /html/u);
  });

  it('shows when a long pause ends, and lets the person try anyway', async () => {
    const error = new ServiceError('throttled', 'wait', { outcome: 'not-sent', retryAfterMs: 7_200_000 });
    assert.match(errorSentence(error), /too many requests/u);
    assert.equal(errorRemedy(error), undefined);
    let tries = 0;
    error.tryAnyway = () => {
      tries += 1;
    };
    assert.match(errorSentence(error), /^The service accepts no requests until .*\d.*\. To try anyway/u);
    const remedy = errorRemedy(error);
    await remedy?.run();
    assert.deepEqual([plain(remedy?.title ?? ''), tries], ['Try Anyway', 1]);
  });

  it('never says of an order that arrived before that it was refused', () => {
    assert.doesNotMatch(errorSentence(refused(1754, '')), /refuse|not accept|did not take/iu);
    assert.match(errorSentence(refused(1754, '')), /is being checked and won’t be resent automatically/u);
  });

  it('quotes the service, shortened, only where it says nothing by a code', () => {
    const sentence = errorSentence(refused(undefined, `pq: <b>bad</b>\n${'x'.repeat(500)}`));
    assert.match(sentence, /The service says: “pq: <b>bad<\/b> x+…”$/u);
    assert.ok(sentence.length < 320);
  });

  it('names the texts that it is about, each reason once', () => {
    const jobErrors = new Map(
      ['job_1', 'job_2', 'job_3', 'job_4', 'job_5'].map(
        (key, index) => [key, [{ code: index === 4 ? 1551 : 1350, message: 'raw words' }]] as const,
      ),
    );
    const error = new ServiceError('invalid', 'The service refused.', { outcome: 'refused', code: 1350, jobErrors });
    const titles = new Map([
      ['job_1', 'nav.home'],
      ['job_2', 'nav.cart'],
      ['job_3', 'nav.search'],
      ['job_4', 'nav.account'],
      ['job_5', 'app.title'],
    ]);
    assert.equal(
      errorSentence(namingJobs(error, (key) => titles.get(key))),
      `“nav.home”, “nav.cart”, “nav.search” and 1 more: ${plain(meaningSentences['text-missing']())} ` +
        `“app.title”: ${plain(meaningSentences['pair-unsupported']())}`,
    );
  });

  it('names the budget that does not allow an order, what is spent, the price and the setting', () => {
    const over = (kind: 'order' | 'day' | 'month', spent: number): OverBudgetError =>
      new OverBudgetError({ kind, budget: 10, spent, price: 4.5 }, 'USD');
    assert.match(
      errorSentence(over('order', 0)),
      /4\.50 USD.* 10\.00 USD per order\. .*“humanTranslation\.budget\.perOrder”/u,
    );
    assert.match(
      errorSentence(over('order', 6)),
      /^The rest of the order costs 4\.50 USD, and 6\.00 USD of .*10\.00 USD .* The rest was not sent\./u,
    );
    for (const [kind, setting] of [
      ['day', 'perDay'],
      ['month', 'perMonth'],
    ] as const) {
      const sentence = errorSentence(over(kind, 6));
      assert.match(sentence, /^The price is 4\.50 USD, and 6\.00 USD of .* 10\.00 USD /u);
      assert.ok(sentence.includes(`“humanTranslation.budget.${setting}”`));
    }
    assert.equal(plain(errorRemedy(over('day', 6))?.title ?? ''), 'Open Settings');
  });

  it('names the setting of a budget that is mistyped, its value, and leads there', () => {
    const error = new BudgetSettingError('perDay', '50');
    assert.match(errorSentence(error), /^The setting “humanTranslation\.budget\.perDay” is "50", .*quotation marks/u);
    assert.equal(plain(errorRemedy(error)?.title ?? ''), 'Open Settings');
    assert.ok(errorSentence(new BudgetSettingError('perOrder', ['x'.repeat(500)])).length < 220);
  });

  it('says that nothing was ordered only if an order failed before it was sent', () => {
    const says = (error: unknown): boolean => plain(orderingErrorSentence(error)).endsWith(' Nothing was ordered.');
    const over = (kind: 'order' | 'day', spent: number): OverBudgetError =>
      new OverBudgetError({ kind, budget: 10, spent, price: 4.5 }, 'USD');
    assert.deepEqual([over('order', 0), over('day', 6), new BudgetSettingError('perDay', '50')].map(says), [
      true,
      true,
      true,
    ]);
    assert.deepEqual([over('order', 6), refused(1754, ''), refused(2700, '')].map(says), [false, false, false]);
    assert.doesNotMatch(errorSentence(over('order', 0)), /Nothing was/u);
  });

  it('stays what it was where no single job is at fault', () => {
    const error = refused(2700, 'no money');
    assert.equal(
      namingJobs(error, () => undefined),
      error,
    );
    assert.match(errorSentence(error), /Add credits with the service/u);
  });
});
