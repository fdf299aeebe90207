import assert from 'node:assert/strict';
import {
  commentLength,
  parseIntent,
  parseSnapshot,
  parseUnavailable,
  type PageSnapshot,
} from '../../../src/webview/protocol.ts';
import { pageStrings } from '../../../src/webview/pageStrings.ts';

const snapshot: PageSnapshot = {
  type: 'snapshot',
  jobId: '1',
  title: 'cart.summary',
  statusLabel: 'Ready for review',
  status: 'reviewable',
  facts: [{ label: 'Tier', value: 'Standard' }],
  highlights: ['1 d remaining'],
  problemCount: '1 error, 1 warning',
  order: {
    facts: [{ label: 'Order ID', value: '8' }],
    jobs: [{ jobId: '2', title: 't', statusLabel: 'To Review' }],
    moreJobs: '… and 2 more jobs.',
    comments: [{ author: 'customer', authorLabel: 'You', body: 'b', when: '' }],
    note: 'Incomplete.',
  },
  simulatedNotice: 'Simulated.',
  deliveryNotice: { severity: 'warning', sentence: 'Held.' },
  source: { locale: 'en', label: 'English', text: '', direction: 'ltr' },
  translation: { locale: 'ar', label: 'Arabic', text: '', direction: 'rtl' },
  translationHash: 'abc',
  previousText: 'Before',
  problems: [
    { severity: 'error', sentence: 'Missing.' },
    { severity: 'warning', sentence: 'Here.', location: { passage: 'source', start: 0, end: 7 } },
  ],
  revisions: [{ id: 'r', text: '', when: 'now' }],
  comments: [{ author: 'other', authorLabel: 'Somebody', body: '', when: 'now' }],
  feedback: { rating: 4, forTranslator: 'Thanks' },
  actions: ['approve', 'undoDelivery'],
  notes: ['Note.'],
  suggestedRevisionComment: 'Please…',
  sourceChanges: [
    { severity: 'warning', sentence: 'Changed.', now: '' },
    { severity: 'info', sentence: 'Moved.' },
  ],
  suggestedComment: 'The source…',
  busy: false,
  failure: { intent: 'reject', sentence: 'Refused.' },
  done: { intent: 'comment', count: 2 },
};

const optional = [
  'problemCount',
  'order',
  'simulatedNotice',
  'deliveryNotice',
  'translationPending',
  'revisions',
  'comments',
  'feedback',
  'suggestedRevisionComment',
  'sourceChanges',
  'suggestedComment',
  'failure',
  'done',
  'translationHash',
  'previousText',
];

describe('parseIntent', () => {
  const good: readonly unknown[] = [
    { type: 'ready' },
    ...[
      'reject',
      'cancel',
      'cancelAndOrder',
      'archive',
      'showChanges',
      'deliver',
      'undoDelivery',
      'insert',
      'copy',
      'openFile',
      'refresh',
    ].map((type) => ({ type })),
    { type: 'approve', override: false },
    { type: 'approve', override: true, rating: 1, forTranslator: '' },
    { type: 'approve', override: false, rating: 5 },
    { type: 'approve', override: false, forService: 'Quick.', public: true },
    { type: 'approve', override: true, translationHash: 'abc' },
    { type: 'revise', comment: 'Shorter' },
    { type: 'comment', body: 'Hello' },
    { type: 'orderComment', body: 'Hello' },
    { type: 'compareRevisions', older: 'a', newer: 'b' },
    { type: 'openJob', jobId: '5' },
    { type: 'showOrder', shown: true },
    { type: 'keepOpen' },
  ];
  for (const intent of good) {
    it(`accepts ${JSON.stringify(intent)}`, () => {
      assert.deepEqual(parseIntent(intent), intent);
    });
  }

  const bad: readonly unknown[] = [
    undefined,
    null,
    'ready',
    7,
    [],
    {},
    [{ type: 'ready' }],
    { type: 'Ready' },
    { type: 'toString' },
    { type: ['ready'] },
    { type: 'snapshot' },
    { type: 'approve' },
    { type: 'approve', override: 'yes' },
    { type: 'approve', override: 1 },
    ...[0, 6, 2.5, '3', null, NaN, Infinity].map((rating) => ({ type: 'approve', override: false, rating })),
    { type: 'approve', override: false, translationHash: 5 },
    { type: 'approve', override: false, translationHash: null },
    { type: 'approve', override: false, forTranslator: 5 },
    { type: 'approve', override: false, forService: 5 },
    { type: 'approve', override: false, public: 1 },
    { type: 'approve', override: false, public: 'true' },
    { type: 'revise' },
    { type: 'revise', comment: 5 },
    { type: 'revise', body: 'x' },
    { type: 'comment' },
    { type: 'comment', body: null },
    { type: 'orderComment' },
    { type: 'compareRevisions', older: 'a' },
    { type: 'openJob', jobId: 5 },
    { type: 'openJob' },
    { type: 'showOrder', shown: 'yes' },
    { type: 'comment', comment: 'x' },
  ];
  for (const message of bad) {
    it(`refuses ${JSON.stringify(message) ?? 'undefined'}`, () => {
      assert.equal(parseIntent(message), undefined);
    });
  }

  it('removes unknown members of an intent', () => {
    assert.deepEqual(parseIntent({ type: 'archive', jobId: '2', override: true }), { type: 'archive' });
  });
});

