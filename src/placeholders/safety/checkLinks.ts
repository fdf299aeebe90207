import { isLocalHost } from '../check/addresses.ts';
import { harmfulSchemes, linkTargets, type LinkTarget } from './linkTargets.ts';

/** A link of a translation that its source does not have. */
export interface ForeignLink extends Pick<LinkTarget, 'start' | 'text'> {
  /** The scheme runs code, whatever the source has. */
  readonly isHarmful: boolean;
}

/** The most links that are listed: one is enough to reject a translation. */
const maxListed = 50;

/** An ending that a language adds to an address, as in `https://example.com-ban`; no top-level domain has a hyphen. */
const wordEnding = /(?<=\.[a-z]{2,20})-\p{L}{1,20}$/u;

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
  const words = source.toLowerCase();
  const hasHost = (host: string): boolean =>
    hosts.has(host) ||
    hosts.has(host.replace(wordEnding, '')) ||
    (host.includes('.') && words.includes(host)) ||
    (locale !== undefined && [...hosts].some((own) => own !== '' && isLocalHost(own, host, locale)));
  const hasScheme = (scheme: string): boolean =>
    schemes.has(scheme) ||
    (scheme === 'https' && schemes.has('http')) ||
    (scheme === 'mailto' && source.includes('@')) ||
    words.includes(`${scheme}:`);
  const foreign = found.flatMap(({ start, text, target, scheme, host }): ForeignLink[] => {
    if (targets.has(target)) return [];
    if (harmfulSchemes.has(scheme)) return [{ start, text, isHarmful: true }];
    // `https://` alone leads nowhere.
    if (host === '' && target === `${scheme}://`) return [];
    const isForeign = (scheme !== '' && !hasScheme(scheme)) || (host !== '' && !hasHost(host));
    return isForeign ? [{ start, text, isHarmful: false }] : [];
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
