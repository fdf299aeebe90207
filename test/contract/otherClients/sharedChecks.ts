import assert from 'node:assert/strict';
import type { WireMode } from '../../../src/sandbox/wire/wireNumbers.ts';
import { list, type ClientHarness, type Wire } from './clientHarness.ts';

/** A job as in the documentation of these clients. */
export function textJob(text: string): Wire {
  return { type: 'text', slug: 'A title', body_src: text, lc_src: 'en', lc_tgt: 'ja', tier: 'standard' };
}

/** The type of credits and prices. */
function numberType(wire: WireMode): 'number' | 'string' {
  return wire === 'contract' ? 'number' : 'string';
}

export async function checkStats({ fixture, wire }: ClientHarness, answer: unknown): Promise<void> {
  const stats = answer as Wire;
  const { spent } = (await fixture.control('GET', '/state')).response as { spent: string };
  assert.ok(Number(spent) > 0);
  assert.deepEqual([typeof stats['credits_spent'], Number(stats['credits_spent'])], [numberType(wire), Number(spent)]);
  assert.ok(Number(stats['user_since']) > 1e9);
  assert.deepEqual(
    ['currency', 'billing_type', 'customer_type'].map((name) => typeof stats[name]),
    ['string', 'string', 'string'],
  );
}

export async function checkBalance({ fixture, wire }: ClientHarness, answer: unknown): Promise<void> {
  const { credits, currency } = answer as Wire;
  const { balance } = (await fixture.control('GET', '/state')).response as { balance: string };
  assert.ok(Number(balance) > 0 && Number(balance) < 10_000);
  assert.deepEqual([typeof credits, Number(credits), currency], [numberType(wire), Number(balance), 'USD']);
}

export function checkPreferredTranslators(answer: unknown): void {
  const entries = list(answer);
  assert.ok(entries.length > 0);
  for (const entry of entries) {
    assert.deepEqual(
      ['lc_src', 'lc_tgt', 'tier'].map((name) => typeof entry[name]),
      ['string', 'string', 'string'],
    );
    assert.ok(
      list(entry, 'translators').every(({ id, last_login }) => Number.isInteger(id) && Number.isInteger(last_login)),
      JSON.stringify(entry),
    );
  }
}

/** Checks that every pair has its prices, and that the filter returns all pairs with one source language. */
export function checkPairs({ wire }: ClientHarness, all: unknown, japanese: unknown): void {
  for (const { lc_src, lc_tgt, tier, currency, unit_price } of list(all)) {
    assert.deepEqual(
      [typeof lc_src, typeof lc_tgt, ['standard', 'pro'].includes(String(tier)), currency],
      ['string', 'string', true, 'USD'],
    );
    assert.ok(typeof unit_price === numberType(wire) && Number(unit_price) > 0);
  }
  assert.ok(list(all).some(({ lc_src, lc_tgt }) => lc_src === 'en' && lc_tgt === 'ja'));
  assert.ok(list(japanese).length > 0);
  assert.deepEqual(
    japanese,
    list(all).filter(({ lc_src }) => lc_src === 'ja'),
  );
}

export function checkLanguages(answer: unknown): void {
  const languages = list(answer);
  const japanese = languages.find(({ lc }) => lc === 'ja');
  assert.deepEqual(japanese, { lc: 'ja', language: 'Japanese', localized_name: '日本語', unit_type: 'character' });
  assert.ok(
    languages.length >= 37 && languages.every(({ unit_type }) => unit_type === 'word' || unit_type === 'character'),
  );
}
