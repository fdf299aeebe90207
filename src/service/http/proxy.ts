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
    httpProxy: withScheme(firstSet(proxy, ...variable('HTTP_PROXY'))),
    httpsProxy: withScheme(firstSet(proxy, ...variable('HTTPS_PROXY'), ...variable('HTTP_PROXY'))),
    noProxy: [...noProxy, ...variable('NO_PROXY')].filter((hosts) => firstSet(hosts) !== '').join(','),
  };
}

function firstSet(...texts: readonly (string | undefined)[]): string {
  return texts.find((text) => text !== undefined && text.trim() !== '') ?? '';
}

/** Adds http:// to an address without a scheme: environment variables often contain only a host and a port. */
function withScheme(address: string): string {
  const trimmed = address.trim();
  return trimmed === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
}
