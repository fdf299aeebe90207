import * as tls from 'node:tls';

let context: tls.SecureContext | undefined;

/**
 * Whom TLS trusts: Node's own list, NODE_EXTRA_CA_CERTS, and the certificates of the operating system, which is
 * where companies put those of their proxies. Made once: reading hundreds of certificates costs more than a call.
 */
export function trustedContext(): tls.SecureContext {
  return (context ??= tls.createSecureContext(trustedCertificates()));
}

/** Where Node cannot list certificates, or not the system's, its own list and NODE_EXTRA_CA_CERTS count by default. */
function trustedCertificates(): tls.SecureContextOptions {
  try {
    return {
      ca: [...new Set((['default', 'extra', 'system'] as const).flatMap((store) => tls.getCACertificates(store)))],
    };
  } catch {
    return {};
  }
}
