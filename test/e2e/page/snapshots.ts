import type { PageSnapshot } from '../../../src/webview/protocol.ts';

/** A job under review, before its revisions and comments have been read. */
export const early: PageSnapshot = {
  type: 'snapshot',
  jobId: '4711',
  title: 'cart.summary',
  status: 'reviewable',
  statusLabel: 'Ready for review',
  facts: [
    { label: 'Tier', value: 'Standard' },
    { label: 'Unit count', value: '9 words' },
    { label: 'Price', value: 'US$0.45' },
    { label: 'Ordered', value: '14 May 2026, 10:12' },
    { label: 'Review ends', value: '19 May 2026, 12:40' },
    { label: 'Revisions used', value: '1 of 3' },
    { label: 'File', value: 'locales/en.json' },
  ],
  simulatedNotice: 'The sandbox made this translation: no person has worked on it, and nothing was paid.',
  source: { locale: 'en', label: 'English', direction: 'ltr', text: 'You have {count} items in your cart.\nThe total is %1$s.' },
  translation: { locale: 'ja', label: 'Japanese', direction: 'ltr', text: 'カートに{count}点の商品が入っています。\n合計は%1$sです。' },
  problems: [],
  actions: ['approve', 'revise', 'reject', 'comment', 'copy', 'openFile', 'refresh'],
  notes: [],
  busy: false,
};

/** The same with everything the page can show of it. */
export const reviewable: PageSnapshot = {
  ...early,
  revisions: [
    { id: 'r1', text: 'カートに商品があります。', when: '14 May 2026, 11:02' },
    { id: 'r2', text: 'カートに{count}個の商品があります。\n合計は%1$sです。', when: '14 May 2026, 12:10' },
    { id: 'r3', text: 'カートに{count}点の商品が入っています。\n合計は%1$sです。', when: '14 May 2026, 12:40' },
  ],
  comments: [
    { author: 'customer', authorLabel: 'You', body: 'The cart of an online shop. Please keep it short.', when: '14 May 2026, 10:12' },
    { author: 'translator', authorLabel: 'Translator', body: 'Thank you. Is “items” always goods, or can it be services too?', when: '14 May 2026, 10:40' },
    { author: 'customer', authorLabel: 'You', body: 'Always goods.', when: '14 May 2026, 10:44' },
  ],
};

/** The same with a placeholder lost. */
export const faulty: PageSnapshot = {
  ...reviewable,
  translation: { locale: 'ja', label: 'Japanese', direction: 'ltr', text: 'カートに商品が入っています。\n合計は%1$sです。' },
  problems: [
    { severity: 'error', sentence: 'The placeholder {count} is missing.' },
    { severity: 'warning', sentence: 'The translation ends with “。” where the source ends with “.”' },
  ],
  suggestedRevisionComment: 'The placeholder {count} is missing. Please put it back.',
};

/** Approved and written, from right to left. */
export const delivered: PageSnapshot = {
  ...reviewable,
  status: 'approved',
  statusLabel: 'Approved',
  title: 'checkout.greeting',
  source: { locale: 'en', label: 'English', direction: 'ltr', text: 'Welcome back, {name}!' },
  translation: { locale: 'ar', label: 'Arabic', direction: 'rtl', text: 'مرحبًا بعودتك، {name}!' },
  deliveryNotice: { severity: 'info', sentence: 'Written into locales/ar.json at 12:45.' },
  revisions: [{ id: 'r1', text: 'مرحبًا بعودتك، {name}!', when: '14 May 2026, 11:02' }],
  comments: [],
  feedback: { rating: 5, forTranslator: 'Quick and natural, thank you.' },
  actions: ['comment', 'archive', 'undoDelivery', 'copy', 'openFile', 'refresh'],
  notes: ['An approved translation cannot be revised any more.'],
};
