import assert from 'node:assert/strict';
import {
  privateParts,
  privatePartsOfLarge,
  type PrivateKind,
} from '../../../../../src/orders/spend/check/privateText.ts';

/** Joins the parts of a fake key, so that scanners don't report this file as one that leaks keys. */
const join = (...parts: readonly string[]): string => parts.join('');
const letters = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC3dE5';
const key = (prefix: string, length: number): string => join(prefix, letters.repeat(2).slice(0, length));

/** Texts with their private part in «», and its kind. */
const found: readonly (readonly [kind: PrivateKind, text: string])[] = [
  ['key', `Use «${join('AKIA', 'IOSFODNN7EXAMPLE')}» for the bucket.`],
  ['key', `«${key('ghp_', 36)}»`],
  ['key', `Set it to “«${key('github_pat_', 40)}»”.`],
  ['key', `«${key('glpat-', 20)}»`],
  ['key', `Stripe: «${key('sk_live_', 24)}», see there`],
  ['key', `«${join('xoxb-', '1234567890-', letters.slice(0, 24))}»`],
  ['key', `https://«${join('hooks.slack.com', '/services/T0AB12CD3/B0AB12CD3/', letters.slice(0, 24))}»`],
  ['key', `key «${key('AIza', 35)}».`],
  ['key', `//registry/:_authToken «${key('npm_', 36)}»`],
  ['key', `«${join('SG.', letters.slice(0, 22), '.', letters.slice(0, 36))}»`],
  ['key', `«${key('sk-proj-', 32)}»`],
  ['key', `Bot «${join('123456789:AA', letters.slice(0, 33))}»`],
  [
    'signed-token',
    `Send «${join('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0In0', '.dBjftJeZ4CVP-mB92K27uhbUJU1p1r')}» along.`,
  ],
  [
    'private-key',
    `Paste\n«${join('-----BEGIN RSA PRIVATE', ' KEY-----\nMIIEow\nabc=\n-----END RSA PRIVATE', ' KEY-----')}»\nhere`,
  ],
  ['private-key', `«${join('-----BEGIN PGP PRIVATE', ' KEY BLOCK-----\n\nlQdGBF')}»`],
  ['secret-value', `https://api.shop.io/v1?token=«${letters.slice(0, 20)}»&page=1`],
  ['secret-value', `api_key: "«${letters.slice(0, 24)}»"`],
  ['secret-value', `PASSWORD=«Hunter22!»`],
  ['secret-value', `client secret = «${letters.slice(0, 30)}»`],
  ['secret-value', `token: «123e4567-e89b-12d3-a456-426614174000»`],
  ['secret-value', `Authorization: Bearer «${letters.slice(0, 30)}»`],
  ['address-password', `postgres://shop:«hunter2»@db.shop.io/main`],
  ['e-mail', 'Write to «jane.doe@acme.io».'],
  ['e-mail', '<a href="mailto:«help+shop@mail.acme.co.uk»">Help</a>'],
  ['e-mail', 'Nachricht an «jürgen@müller.de»!'],
  ['internal-host', 'Open https://«build.acme.internal»/jobs first.'],
  ['internal-host', 'The printer is «printer.local».'],
  ['internal-host', 'ssh admin@«10.0.12.7»'.replace('admin@', 'admin at ')],
  ['internal-host', 'Router: http://«192.168.1.1:8080»/'],
  ['internal-host', 'Runs at «localhost:3000».'],
  ['bank-account', 'IBAN «DE89 3704 0044 0532 0130 00» is ours'],
  ['bank-account', 'Pay to «CZ65 0800 0000 1920 0014 5399».'],
  ['bank-account', 'Pay to «GB82WEST12345698765432».'],
  ['card-number', 'Card «4539 1488 0343 6467» was charged'],
];

