import { isLocalHost, isLocalPage } from '../check/addresses.ts';
import { harmfulSchemes, linkTargets, type LinkTarget } from './linkTargets.ts';

/** A link of a translation that its source does not have. */
export interface ForeignLink extends Pick<LinkTarget, 'start' | 'text'> {
  /** The scheme runs code, as `javascript:`. */
  readonly isHarmful: boolean;
  /** Both texts are single links of one domain: `https://de.example.com/x` for `https://www.example.com/x`. */
  readonly isSameDomain?: boolean;
}

/** How many links are listed at most: one is enough to reject a translation. */
const maxListed = 50;

const hostCharacter = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{N}-]`;
/** `shop.example.com`, `localhost.test:80`, `tel:`, each as a whole: not `example.co`, not the `tel:` of "hotel:". */
const hostOrScheme = new RegExp(
  String.raw`(?<!${hostCharacter})(?:${hostCharacter}+(?:\.${hostCharacter}+)+(?::\d+)?|(?<![+.])[a-z][a-z0-9+.-]*:)`,
  'gu',
);

/** Returns the hosts, without `www`, and the schemes that words of a text name. */
function hostsAndSchemes(text: string): ReadonlySet<string> {
  return new Set(text.match(hostOrScheme)?.map((name) => name.replace(/^www\./u, '')));
}

/**
 * An ending that a language adds to an address: `https://example.com-ban`, `[Example](https://example.com)-Seite`,
 * `https://example.com:n`. No top-level domain has such a character, and no port has letters.
 */
const wordEnding = /(?<=\.[a-z]{2,20})(?:[-:]|\)-?)\p{L}{1,40}$/u;

/** The ending of a host without a dot, such as a page of the browser: `chrome://extensions-Seite`. */
const endingOfName = /^([a-z\d]+)-\p{L}{1,40}$/u;

/**
 * Matches addresses that lead nowhere: `https://` with an ending, `https://-ban` or `ftp://:n`, and patterns that say
 * what to insert, `tcp://host:port` and `http://[user:password@]host[:port]`. No host begins with a hyphen or a
 * bracket, and no port has letters.
 */
const nowhere =
  /^[a-z][a-z0-9+.-]*:\/\/(?:[-:]\p{L}{1,20}|[\p{L}\p{M}]{1,30}:[\p{L}\p{M}]{1,30}(?:\/[\p{L}\p{M}]{0,30})?|\[[^\]@/.]{1,60}@\][^@/.]{1,60})\.?$/u;

/**
 * Finds links whose scheme or host the source lacks, and links that run code unless the source has exactly the same.
 * Another path of the same host is right, and so is the same site in the language of the translation:
 * `de.wikipedia.org` for `en.wikipedia.org`. An encrypted address may replace one that is not.
 */
export function foreignLinks(
  source: string,
  translation: string,
  locale: string | undefined,
  isIgnored?: (offset: number) => boolean,
): readonly ForeignLink[] {
  const links = linkTargets(translation, isIgnored);
  if (links.length === 0) return [];
  const sourceLinks = new SourceLinks(source, locale);
  const isSameDomain = locale !== undefined && isLocalPage(source.trim(), translation.trim(), locale);
  const foreign: ForeignLink[] = [];
  for (const { start, text, target, scheme, host } of links) {
    if (sourceLinks.targets.has(target)) continue;
    if (harmfulSchemes.has(scheme)) {
      foreign.push({ start, text, isHarmful: true });
      continue;
    }
    const leadsNowhere = target === `${scheme}://` || (nowhere.test(target) && sourceLinks.hasScheme(scheme));
    if (leadsNowhere) continue;
    // `https://example.com` leads where the source's `example.com` does.
    const isOfNamedHost = /^https?$/u.test(scheme) && sourceLinks.namesHost(host);
    const hasForeignScheme = scheme !== '' && !isOfNamedHost && !sourceLinks.hasScheme(scheme);
    const hasForeignHost = host !== '' && !sourceLinks.hasHost(host);
    if (hasForeignScheme || hasForeignHost) foreign.push({ start, text, isHarmful: false, isSameDomain });
  }
  return withoutOverlaps(foreign.slice(0, maxListed));
}

/** The links of a source, and the hosts and schemes that its words name. */
class SourceLinks {
  readonly targets: ReadonlySet<string>;
  readonly #hosts: ReadonlySet<string>;
  readonly #schemes: ReadonlySet<string>;
  /** `example.com`, `tel:` */
  readonly #namedInWords: ReadonlySet<string>;
  readonly #locale: string | undefined;

  constructor(source: string, locale: string | undefined) {
    const links = linkTargets(source);
    const schemes = new Set(links.map(({ scheme }) => scheme));
    // `//host` has the scheme of the page.
    if (/(?<!:)\/\//u.test(source)) schemes.add('https');
    // An encrypted address may replace one that is not.
    if (schemes.has('http')) schemes.add('https');
    // `mailto:me@example.com` may replace `me@example.com`.
    if (source.includes('@')) schemes.add('mailto');
    this.#schemes = schemes;
    this.#hosts = new Set(links.map(({ host }) => host));
    this.targets = new Set(links.map(({ target }) => target));
    this.#namedInWords = hostsAndSchemes(source.toLowerCase());
    this.#locale = locale;
  }

  hasScheme(scheme: string): boolean {
    return this.#schemes.has(scheme) || this.#namedInWords.has(`${scheme}:`);
  }

  /** Whether the source's words name a host, without a scheme. */
  namesHost(host: string): boolean {
    return this.#namedInWords.has(host.replace(/^www\./u, ''));
  }

  /** Whether the source has a host, or one of the same site in another language. */
  hasHost(host: string): boolean {
    if (this.#hosts.has(host) || this.#namedInWords.has(host)) return true;
    if (this.#hosts.has(host.replace(wordEnding, '')) || this.#hosts.has(host.replace(endingOfName, '$1'))) return true;
    const locale = this.#locale;
    if (locale === undefined) return false;
    return [...this.#hosts].some((sourceHost) => sourceHost !== '' && isLocalHost(sourceHost, host, locale));
  }
}

/** Removes links around shorter ones: several searches may find one link, whose shortest text is the link itself. */
function withoutOverlaps(links: readonly ForeignLink[]): readonly ForeignLink[] {
  const shortestLinks: ForeignLink[] = [];
  for (const link of links.toSorted((a, b) => a.text.length - b.text.length)) {
    if (!shortestLinks.some((shorterLink) => overlaps(link, shorterLink))) shortestLinks.push(link);
  }
  return shortestLinks.sort((a, b) => a.start - b.start);
}

/** Whether two parts of a text overlap. */
export function overlaps(a: Pick<LinkTarget, 'start' | 'text'>, b: Pick<LinkTarget, 'start' | 'text'>): boolean {
  return a.start < b.start + b.text.length && b.start < a.start + a.text.length;
}
