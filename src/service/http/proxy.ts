/** Proxy addresses, '' for none, and the hosts to reach without a proxy. */
export interface ProxySettings {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  /** Host names, separated by commas. */
  readonly noProxy: string;
}

export interface ProxyOptions {
  /** Takes precedence over the environment's variables. */
  readonly proxy?: string | undefined;
  readonly noProxy: readonly string[];
}

/** Combines the options and the environment, whose lower-case variables take precedence over upper-case ones. */
export function proxySettings(
  { proxy = '', noProxy }: ProxyOptions,
  environment: Readonly<Record<string, string | undefined>>,
): ProxySettings {
  const variable = (name: string): readonly (string | undefined)[] => [
    environment[name.toLowerCase()],
    environment[name],
  ];
  return {
    httpProxy: proxyAddress(firstSet(proxy, ...variable('HTTP_PROXY'))),
    httpsProxy: proxyAddress(firstSet(proxy, ...variable('HTTPS_PROXY'), ...variable('HTTP_PROXY'))),
    noProxy: [...noProxy, ...variable('NO_PROXY')].filter((hosts) => firstSet(hosts) !== '').join(','),
  };
}

function firstSet(...texts: readonly (string | undefined)[]): string {
  return texts.find((text) => text !== undefined && text.trim() !== '') ?? '';
}

/** The code of the error for an address that is not that of a proxy of a known kind. */
export const proxyAddressCode = 'ERR_PROXY_ADDRESS';

/**
 * Returns an address as undici knows it. Adds http:// to one without a scheme: environment variables often contain only a
 * host and a port. Throws an error with `proxyAddressCode` for a kind of proxy that is not supported.
 */
function proxyAddress(address: string): string {
  const trimmed = address.trim();
  if (trimmed === '') return '';
  const full = /^[a-z][a-z\d+.-]*:\/\//iu.test(trimmed) ? trimmed : `http://${trimmed}`;
  // Names are always resolved by the proxy, which is what socks5h asks for.
  const proxyUrl = full.replace(/^socks(?:5h?)?:/iu, 'socks5:');
  if (!/^(?:https?|socks5):/iu.test(proxyUrl) || !URL.canParse(proxyUrl))
    // The address may contain a password.
    throw Object.assign(new Error('The address of the proxy is not valid, or the proxy is of an unsupported kind.'), {
      code: proxyAddressCode,
    });
  return proxyUrl;
}
