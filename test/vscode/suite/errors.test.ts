import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { errorRemedy } from '../../../src/editor/errorRemedy.ts';
import { projectId } from '../../../src/editor/projectUri.ts';
import { errorSentence as errorWords, orderingErrorSentence } from '../../../src/words/errorSentence.ts';
import { NotConnectedError } from '../../../src/orders/model/connectionErrors.ts';
import { namingJobs } from '../../../src/orders/model/refusedJobs.ts';
import { plain } from '../../../src/words/plain.ts';
import { BudgetSettingError } from '../../../src/orders/model/limits/parseBudgets.ts';
import { PolicySettingError } from '../../../src/orders/model/limits/parsePolicy.ts';
import { codes } from '../../../src/service/interface/catalog.ts';
import { ServiceError, type ServiceErrorReason } from '../../../src/service/interface/serviceError.ts';
import { openFolder } from './localeCase.ts';
import { OverBudgetError, PolicyError } from '../../../src/orders/model/limits/limitErrors.ts';

/** Returns the error that the client creates for a code of the service. */
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

describe('errorSentence', () => {
  it('has a sentence for every code of the service', () => {
    for (const code of Object.keys(codes).map(Number)) {
      const sentence = errorSentence(refused(code, 'raw words'));
      assert.match(sentence, /^[A-Z].{20,}\.$/u, String(code));
      assert.equal(sentence.includes('raw words'), false, `${code} shows the service’s message`);
      assert.equal(/\{\d\}/u.test(sentence), false, `${code} has an unfilled placeholder: ${sentence}`);
    }
  });

  it('distinguishes a refusal by the service, a gateway and a proxy, without showing their pages', () => {
    const sentenceOf = (reason: ServiceErrorReason, httpStatus: number): string =>
      errorSentence(
        new ServiceError(reason, 'refused', {
          outcome: 'unknown',
          httpStatus,
          serviceMessage: 'The answer is not JSON: <html>page</html>',
        }),
      );
    const sentences = [
      sentenceOf('authentication', 401),
      sentenceOf('forbidden', 403),
      sentenceOf('proxy-authentication', 407),
    ];
    assert.equal(new Set(sentences).size, sentences.length);
    assert.match(sentences[1] ?? '', /\b403\b/u);
    assert.match(sentences[2] ?? '', /\b407\b/u);
    for (const sentence of sentences) assert.doesNotMatch(sentence, /html/u);
  });

  it('offers to enter the address and keys again if one of these is wrong, but not if the clock is', () => {
    const withCode = (code: number): ServiceError =>
      new ServiceError('authentication', 'refused', { outcome: 'refused', code });
    const titleOf = (error: unknown): string | undefined => {
      const remedy = errorRemedy(error);
      return remedy && plain(remedy.title);
    };
    const connect = titleOf(new NotConnectedError('https://translation.example.com/v2'));
    assert.notEqual(connect, undefined);
    for (const code of [1000, 1100, 1150]) assert.equal(titleOf(withCode(code)), connect, String(code));
    assert.equal(titleOf(new ServiceError('insecure', 'refused', { outcome: 'not-sent' })), connect);
    for (const code of [1200, 1201]) assert.equal(titleOf(withCode(code)), undefined, String(code));
  });

  it('shows when a long pause ends, and offers to try anyway', async () => {
    const error = new ServiceError('throttled', 'wait', { outcome: 'not-sent', retryAfterMs: 7_200_000 });
    const withoutRemedy = errorSentence(error);
    assert.equal(errorRemedy(error), undefined);
    let tries = 0;
    error.tryAnyway = () => {
      tries += 1;
    };
    assert.notEqual(errorSentence(error), withoutRemedy);
    assert.match(errorSentence(error), /\d/u);
    const remedy = errorRemedy(error);
    await remedy?.run();
    assert.deepEqual([plain(remedy?.title ?? '') !== '', tries], [true, 1]);
  });

  it('does not call an order refused that arrived earlier', () => {
    assert.doesNotMatch(errorSentence(refused(1754, '')), /refuse|not accept|did not take/iu);
    assert.notEqual(errorSentence(refused(1754, '')), errorSentence(refused(undefined, '')));
  });

  it('quotes the service, shortened, only if the code is unknown', () => {
    const sentence = errorSentence(refused(undefined, `pq: <b>bad</b>\n${'x'.repeat(500)}`));
    assert.match(sentence, /“pq: <b>bad<\/b> x+…”$/u);
    assert.ok(sentence.length < 320);
  });

  it('names the affected strings, and each reason once', () => {
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
    const sentence = errorSentence(namingJobs(error, (key) => titles.get(key)));
    assert.match(sentence, /^“nav\.home”, “nav\.cart”, “nav\.search” .*1.*: .*“app\.title”: /u);
    assert.doesNotMatch(sentence, /nav\.account|raw words/u);
    const [first, second] = sentence.split('“app.title”: ').map((part) => part.replace(/^.*?: /u, ''));
    assert.notEqual(first, second);
  });

  it('names the budget that does not allow an order, the amount spent, the price and the setting', () => {
    const over = (kind: 'order' | 'day' | 'month', spent: number): OverBudgetError =>
      new OverBudgetError([{ kind, budget: 10, spent, price: 4.5 }], 'USD');
    const amounts = (sentence: string): readonly string[] => (sentence.match(/\d+\.\d{2}/gu) ?? []).toSorted();
    assert.match(errorSentence(over('order', 0)), /humanTranslation\.budget\.perOrder/u);
    assert.deepEqual(amounts(errorSentence(over('order', 0))), ['10.00', '4.50']);
    assert.deepEqual(amounts(errorSentence(over('order', 6))), ['10.00', '4.50', '6.00']);
    for (const [kind, setting] of [
      ['day', 'perDay'],
      ['month', 'perMonth'],
    ] as const) {
      const sentence = errorSentence(over(kind, 6));
      assert.ok(sentence.includes(`humanTranslation.budget.${setting}`), sentence);
      assert.deepEqual(amounts(sentence), ['10.00', '4.50', '6.00']);
    }
    assert.ok(errorRemedy(over('day', 6)) !== undefined);
  });

  it('names the setting and value of a mistyped budget, and links to it', () => {
    const error = new BudgetSettingError('perDay', '50');
    assert.match(errorSentence(error), /humanTranslation\.budget\.perDay.*"50"/u);
    assert.ok(errorRemedy(error) !== undefined);
    assert.ok(errorSentence(new BudgetSettingError('perOrder', ['x'.repeat(500)])).length < 220);
  });

  it('links to the settings of the policy that stops an order', async () => {
    const { uri, name } = openFolder(0);
    const policy = { kind: 'folder', project: projectId(openFolder(0)), name } as const;
    const errors = [
      new OverBudgetError([{ kind: 'day', budget: 10, spent: 6, price: 4.5, policy }], 'USD'),
      new PolicyError([{ kind: 'tier', forbidden: ['pro'], allowed: [], policy }]),
      new PolicySettingError('amount', 'perDay', '50', policy),
    ];
    const file = vscode.Uri.joinPath(uri, '.vscode/settings.json');
    await vscode.workspace.fs.writeFile(file, Buffer.from('{}'));
    for (const error of errors) {
      await errorRemedy(error)?.run();
      assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), file.toString());
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    }
    await vscode.workspace.fs.delete(file);
  });

  it('says that nothing was ordered only if an order failed before it was sent', () => {
    const says = (error: unknown): boolean => plain(orderingErrorSentence(error)).endsWith(' Nothing was ordered.');
    const over = (kind: 'order' | 'day', spent: number): OverBudgetError =>
      new OverBudgetError([{ kind, budget: 10, spent, price: 4.5 }], 'USD');
    assert.deepEqual([over('order', 0), over('day', 6), new BudgetSettingError('perDay', '50')].map(says), [
      true,
      true,
      true,
    ]);
    assert.deepEqual([over('order', 6), refused(1754, ''), refused(2700, '')].map(says), [false, false, false]);
    assert.doesNotMatch(errorSentence(over('order', 0)), /Nothing was/u);
  });

  it('names no strings if the error is about the whole order', () => {
    const error = refused(2700, 'no money');
    assert.equal(
      namingJobs(error, () => undefined),
      error,
    );
  });
});
