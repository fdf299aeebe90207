import { open } from 'node:fs/promises';
import { formatLine } from '../../src/orders/journal/journalLine.ts';
import type { EntryOf, IntentJob, JournalEntry } from '../../src/orders/journal/journalEntry.ts';

/** Maximum number of jobs of an order, as in `placeOrder`. */
const jobsPerOrder = 50;

/** Writes a journal with `jobCount` jobs, all of them delivered. Returns its size in bytes. */
export async function writeBigJournal(path: string, jobCount: number): Promise<number> {
  const file = await open(path, 'w');
  let size = 0;
  try {
    for (let first = 0; first < jobCount; first += jobsPerOrder) {
      const bytes = Buffer.from(
        entriesOfOrder(first, Math.min(first + jobsPerOrder, jobCount))
          .map(formatLine)
          .join(''),
      );
      await file.write(bytes);
      size += bytes.length;
    }
  } finally {
    await file.close();
  }
  return size;
}

/** Returns all journal entries of an order with the jobs from `first` (inclusive) to `end` (exclusive). */
export function entriesOfOrder(first: number, end: number): readonly JournalEntry[] {
  const numbers = Array.from({ length: end - first }, (_, index) => first + index);
  const [order, at] = [Math.floor(first / jobsPerOrder), 1_700_000_000_000 + first * 1000];
  const intent = order.toString(16).padStart(12, '0');
  const delivery = {
    id: `d${order.toString(16).padStart(11, '0')}`,
    at,
    project,
    targetFile,
    simulated: false,
    units: numbers.map(deliveredUnit),
    undo: undoOf(numbers),
  };
  return [
    {
      ...intentOf(intent, at),
      credits: numbers.length,
      jobs: numbers.map((number, index) => intentJob(number, index + 1)),
    },
    { type: 'placed', intent, at, orderId: String(5_000_000 + order), creditsUsed: numbers.length, known: [] },
    ...numbers.map((number, index): JournalEntry => ({
      type: 'job',
      intent,
      number: index + 1,
      jobId: jobId(number),
      orderId: String(5_000_000 + order),
      at,
    })),
    ...numbers.map((number): JournalEntry => ({ type: 'reviewable', jobId: jobId(number), at })),
    ...numbers.map((number): JournalEntry => ({ type: 'approved', jobId: jobId(number), at, override: false })),
    { type: 'delivering', ...delivery },
    { type: 'delivered', ...delivery },
  ];
}

const [project, file, targetFile] = [
  'a1b2c3d4',
  'packages/app/src/locales/en/translation.json',
  'packages/app/src/locales/ja/translation.json',
];

const folder = {
  uri: 'file:///home/someone/projects/shop',
  remotes: ['0123456789abcdef'],
  repository: 'fedcba9876543210',
  root: '',
};

function intentOf(id: string, at: number): Omit<EntryOf<'intent'>, 'jobs' | 'credits'> {
  return {
    type: 'intent',
    id,
    at,
    project,
    sourceLocale: 'en',
    sourceLanguage: 'en',
    tier: 'pro',
    autoApprove: false,
    simulated: false,
    currency: 'USD',
    folder,
  };
}

function intentJob(number: number, inOrder: number): IntentJob {
  const text = `You have {count} new messages in the conversation number ${number} since {date}.`;
  const placeholder = (name: string) => ({
    start: text.indexOf(name),
    end: text.indexOf(name) + name.length,
    text: name,
    syntax: 'brace' as const,
  });
  return {
    number: inOrder,
    title: keyOf(number),
    sourceHash: hashOf(number),
    protectedText: {
      text: text.replace('{count}', '[[[{count}]]]').replace('{date}', '[[[{date}]]]'),
      source: text,
      placeholders: [placeholder('{count}'), placeholder('{date}')],
      syntaxes: ['brace'],
    },
    targetLocale: 'ja',
    targetLanguage: 'ja',
    units: [
      {
        project,
        file,
        key: keyOf(number),
        locale: 'ja',
        targetFile,
        sourceHash: hashOf(number),
        targetHash: hashOf(number + 1),
      },
    ],
    credits: 1,
    unitCount: 13,
  };
}

function deliveredUnit(number: number): EntryOf<'delivered'>['units'][number] {
  return {
    jobId: jobId(number),
    file,
    key: keyOf(number),
    locale: 'ja',
    sourceHash: hashOf(number),
    valueHash: hashOf(number + 2),
  };
}

function undoOf(numbers: readonly number[]): EntryOf<'delivered'>['undo'] {
  return {
    afterHash: hashOf(numbers[0] ?? 0),
    beforeHash: hashOf(1),
    created: false,
    edits: numbers.map((number, index) => ({
      start: index * 80,
      end: index * 80 + 70,
      text: `The former value of ${number}`,
    })),
  };
}

function jobId(number: number): string {
  return String(30_000_000 + number);
}

function keyOf(number: number): string {
  return `conversations.list.item${number}.unread`;
}

function hashOf(number: number): string {
  return (number * 2_654_435_761).toString(16).padStart(16, '0');
}
