import assert from 'node:assert/strict';
import { Preparation } from '../../../../src/commands/wizard/preparation.ts';
import type { PreparedOrder, WizardAnswers } from '../../../../src/commands/wizard/wizardAnswers.ts';

const answers: WizardAnswers = {
  targets: ['ja'],
  tier: 'standard',
  autoApprove: false,
  extra: {},
  sameAsSource: [],
  outdated: { byLocale: new Map(), chosen: [] },
};

const plan: PreparedOrder['plan'] = { sourceLocale: 'en', sourceLanguage: 'en', jobs: [], skipped: [] };
const prepared: PreparedOrder = {
  outdated: new Map(),
  extra: {},
  plan,
  sendable: plan,
  findings: [],
  estimate: { locales: [], jobs: new Map(), unitCount: 0, credits: 0, omitted: [] },
};

/** A preparation that the test completes by hand, and its starts. */
function createPreparation() {
  const starts: {
    readonly answers: WizardAnswers;
    readonly signal: AbortSignal;
    readonly report: (parts: Partial<PreparedOrder>) => void;
    readonly resolve: (order: PreparedOrder) => void;
    readonly reject: (error: Error) => void;
  }[] = [];
  const preparation = new Preparation((started, signal, report) => {
    const { promise, resolve, reject } = Promise.withResolvers<PreparedOrder>();
    starts.push({ answers: started, signal, report, resolve, reject });
    return promise;
  });
  let changes = 0;
  preparation.onChange(() => {
    changes += 1;
  });
  const start = (index: number) => starts[index] ?? assert.fail(`start ${index} is missing`);
  return { preparation, starts, start, changes: () => changes };
}

const never = new AbortController().signal;

/** Lets the listeners of promises that are settled already run. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('preparation of an order', () => {
  it('shows parts as soon as they are known, then the result', async () => {
    const { preparation, start, changes } = createPreparation();
    preparation.start(answers);
    assert.deepEqual([preparation.parts, preparation.isComplete, changes()], [{}, false, 0]);
    start(0).report({ extra: { edit: true } });
    start(0).report({ findings: [] });
    assert.deepEqual(preparation.parts, { extra: { edit: true }, findings: [] });
    assert.deepEqual([preparation.isComplete, changes()], [false, 2]);
    start(0).resolve(prepared);
    assert.equal(await preparation.result(never), prepared);
    await settle();
    assert.deepEqual([preparation.parts, preparation.isComplete, changes()], [prepared, true, 3]);
  });

  it('rejects the result before anything was started', async () => {
    await assert.rejects(createPreparation().preparation.result(never));
  });

  const relevant: Readonly<Record<string, Partial<WizardAnswers>>> = {
    languages: { targets: ['fr'] },
    files: { files: [] },
    tier: { tier: 'pro' },
    options: { extra: { edit: true } },
    comment: { comment: 'Short, please' },
    'strings that equal their source': {
      sameAsSource: [{ locale: 'ja', unit: { forms: [{ key: 'bag', text: 'Bag' }] } }],
    },
    'outdated strings': { outdated: { byLocale: answers.outdated.byLocale, chosen: [] } },
  };
  for (const [name, change] of Object.entries(relevant)) {
    it(`starts again and drops what was known when the user changes: ${name}`, async () => {
      const { preparation, starts, start } = createPreparation();
      preparation.start(answers);
      start(0).report({ findings: [] });
      preparation.start({ ...answers, ...change });
      assert.deepEqual([starts.length, start(0).signal.aborted, start(1).signal.aborted], [2, true, false]);
      assert.deepEqual(start(1).answers, { ...answers, ...change });
      assert.deepEqual([preparation.parts, preparation.isComplete], [{}, false]);
      const result = preparation.result(never);
      start(1).resolve(prepared);
      assert.equal(await result, prepared);
    });
  }

  it('ignores what an earlier start still reports', async () => {
    const { preparation, start, changes } = createPreparation();
    preparation.start(answers);
    preparation.start({ ...answers, tier: 'pro' });
    start(0).report({ findings: [] });
    start(0).resolve(prepared);
    await settle();
    assert.deepEqual([preparation.parts, preparation.isComplete, changes()], [{}, false, 0]);
  });

  it('is not completed by the failure of an earlier start', async () => {
    const { preparation, start, changes } = createPreparation();
    preparation.start(answers);
    preparation.start({ ...answers, tier: 'pro' });
    start(0).reject(new Error('stopped'));
    await settle();
    assert.deepEqual([preparation.isComplete, changes()], [false, 0]);
    const result = preparation.result(never);
    start(1).resolve(prepared);
    assert.equal(await result, prepared);
  });

  it('starts again for answers that the user returned to', () => {
    const { preparation, starts } = createPreparation();
    preparation.start(answers);
    preparation.start({ ...answers, tier: 'pro' });
    preparation.start(answers);
    assert.deepEqual(
      starts.map(({ answers: { tier }, signal }) => [tier, signal.aborted]),
      [
        ['standard', true],
        ['pro', true],
        ['standard', false],
      ],
    );
  });

  const irrelevant: Readonly<Record<string, Partial<WizardAnswers>>> = {
    'automatic approval': { autoApprove: true },
    'reference number': { referenceId: 7 },
    attachments: { attachments: [{ url: 'https://example.com/a.png', filename: 'a.png', mimeType: 'image/png' }] },
    'private data': { privateData: { decidedTexts: new Set(['a']), allowedTexts: new Set(['a']) } },
    'outdated strings that were found': { outdated: { ...answers.outdated, byLocale: new Map() } },
  };
  for (const [name, change] of Object.entries(irrelevant)) {
    it(`continues when the user changes: ${name}`, () => {
      const { preparation, starts, start } = createPreparation();
      preparation.start(answers);
      start(0).report({ findings: [] });
      preparation.start({ ...answers, ...change });
      assert.deepEqual([starts.length, start(0).signal.aborted], [1, false]);
      assert.deepEqual(preparation.parts, { findings: [] });
    });
  }

  it('keeps a failure for everyone who asks for the result', async () => {
    const { preparation, start, starts, changes } = createPreparation();
    const failure = new Error('The file can’t be read.');
    preparation.start(answers);
    start(0).report({ extra: {} });
    start(0).reject(failure);
    await settle();
    assert.deepEqual([preparation.isComplete, changes()], [true, 2]);
    assert.deepEqual(preparation.parts, { extra: {} });
    for (let times = 0; times < 2; times += 1) await assert.rejects(preparation.result(never), failure);
    preparation.start(answers);
    assert.equal(starts.length, 1);
    await assert.rejects(preparation.result(never), failure);
  });

  it('stops waiting, but not preparing, when the signal aborts', async () => {
    const { preparation, start } = createPreparation();
    preparation.start(answers);
    const waiting = new AbortController();
    const result = preparation.result(waiting.signal);
    const reason = new Error('canceled');
    waiting.abort(reason);
    await assert.rejects(result, reason);
    assert.equal(start(0).signal.aborted, false);
    start(0).resolve(prepared);
    assert.equal(await preparation.result(never), prepared);
  });

  it('stops preparing when it is disposed', async () => {
    const { preparation, start, changes } = createPreparation();
    preparation.start(answers);
    preparation.dispose();
    assert.equal(start(0).signal.aborted, true);
    start(0).resolve(prepared);
    await settle();
    assert.deepEqual([preparation.parts, changes()], [{}, 0]);
    preparation.dispose();
  });
});
