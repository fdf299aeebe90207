import * as tls from 'node:tls';

let context: tls.SecureContext | undefined;

/**
 * Returns the TLS context with trusted certificates: Node's own, NODE_EXTRA_CA_CERTS, and those of the operating
 * system, where companies install those of their proxies. Created once: reading hundreds of certificates takes longer
 * than a call.
 */
export function trustedContext(): tls.SecureContext {
  return (context ??= tls.createSecureContext(trustedCertificates()));
}

/** If Node cannot list the system's certificates, its defaults apply: its own list and NODE_EXTRA_CA_CERTS. */
function trustedCertificates(): tls.SecureContextOptions {
  try {
    return {
      ca: [...new Set((['default', 'extra', 'system'] as const).flatMap((store) => tls.getCACertificates(store)))],
    };
  } catch {
    return {};
  }
}
