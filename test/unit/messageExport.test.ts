import assert from 'node:assert/strict';
import { exportFindings } from '../l10n/exportedMessages.ts';
import { collectMessages } from '../l10n/messages.ts';

describe('export of messages', function () {
  this.timeout(120_000);

  it('finds the message of every call of l10n.t, as the translations are checked against', async () => {
    const messages = collectMessages();
    assert.ok(messages.length > 500, `only ${messages.length} messages`);
    assert.deepEqual(await exportFindings(messages), []);
  });
});
