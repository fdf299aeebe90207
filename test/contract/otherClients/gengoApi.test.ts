import assert from 'node:assert/strict';
import { describeClient } from './describeClient.ts';
import { gengoApiCases } from './gengoApiCases.ts';
import { exportsOf } from './publicClients.ts';

describeClient('gengo-api', '1.0.1', gengoApiCases);

describe('contract: gengo-api, beside its client', () => {
  it('has addresses and errors; of callbacks it has types alone, and so nothing to call', () => {
    assert.deepEqual(exportsOf('gengo-api').toSorted(), [
      'GengoAPIClientError',
      'GengoAPIError',
      'GengoEnvironment',
      'GengoUnexpectedError',
      'initGengoAPI',
    ]);
  });
});
