import assert from 'node:assert/strict';
import { ServiceTables } from '../../../../src/editor/session/serviceTables.ts';
import type { LanguagePair } from '../../../../src/service/interface/records.ts';
import type { ServiceClient } from '../../../../src/service/interface/serviceClient.ts';

const minute = 60_000;

/** Tables whose prices are the number of the request, answered by hand. */
function makeTables() {
  const state = { now: 1_000_000 };
  const sources: (string | undefined)[] = [];
  const answers: PromiseWithResolvers<readonly LanguagePair[]>[] = [];
  const lines: string[] = [];
  const service = {
    languagePairs: (filter?: { readonly source?: string }) => {
      sources.push(filter?.source);
      const answer = Promise.withResolvers<readonly LanguagePair[]>();
      answers.push(answer);
      return answer.promise;
    },
  } as Partial<ServiceClient['service']> as ServiceClient['service'];
  const tables = new ServiceTables({ service }, { now: () => state.now, log: (line) => lines.push(line) });
  return {
    tables,
    state,
    sources,
    lines,
    answer: (index: number, unitPrice: number) => {
      answers[index]?.resolve([{ source: 'en', target: 'ja', tier: 'pro', unitPrice }]);
    },
    fail: (index: number) => {
      answers[index]?.reject(new Error('no connection'));
    },
    priceNow: async (source = 'en') => (await tables.pairs(source))[0]?.unitPrice,
  };
}

describe('ServiceTables', () => {
  it('requests a table once, also if it is needed twice at the same time', async () => {
    const { tables, sources, answer, priceNow } = makeTables();
    const both = Promise.all([tables.pairs('en'), tables.pairs('en')]);
    answer(0, 1);
    await both;
    assert.equal(await priceNow(), 1);
    assert.deepEqual(sources, ['en']);
  });

  it('requests a table for each source language', async () => {
    const { sources, answer, priceNow } = makeTables();
    const first = priceNow();
    answer(0, 1);
    await first;
    const second = priceNow('ja');
    answer(1, 2);
    assert.equal(await second, 2);
    assert.deepEqual(sources, ['en', 'ja']);
  });

  it('renews an older table in the background, and uses it meanwhile', async () => {
    const { state, sources, answer, priceNow } = makeTables();
    const first = priceNow();
    answer(0, 1);
    await first;
    state.now += 14 * minute;
    assert.equal(await priceNow(), 1);
    assert.equal(sources.length, 1);
    state.now += 2 * minute;
    assert.equal(await priceNow(), 1);
    assert.equal(sources.length, 2);
    answer(1, 2);
    await new Promise(setImmediate);
    assert.equal(await priceNow(), 2);
    assert.equal(sources.length, 2);
  });

  it('keeps using a table that cannot be renewed, but for no more than an hour', async () => {
    const { state, lines, answer, fail, priceNow } = makeTables();
    const first = priceNow();
    answer(0, 1);
    await first;
    state.now += 59 * minute;
    assert.equal(await priceNow(), 1);
    fail(1);
    await new Promise(setImmediate);
    assert.match(lines.join('\n'), /no connection/u);
    state.now += minute;
    const late = priceNow();
    fail(2);
    await assert.rejects(late, /no connection/u);
    const next = priceNow();
    answer(3, 4);
    assert.equal(await next, 4);
  });

  it('requests a table again if the clock was set back, or the prices are known to have changed', async () => {
    const { tables, state, sources, answer, priceNow } = makeTables();
    const first = priceNow();
    answer(0, 1);
    await first;
    state.now -= minute;
    const second = priceNow();
    answer(1, 2);
    assert.equal(await second, 2);
    tables.forgetPrices();
    const third = priceNow();
    answer(2, 3);
    assert.equal(await third, 3);
    assert.equal(sources.length, 3);
  });

  it('stops waiting if the caller cancels, without canceling for others', async () => {
    const { tables, answer } = makeTables();
    const cancel = new AbortController();
    const canceled = tables.pairs('en', cancel.signal);
    const other = tables.pairs('en');
    cancel.abort();
    await assert.rejects(canceled, { name: 'AbortError' });
    await assert.rejects(tables.pairs('en', cancel.signal), { name: 'AbortError' });
    answer(0, 1);
    assert.equal((await other)[0]?.unitPrice, 1);
  });
});
