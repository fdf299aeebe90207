/** Which way requests take: proxy addresses, '' for none, and the hosts that are reached without. */
export interface ProxySettings {
  readonly httpProxy: string;
  readonly httpsProxy: string;
  /** Host names, separated by commas. */
  readonly noProxy: string;
}

export interface ProxyOptions {
  /** Beats the environment's variables. */
  readonly proxy?: string | undefined;
  readonly noProxy: readonly string[];
}

/** What the options and the environment say together; the variables are spelled in small letters or capitals, the small ones first. */
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

/** Variables often hold no more than host and port. */
function withScheme(address: string): string {
  const trimmed = address.trim();
  return trimmed === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
}
