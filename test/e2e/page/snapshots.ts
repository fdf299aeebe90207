import type { PageSnapshot } from '../../../src/webview/shared/pageSnapshot.ts';

/** A job under review, before its revisions and comments are loaded. */
export const early: PageSnapshot = {
  type: 'snapshot',
  jobId: '4711',
  title: 'cart.summary',
  status: 'reviewable',
  statusLabel: 'Ready for review',
  highlights: ['4 d 23 h remaining', 'Revision requests: 1 of 3'],
  facts: [
    { label: 'Tier', value: 'Standard' },
    { label: 'Unit count', value: '9 words' },
    { label: 'Price', value: 'US$0.45' },
    { label: 'Ordered', value: '14 May 2026, 10:12' },
    { label: 'Review ends', value: '19 May 2026, 12:40' },
    { label: 'File', value: 'locales/en.json' },
  ],
  simulatedNotice: 'This translation is simulated by the sandbox and free.',
  source: {
    locale: 'en',
    label: 'English',
    direction: 'ltr',
    text: 'You have {count} items in your cart.\nThe total is %1$s.',
  },
  translation: {
    locale: 'ja',
    label: 'Japanese',
    direction: 'ltr',
    text: 'カートに{count}点の商品が入っています。\n合計は%1$sです。',
  },
  translationHash: 'hash-of-r3',
  problems: [],
  actions: ['approve', 'revise', 'reject', 'comment', 'orderComment', 'copy', 'openFile', 'refresh'],
  notes: [],
  order: {
    facts: [
      { label: 'Order ID', value: '815' },
      { label: 'Price of the order', value: 'US$4.10' },
    ],
    jobs: [
      { jobId: '4712', title: 'cart.checkout', statusLabel: 'ja · To Review' },
      { jobId: '4713', title: 'cart.total', statusLabel: 'fr · Being Translated' },
    ],
    moreJobs: '… and 2 more jobs.',
  },
  busy: false,
};

/** The same job with its revisions and comments. */
export const reviewable: PageSnapshot = {
  ...early,
  revisions: [
    { id: 'r1', text: 'カートに商品があります。', when: '14 May 2026, 11:02' },
    { id: 'r2', text: 'カートに{count}個の商品があります。\n合計は%1$sです。', when: '14 May 2026, 12:10' },
    { id: 'r3', text: 'カートに{count}点の商品が入っています。\n合計は%1$sです。', when: '14 May 2026, 12:40' },
  ],
  comments: [
    {
      author: 'customer',
      authorLabel: 'You',
      body: 'The cart of an online shop. Please keep it short.',
      when: '14 May 2026, 10:12',
    },
    {
      author: 'translator',
      authorLabel: 'Translator',
      body: 'Thank you. Is “items” always goods, or can it be services too?',
      when: '14 May 2026, 10:40',
    },
    { author: 'customer', authorLabel: 'You', body: 'Always goods.', when: '14 May 2026, 10:44' },
  ],
};

/** The same job with a missing placeholder. */
export const faulty: PageSnapshot = {
  ...reviewable,
  translation: {
    locale: 'ja',
    label: 'Japanese',
    direction: 'ltr',
    text: 'カートに商品が入っています。\n合計は%1$sです。',
  },
  translationHash: 'hash-of-faulty',
  problems: [
    {
      severity: 'warning',
      sentence: 'The translation ends with “。” where the source ends with “.”',
      location: { passage: 'translation', start: 24, end: 25 },
    },
    {
      severity: 'error',
      sentence: 'The placeholder {count} is missing.',
      location: { passage: 'source', start: 9, end: 16 },
    },
    { severity: 'warning', sentence: 'The length of the translation is unusual for its source.' },
  ],
  problemCount: '1 error, 2 warnings',
  suggestedRevisionComment: 'The placeholder {count} is missing. Please put it back.',
};

/**
 * Approved automatically and not delivered, in a right-to-left language: a placeholder was changed, another one was
 * added within a passage that is too long, and a warning is about the whole translation.
 */
export const held: PageSnapshot = {
  ...reviewable,
  status: 'approved',
  statusLabel: 'Approved',
  source: { locale: 'en', label: 'English', direction: 'ltr', text: 'Welcome back, {name}! Made by <b>{maker}</b>.' },
  translation: {
    locale: 'ar',
    label: 'Arabic',
    direction: 'rtl',
    text: 'مرحبًا بعودتك، {nmae}! صنعه {maker} وأصدقاؤه الكثيرون {more}.',
  },
  deliveryNotice: {
    severity: 'warning',
    sentence: 'Not delivered: the translation has errors. Deliver it anyway, or correct the file.',
  },
  problems: [
    {
      severity: 'error',
      sentence: 'The placeholder was changed to {nmae}.',
      location: { passage: 'translation', start: 15, end: 21 },
    },
    {
      severity: 'error',
      sentence: 'The placeholder {more} is not in the source.',
      location: { passage: 'translation', start: 54, end: 60 },
    },
    {
      severity: 'error',
      sentence: 'The translation is longer than allowed.',
      location: { passage: 'translation', start: 40, end: 61 },
    },
    { severity: 'error', sentence: 'The tag <b> is missing.', location: { passage: 'source', start: 30, end: 33 } },
    { severity: 'error', sentence: 'The tag </b> is missing.', location: { passage: 'source', start: 40, end: 44 } },
    {
      severity: 'error',
      sentence: 'The plural form “few” is missing.',
      location: { passage: 'translation', start: 23, end: 23 },
    },
    {
      severity: 'warning',
      sentence: 'The translation is the same as the source.',
      location: { passage: 'translation', start: 0, end: 61 },
    },
  ],
  problemCount: '6 errors, 1 warning',
  highlights: [],
  actions: ['comment', 'deliver', 'archive', 'copy', 'openFile', 'refresh'],
  notes: ['An approved translation can’t be revised. You can still message the translator.'],
};

/** Approved and delivered, in a right-to-left language. */
export const delivered: PageSnapshot = {
  ...reviewable,
  status: 'approved',
  statusLabel: 'Approved',
  title: 'checkout.greeting',
  source: { locale: 'en', label: 'English', direction: 'ltr', text: 'Welcome back, {name}!' },
  translation: { locale: 'ar', label: 'Arabic', direction: 'rtl', text: 'مرحبًا بعودتك، {name}!' },
  deliveryNotice: { severity: 'info', sentence: 'Delivered to locales/ar.json at 12:45.' },
  revisions: [{ id: 'r1', text: 'مرحبًا بعودتك، {name}!', when: '14 May 2026, 11:02' }],
  comments: [],
  feedback: { rating: 5, forTranslator: 'Quick and natural, thank you.' },
  highlights: [],
  actions: ['comment', 'archive', 'undoDelivery', 'copy', 'openFile', 'refresh'],
  notes: ['An approved translation can’t be revised.'],
};

/** The same job with its order open. */
export const withOrder: PageSnapshot = {
  ...reviewable,
  order: {
    facts: [],
    jobs: [],
    ...early.order,
    comments: [
      { author: 'customer', authorLabel: 'You', body: 'The texts of a small web shop.', when: '14 May 2026, 10:12' },
      { author: 'translator', authorLabel: 'Translator', body: 'Formal or informal?', when: '14 May 2026, 10:50' },
    ],
  },
};
