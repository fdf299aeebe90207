/** The code of the error for a proxy that accepts only Kerberos or NTLM. */
export const proxyNegotiationCode = 'ERR_PROXY_NEGOTIATION';

/** Returns whether a `Proxy-Authenticate` header names schemes, and only those that depend on the operating system. */
export function acceptsOnlyNegotiation(header: string | string[] | undefined): boolean {
  // One header may list several schemes; parameters have an equals sign.
  const schemes = [header ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .flatMap((part) => /^\s*([a-z][\w-]*)(?:\s|$)/iu.exec(part)?.[1]?.toLowerCase() ?? []);
  return schemes.length > 0 && schemes.every((scheme) => ['negotiate', 'kerberos', 'ntlm'].includes(scheme));
}