/** Texts that only look private. */
const publicTexts: readonly string[] = [
  'Order 123e4567-e89b-12d3-a456-426614174000 was sent.',
  'Fixed in 3f2a9c1d4e5b6a7f8091a2b3c4d5e6f708192a3b ' +
    '(sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08)',
  'key=3f2a9c1d4e5b6a7f8091a2b3c4d5e6f708192a3b',
  'color: #ff00aa; background: rgba(12, 34, 56, 0.5)',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4' +
    '//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==">',
  'Password: must have at least 8 characters',
  'The password is case-sensitive: choose it with care.',
  'Token: authentication',
  'api_key: YOUR_API_KEY, token=<your-token-here>, secret: {secret}, password=********',
  'token=[[[{accessTokenFromServer12}]]] key=%s',
  'https://user:{password}@host.io and https://user:password@host.io',
  'Ask name@example.com, you@example.org, a@shop.test or b@shop.invalid.',
  '{user}@{host} and %s@acme.io',
  'icon@2x.png, git@github.com:acme/shop.git, @acme/shop@1.2.3',
  'Version 1.10.0.1, v10.0.0.1, 8.8.8.8 and 172.32.0.1',
  '10.300.1.1 is no address',
  'file.local.json, this.local(name), Dec.localize',
  'Time 12:30, localhost without a port, 127.0.0.1',
  'DE89 3704 0044 0532 0130 01',
  'Test card: 4242 4242 4242 4242 or 4111111111111111',
  '4539 1488 0343 6468',
  'Call +49 170 1234567 or (555) 123-4567. Timestamp 1700000000000, 4.539148803436467',
  'sk-loading-indicator-for-the-cube-container, npm_config_registry, sk_live_ is a prefix',
  'The quick brown fox jumps over the lazy dog. Supercalifragilisticexpialidocious!',
  '[[[AKIA]]] xoxo- eyJ.eyJ. -----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
];

describe('privateParts', () => {
  for (const [kind, marked] of found) {
    it(`finds ${kind}:  ${marked
      .replace(/«(.{0,6})[^]*»/u, '«$1…»')
      .slice(0, 60)
      .replaceAll('\n', ' ')}`, () => {
      const text = marked.replace(/[«»]/gu, '');
      const start = marked.indexOf('«');
      const part = marked.slice(start + 1, marked.indexOf('»'));
      assert.deepEqual(privateParts(text), [{ kind, text: part, start, end: start + part.length }]);
    });
  }

  for (const text of publicTexts) {
    it(`finds nothing private: ${text.slice(0, 60).replaceAll('\n', ' ')}`, () => {
      assert.deepEqual(privateParts(text), []);
    });
  }

  it('reports a part once if two rules match it: a password, then the address', () => {
    assert.deepEqual(
      privateParts('mysql://root:s3cr3t@db.corp:3306').map(({ kind, text }) => [kind, text]),
      [
        ['address-password', 's3cr3t'],
        ['internal-host', 'db.corp'],
      ],
    );
  });

  it('finds private parts anywhere in a long text, in linear time', async () => {
    const filler = 'Some words of a manual, one after the other. ';
    const long = (count: number): string => filler.repeat(count);
    const text = `${long(11_000)}jane@acme.io ${long(12_000)}${key('ghp_', 36)} ${long(5000)}`;
    const parts = await privatePartsOfLarge(text);
    assert.deepEqual(
      parts.map(({ start, end }) => text.slice(start, end)),
      ['jane@acme.io', key('ghp_', 36)],
    );
    // Texts made only of beginnings of private parts: with backtracking, a search takes minutes.
    for (const piece of [
      'a',
      'a@',
      'a.',
      'token:',
      'password=a1',
      '://a:',
      'eyJaaaaaaaa.',
      '10.0.0.',
      '4111 ',
      'DE89 ',
      'xoxb-',
      '-----BEGIN PRIVATE KEY-----',
      'sk-a1',
    ]) {
      const before = process.cpuUsage();
      privateParts(piece.repeat(400_000 / piece.length));
      assert.ok(process.cpuUsage(before).user < 5_000_000, piece);
    }
  }).timeout(60_000);
});
