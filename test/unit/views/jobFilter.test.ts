import assert from 'node:assert/strict';
import type { TrackedJob } from '../../../src/orders/model/trackedJob.ts';
import { parseFilter, suggestTerms, termText } from '../../../src/views/jobFilter.ts';
import { makeTrackedJob, makeUnitRef } from '../../builders/trackedJob.ts';

const hour = 3_600_000;
const now = 1000 * hour;
const warning = { kind: 'whitespace-restored', severity: 'warning', text: ' ' } as const;
const jobs: readonly TrackedJob[] = [
  makeTrackedJob({
    id: '11',
    title: 'nav.cart',
    sourceText: 'Shopping cart',
    translatedText: 'カート',
    targetLocale: 'ja',
    orderId: '900',
    reviewUntil: now + 20 * hour,
    units: [makeUnitRef({ file: 'locales/en.json', key: 'nav.cart', targetFile: 'locales/ja.json' })],
  }),
  makeTrackedJob({
    id: '12',
    title: 'nav.search',
    targetLocale: 'fr',
    orderId: '901',
    status: 'pending',
    hasOpenQuestion: true,
    units: [makeUnitRef({ file: 'my app/en.json', key: 'nav.search' })],
  }),
  makeTrackedJob({ id: '13', title: 'Save', targetLocale: 'fr', reviewUntil: now + 90 * hour, problems: [warning] }),
];

function matching(filter: string): readonly string[] {
  return jobs.filter(parseFilter(filter, now)).map(({ id }) => id);
}

describe('parseFilter', () => {
  it('matches all jobs if the filter is empty', () => {
    for (const filter of ['', '  ', '""']) assert.equal(matching(filter).length, 3, filter);
  });

  it('searches names, texts, languages, files and statuses, ignoring case', () => {
    assert.deepEqual(matching('NAV'), ['11', '12']);
    assert.deepEqual(matching('カート'), ['11']);
    assert.deepEqual(matching('french'), ['12', '13']);
    assert.deepEqual(matching('locales/ja.json'), ['11']);
    assert.deepEqual(matching('being translated'), ['12']);
    assert.deepEqual(matching('900'), ['11']);
    assert.deepEqual(matching('nothing like this'), []);
  });

  it('requires every term, and keeps phrases together', () => {
    assert.deepEqual(matching('nav french'), ['12']);
    assert.deepEqual(matching('"shopping cart"'), ['11']);
    assert.deepEqual(matching('"cart shopping"'), []);
  });

  it('compares terms with @ with one property', () => {
    assert.deepEqual(matching('@locale:fr'), ['12', '13']);
    assert.deepEqual(matching('@locale:f'), []);
    assert.deepEqual(matching('@file:en.json'), ['11', '12']);
    assert.deepEqual(matching('@file:"my app/en.json"'), ['12']);
    assert.deepEqual(matching('@order:900'), ['11']);
    assert.deepEqual(matching('@review'), ['11', '13']);
    assert.deepEqual(matching('@findings @locale:fr'), ['13']);
    assert.deepEqual(matching('@questions'), ['12']);
    assert.deepEqual(matching('@ending'), ['11']);
  });

  it('treats an unknown term as text', () => {
    assert.deepEqual(matching('@constructor'), []);
    const named = makeTrackedJob({ title: 'mail @work' });
    assert.ok(parseFilter('@work', now)(named));
  });
});

describe('suggestTerms', () => {
  it('suggests the terms that match jobs, with their numbers, each of which finds them', () => {
    const terms = suggestTerms(jobs, now);
    assert.deepEqual(
      terms.map((suggestion) => [termText(suggestion), suggestion.count]),
      [
        ['@review', 2],
        ['@findings', 1],
        ['@questions', 1],
        ['@ending', 1],
        ['@locale:fr', 2],
        ['@locale:ja', 1],
        ['@file:locales/en.json', 1],
        ['@file:"my app/en.json"', 1],
        ['@order:900', 1],
        ['@order:901', 1],
      ],
    );
    for (const suggestion of terms) assert.equal(matching(termText(suggestion)).length, suggestion.count);
  });
});
