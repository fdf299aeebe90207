import assert from 'node:assert/strict';
import { redactLog } from '../../../../src/commands/support/redactLog.ts';

const shipped = new Set(['extension.js', 'session-ABCD1234.js']);

function redact(text: string): string {
  const [first = '', ...others] = redactLog([{ at: 0, level: 'info', text }], shipped);
  assert.ok(first.startsWith('1970-01-01T00:00:00.000Z [info] '));
  return [first.slice('1970-01-01T00:00:00.000Z [info] '.length), ...others].join('\n');
}

describe('redactLog', () => {
  it('keeps the extension’s own sentences, names of errors and well-known codes', () => {
    assert.equal(
      redact('The jobs could not be refreshed: ServiceError: connect ECONNREFUSED 10.1.2.3:8443'),
      'The jobs could not be refreshed: ServiceError ECONNREFUSED …',
    );
    assert.equal(redact('The service no longer knows the job 483920.'), 'The service no longer knows the job ….');
    assert.equal(redact('The sandbox has ended. Connecting again.'), 'The sandbox has ended. Connecting again.');
  });

  it('keeps the form of requests, without ids and unknown paths', () => {
    assert.equal(
      redact('GET /v2/translate/jobs/48392,48393 → 200 in 31 ms'),
      'GET /v2/translate/jobs/… → 200 in 31 ms',
    );
    assert.equal(redact('GET /acme-secret/v2/account/me → network in 5 ms'), 'GET /…/v2/account/me → network in 5 ms');
    assert.equal(redact('PUT https://user:pw@acme.example/job → my key in 5 ms'), 'PUT …//…/job → … in 5 ms');
  });

  it('keeps positions in the extension’s own files, and no others', () => {
    assert.equal(
      redact(
        [
          'TypeError: Cannot read "Willkommen bei Acme"',
          '    at secretName (file:///home/jane/.vscode/extensions/x/dist/extension.js:12:345)',
          '    at /home/jane/dist/chunks/session-ABCD1234.js:1:2',
          '    at /home/jane/acme/secret.js:1:2',
          '  reason: authentication',
          '  reason: Willkommen',
          '  because: Error: getaddrinfo ENOTFOUND acme.example',
          '  {"de": "Willkommen"}',
        ].join('\n'),
      ),
      [
        'TypeError …',
        '  at extension.js:12:345',
        '  at session-ABCD1234.js:1:2',
        '  reason: authentication',
        '  because: Error ENOTFOUND …',
      ].join('\n'),
    );
  });

  /** Each contains at least one of `secrets`. */
  const secrets = [
    'k3y-aBcD9f',
    'hunter2',
    'jane',
    'acme',
    'Willkommen',
    'ようこそ',
    'checkout.title',
    'legal_terms',
    '4111111111111111',
    'eyJhbGciOi',
    'sk_live',
  ];
  const hostile = [
    'k3y-aBcD9f',
    'api_key=k3y-aBcD9f&api_sig=hunter2',
    'GET /v2/translate/job/k3y-aBcD9f?api_key=hunter2 → 200 in 31 ms',
    'GET /v2/account/me → Willkommen in 31 ms',
    'GET /v2/account/me → 200 in 31 ms Willkommen',
    'POST https://jane:hunter2@acme.example/v2/translate/jobs → 200 in 9 ms',
    'Error: ENOENT: no such file, open /home/jane/acme/locales/legal_terms.de.json',
    'The strings of C:\\Users\\jane\\acme\\de.json could not be annotated: Error: Willkommen',
    'legal_terms.json cannot be delivered: checkout.title',
    'checkout.title in legal_terms.json: the translation was not reused (acme).',
    'approve on job 4111111111111111: Error: Willkommen',
    'Willkommen on job ようこそ: hunter2',
    'The jobs could not be refreshed: Bearer eyJhbGciOi.sk_live',
    'The jobs could not be refreshed: Willkommen: ServiceError: hunter2',
    'ServiceError: Willkommen — the service says: hunter2',
    'ServiceError\n    at Willkommen (dist/Willkommen.js:1:1)\n    at x (dist/extension.js:1:1) hunter2',
    'ServiceError\n  because: Willkommen\n  0: ["checkout.title"]',
    'The sandbox has ended. Connecting again. hunter2',
    ' The sandbox has ended. Connecting again.\u2028Willkommen',
    'EACCES_jane ENOENTWillkommen HUNTER2 hunter2',
    'TypeError_Willkommen: x',
    'Restarting the sandbox at the pace “Willkommen”.',
    `${'The order was not sent: '.repeat(500)}Willkommen`,
  ];
  for (const [index, text] of hostile.entries())
    it(`removes keys, names and texts from hostile line ${index + 1}`, () => {
      const report = redact(text);
      for (const secret of secrets) assert.ok(!report.includes(secret), report);
    });
});
