import { generate } from 'selfsigned';

/** Creates a self-signed certificate for localhost and its key. */
export async function makeSelfSigned(): Promise<{ readonly key: string; readonly cert: string }> {
  const names = [
    { type: 2 as const, value: 'localhost' },
    { type: 7 as const, ip: '127.0.0.1' },
  ];
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    algorithm: 'sha256',
    keyType: 'ec',
    curve: 'P-256',
    extensions: [{ name: 'subjectAltName', altNames: names }],
  });
  return { key: made.private, cert: made.cert };
}