describe('parseUnavailable', () => {
  it('accepts a sentence that says why there is no job', () => {
    const message = { type: 'unavailable', title: 'Job 1', sentence: 'It was archived.', busy: false };
    assert.deepEqual(parseUnavailable(message), message);
    assert.equal(parseUnavailable({ ...message, busy: undefined }), undefined);
    assert.equal(parseUnavailable({ ...message, sentence: 5 }), undefined);
    assert.equal(parseUnavailable(snapshot), undefined);
    assert.equal(parseSnapshot(message), undefined);
  });
});

describe('parseSnapshot', () => {
  it('accepts a complete snapshot after it was sent', () => {
    assert.deepEqual(parseSnapshot(JSON.parse(JSON.stringify(snapshot))), snapshot);
  });

  it('accepts a snapshot with only the required members', () => {
    const entries = Object.entries(snapshot).filter(([name]) => !optional.includes(name));
    const location = { locale: 'ar', label: 'Arabic', direction: 'rtl' };
    const least = {
      ...Object.fromEntries(entries),
      translation: location,
      facts: [],
      highlights: [],
      problems: [],
      actions: [],
      notes: [],
    };
    assert.deepEqual(parseSnapshot(least), least);
  });

  for (const name of Object.keys(snapshot).filter((key) => !optional.includes(key))) {
    it(`refuses a snapshot without ${name}`, () => {
      assert.equal(parseSnapshot({ ...snapshot, [name]: undefined }), undefined);
    });
  }

  const wrong: readonly Readonly<Record<string, unknown>>[] = [
    { type: 'Snapshot' },
    { jobId: 5 },
    { busy: 'true' },
    { facts: [{ label: 'Tier' }] },
    { facts: [null] },
    { highlights: [5] },
    { problemCount: 3 },
    { order: {} },
    { order: { facts: [], jobs: [{ jobId: 2, title: 't', statusLabel: 's' }] } },
    { order: { facts: [], jobs: [], comments: [{ body: 'x' }] } },
    { facts: { 0: { label: 'a', value: 'b' } } },
    { deliveryNotice: { severity: 'error', sentence: 'x' } },
    { source: { ...snapshot.source, direction: 'auto' } },
    { source: { ...snapshot.source, text: undefined } },
    { source: [] },
    { translation: { ...snapshot.translation, text: 5 } },
    { translationHash: 5 },
    { previousText: null },
    { problems: [{ severity: 'info', sentence: 'x' }] },
    { problems: ['x'] },
    ...[
      { start: 0, end: 1 },
      { passage: 'note', start: 0, end: 1 },
      { passage: 'source', start: 2, end: 1 },
      { passage: 'source', start: -1, end: 1 },
      { passage: 'source', start: 0, end: 1.5 },
      null,
    ].map((location) => ({
      problems: [{ severity: 'error', sentence: 'x', location }],
    })),
    { revisions: [{ id: 1, text: '', when: '' }] },
    { revisions: {} },
    { comments: [{ author: 'robot', authorLabel: '', body: '', when: '' }] },
    { comments: [{ author: 'customer', authorLabel: '', body: null, when: '' }] },
    { feedback: { rating: '4' } },
    { feedback: { forTranslator: 4 } },
    { actions: ['approve', 'pay'] },
    { actions: [['approve']] },
    { notes: [5] },
    { failure: { intent: 'pay', sentence: 'x' } },
    { failure: { intent: 'approve' } },
    { done: { intent: 'approve', count: 1.5 } },
    { done: { intent: 'approve', count: '1' } },
  ];
  for (const part of wrong) {
    it(`refuses a snapshot with ${JSON.stringify(part)}`, () => {
      assert.equal(parseSnapshot({ ...snapshot, ...part }), undefined);
    });
  }

  for (const message of [undefined, null, 'snapshot', 5, [], [snapshot]]) {
    it(`refuses ${message === undefined ? 'undefined' : JSON.stringify(message).slice(0, 20)}`, () => {
      assert.equal(parseSnapshot(message), undefined);
    });
  }
});

describe('the protocol', () => {
  it('counts characters, not UTF-16 units', () => {
    assert.equal(commentLength(''), 0);
    assert.equal(commentLength('a😀あ'), 3);
  });

  it('lists each text of the page once', () => {
    assert.equal(new Set(pageStrings).size, pageStrings.length);
  });
});
