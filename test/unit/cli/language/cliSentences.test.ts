import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  baseAddressSentence,
  cliErrorSentence,
  cliHoldSentence,
  failureSentence,
} from '../../../../src/cli/language/cliSentences.ts';
import { present } from '../../../../src/base/present.ts';
import { NotConnectedError } from '../../../../src/orders/model/connectionErrors.ts';
import { OrderError, type OrderErrorReason } from '../../../../src/orders/model/orderError.ts';
import type { ItemFailure } from '../../../../src/service/calls/requestSeries.ts';
import type { HoldReason } from '../../../../src/orders/model/trackedJob.ts';
import type { ErrorMeaning } from '../../../../src/service/interface/catalog.ts';
import { ServiceError, type ServiceErrorReason } from '../../../../src/service/interface/serviceError.ts';
import { meaningSentences } from '../../../../src/words/meaningSentences.ts';
import { plain } from '../../../../src/words/plain.ts';
import { projectRoot } from '../../../host/paths.ts';

// Records, so that the compiler reports a code that is missing here.
const reasons: Readonly<Record<ServiceErrorReason, true>> = {
  authentication: true,
  invalid: true,
  forbidden: true,
  'proxy-authentication': true,
  'proxy-negotiation': true,
  'proxy-address': true,
  'duplicate-submit': true,
  'not-found': true,
  'wrong-state': true,
  credits: true,
  throttled: true,
  unavailable: true,
  network: true,
  timeout: true,
  aborted: true,
  unreadable: true,
  insecure: true,
  'no-credentials': true,
  service: true,
};

const holds: Readonly<Record<HoldReason, true>> = {
  problems: true,
  'target-changed': true,
  'source-changed': true,
  'waits-for-branches': true,
  'unit-gone': true,
  'several-places': true,
  'source-missing': true,
  'conflict-markers': true,
  unreadable: true,
  'target-exists': true,
  'target-unsaved': true,
  'leads-outside': true,
  'refused-file': true,
  'not-seen': true,
  interrupted: true,
  'not-downloaded': true,
  'no-project': true,
};

/** Errors of orders that commands of the command line can raise: it quotes, tracks and delivers. */
const orderReasons = [
  'not-a-locale-file',
  'no-locale-files',
  'locale-unsupported',
  'pair-unsupported',
  'nothing-to-order',
  'not-a-document',
  'mixed-documents',
  'no-document',
  'plan-stale',
  'interrupted',
  'journal-newer',
  'busy',
  'disk-full',
  'read-only',
  'unknown-job',
  'wrong-state',
  'no-project',
  'changed-since',
  'not-delivered',
] as const satisfies readonly OrderErrorReason[];

const items: Readonly<Record<ItemFailure['item'], true>> = {
  order: true,
  job: true,
  unconfirmed: true,
  recovery: true,
};

const unreachable = new ServiceError('network', '', { outcome: 'not-sent' });

describe('sentences of the command line', () => {
  const meanings = Object.keys(meaningSentences) as ErrorMeaning[];
  const tryAnyway = Object.assign(new ServiceError('throttled', '', { outcome: 'refused', retryAfterMs: 7_200_000 }), {
    tryAnyway: () => undefined,
  });
  const shown = new Map<string, string>([
    ...(Object.keys(reasons) as ServiceErrorReason[]).map((reason): [string, string] => [
      reason,
      plain(cliErrorSentence(new ServiceError(reason, '', { outcome: 'refused' }))),
    ]),
    ...meanings.flatMap((meaning): [string, string][] => [
      [meaning, plain(cliErrorSentence(new ServiceError('service', '', { outcome: 'refused', meaning })))],
    ]),
    ...orderReasons.map((reason): [string, string] => [
      `order: ${reason}`,
      plain(cliErrorSentence(new OrderError(reason, 'a.json'))),
    ]),
    ...(Object.keys(holds) as HoldReason[]).map((hold): [string, string] => [
      `hold: ${hold}`,
      plain(cliHoldSentence(hold)),
    ]),
    ...(['invalid', 'insecure'] as const).map((reason): [string, string] => [
      `address: ${reason}`,
      plain(baseAddressSentence(new ServiceError(reason, '', { outcome: 'not-sent' }))),
    ]),
    ...(Object.keys(items) as ItemFailure['item'][]).flatMap((item) =>
      ['1000001', undefined].map((id): [string, string] => [
        `failure: ${item} ${id ?? ''}`,
        plain(failureSentence({ item, ...present({ id }), error: unreachable })),
      ]),
    ),
    ['not connected', plain(cliErrorSentence(new NotConnectedError('https://example.com')))],
    ['pause', plain(cliErrorSentence(tryAnyway))],
  ]);

  it('name no command, button, view or window of the editor', async () => {
    const manifest = JSON.parse(await readFile(path.join(projectRoot, 'package.nls.json'), 'utf8')) as Readonly<
      Record<string, string | { readonly message: string }>
    >;
    const titles = Object.entries(manifest)
      .filter(([key]) => key.startsWith('command.'))
      .map(([, text]) => (typeof text === 'string' ? text : text.message).replace(/…$/u, ''));
    assert.ok(titles.includes('Deliver Translation'));
    // The name of the product is in sentences; titles of one word are words of sentences, too, so they count if quoted.
    const names = titles.filter((title) => title !== 'Human Translation');
    const forbidden = [
      ...names.map((title) => `“${title}”`),
      ...names.filter((title) => title.includes(' ')),
      'Try Anyway',
      'Human Translation view',
      'window',
    ];
    const found = [...shown].flatMap(([code, text]) =>
      forbidden.filter((one) => text.includes(one)).map((one) => `${code} names ${one}: ${text}`),
    );
    assert.deepEqual(found, []);
    assert.ok(shown.size > 120, `only ${shown.size} sentences`);
  });

  it('say which request of a refresh failed', () => {
    const sentences = (Object.keys(items) as ItemFailure['item'][]).map((item) =>
      plain(failureSentence({ item, id: '1000001', error: unreachable })),
    );
    assert.equal(new Set(sentences).size, sentences.length);
    for (const sentence of sentences)
      assert.match(sentence, /^(?:Order|Job|Unconfirmed orders) .*: The service can’t be/u);
  });
});
