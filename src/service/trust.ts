import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

let context: SecureContext | undefined;

/**
 * Whom TLS trusts: Node's own list, NODE_EXTRA_CA_CERTS, and the certificates of the operating system, which is
 * where companies put those of their proxies. Made once: reading hundreds of certificates costs more than a call.
 */
export function trustedContext(): SecureContext {
  context ??= createSecureContext({ ca: [...new Set([...getCACertificates('default'), ...getCACertificates('extra'), ...systemCertificates()])] });
  return context;
}

/** Some builds of Node cannot read the system's store; its own list is then all there is. */
function systemCertificates(): readonly string[] {
  try {
    return getCACertificates('system');
  } catch {
    return [];
  }
}
