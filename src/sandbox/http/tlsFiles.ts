import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';

/** Paths of the key and the certificate, in PEM. The certificate may be followed by its issuers' certificates. */
export interface TlsFiles {
  readonly keyFile: string;
  readonly certificateFile: string;
}

/** The server's private key and certificate, in PEM. */
export interface TlsIdentity {
  readonly key: Buffer;
  readonly cert: Buffer;
}

/** Reads both files. Rejects with a sentence for the user if a file can't be read or used, or if they do not match. */
export async function readTlsIdentity({ keyFile, certificateFile }: TlsFiles): Promise<TlsIdentity> {
  const [key, cert] = [await readPem('--tls-key', keyFile), await readPem('--tls-cert', certificateFile)];
  const certificate = readCertificate(cert, certificateFile);
  if (!certificate.checkPrivateKey(readKey(key, keyFile))) {
    throw new Error(
      `The key in ${keyFile} does not belong to the certificate in ${certificateFile}. ` +
        'Name the two files that were made together.',
    );
  }
  return { key, cert };
}

async function readPem(option: string, file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new Error(`${file} cannot be read (${reason}). Name a PEM file with ${option}.`, { cause });
  }
}

function readKey(pem: Buffer, file: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new Error(`${file} does not hold a private key in PEM without a password. Name such a file with --tls-key.`, {
      cause,
    });
  }
}

function readCertificate(pem: Buffer, file: string): X509Certificate {
  try {
    // Accepts only PEM, and rejects certificates that no client would trust, such as one with a short key.
    createSecureContext({ cert: pem });
    return new X509Certificate(pem);
  } catch (cause) {
    throw new Error(`${file} does not hold a certificate in PEM that can be used. Name such a file with --tls-cert.`, {
      cause,
    });
  }
}
