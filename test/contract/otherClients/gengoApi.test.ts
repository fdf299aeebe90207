import assert from 'node:assert/strict';
import { describeClient } from './describeClient.ts';
import { gengoApiCases } from './gengoApiCases.ts';
import { exportsOf } from './publicClients.ts';

describeClient('gengo-api', '1.0.1', gengoApiCases);

describe('contract: exports of gengo-api', () => {
  it('are the client, its addresses and its errors; callbacks exist only as types', () => {
    assert.deepEqual(exportsOf('gengo-api').toSorted(), [
      'GengoAPIClientError',
      'GengoAPIError',
      'GengoEnvironment',
      'GengoUnexpectedError',
      'initGengoAPI',
    ]);
  });
});
