import { isLocalHost, isLocalPage } from '../check/addresses.ts';
import { harmfulSchemes, linkTargets, type LinkTarget } from './linkTargets.ts';

/** A link of a translation that its source does not have. */
export interface ForeignLink extends Pick<LinkTarget, 'start' | 'text'> {
  /** The scheme runs code, whatever the source has. */
  readonly isHarmful: boolean;
  /** The whole translation is a page in its language on another host of the domain of the source, which is one link. */
  readonly isSameDomain?: boolean;
}

/** The most links that are listed: one is enough to reject a translation. */
const maxListed = 50;

const letter = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{N}-]`;
const hostOrScheme = new RegExp(
  String.raw`(?<!${letter})(?:${letter}+(?:\.${letter}+)+(?::\d+)?|(?<![+.])[a-z][a-z0-9+.-]*:)`,
  'gu',
);

/**
 * Returns the hosts and schemes that words of a text name, each as a whole: a text with `shop.example.com` does not name
 * `example.co`, and "hotel:" does not name `tel:`.
 */
function hostsAndSchemes(text: string): ReadonlySet<string> {
  return new Set(text.match(hostOrScheme)?.map((name) => name.replace(/^www\./u, '')));
}

/**
 * An ending that a language adds to an address: `https://example.com-ban`, `[Example](https://example.com)-Seite`,
 * `https://example.com:n`. No top-level domain has such a character, and no port has letters.
 */
const wordEnding = /(?<=\.[a-z]{2,20})(?:[-:]|\)-?)\p{L}{1,40}$/u;

/**
 * Matches addresses that lead nowhere: `https://` with an ending, `https://-ban`, and patterns that say what to insert,
 * `tcp://host:port` and `http://[user:password@]host[:port]`. No host begins with a hyphen or a bracket, and no port has
 * letters.
 */
const nowhere =
  /^[a-z][a-z0-9+.-]*:\/\/(?:-\p{L}{1,20}|[\p{L}\p{M}]{1,30}:[\p{L}\p{M}]{1,30}|\[[^\]@/.]{1,60}@\][^@/.]{1,60})\.?$/u;

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
  const found = linkTargets(translation, isIgnored);
  if (found.length === 0) return [];
  const wanted = linkTargets(source);
  const schemes = new Set(wanted.map(({ scheme }) => scheme));
  // `//host` has the scheme of the page.
  if (/(?<!:)\/\//u.test(source)) schemes.add('https');
  const hosts = new Set(wanted.map(({ host }) => host));
  const targets = new Set(wanted.map(({ target }) => target));
  const written = hostsAndSchemes(source.toLowerCase());
  const hasHost = (host: string): boolean =>
    hosts.has(host) ||
    hosts.has(host.replace(wordEnding, '')) ||
    written.has(host) ||
    (locale !== undefined && [...hosts].some((own) => own !== '' && isLocalHost(own, host, locale)));
  const hasScheme = (scheme: string): boolean =>
    schemes.has(scheme) ||
    (scheme === 'https' && schemes.has('http')) ||
    (scheme === 'mailto' && source.includes('@')) ||
    written.has(`${scheme}:`);
  const isSameDomain = locale !== undefined && isLocalPage(source.trim(), translation.trim(), locale);
  const foreign = found.flatMap(({ start, text, target, scheme, host }): ForeignLink[] => {
    if (targets.has(target)) return [];
    if (harmfulSchemes.has(scheme)) return [{ start, text, isHarmful: true }];
    if (target === `${scheme}://` || (nowhere.test(target) && hasScheme(scheme))) return [];
    const isForeign = (scheme !== '' && !hasScheme(scheme)) || (host !== '' && !hasHost(host));
    return isForeign ? [{ start, text, isHarmful: false, isSameDomain }] : [];
  });
  return withoutOverlaps(foreign.slice(0, maxListed));
}

/** Several searches may find one link: the shortest text is the link itself. */
function withoutOverlaps(links: readonly ForeignLink[]): readonly ForeignLink[] {
  const kept: ForeignLink[] = [];
  for (const one of links.toSorted((a, b) => a.text.length - b.text.length))
    if (!kept.some((other) => other.start < one.start + one.text.length && one.start < other.start + other.text.length))
      kept.push(one);
  return kept.sort((a, b) => a.start - b.start);
}
