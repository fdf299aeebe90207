import { languageOf, localeTag } from '../../base/locale.ts';

interface Address {
  /** The labels of the host, without `www`. */
  readonly labels: readonly string[];
  /** Everything after the host. */
  readonly rest: string;
  readonly isMail: boolean;
}

/**
 * Whether an address in a translation leads to the same site as the source's one, in the language of the translation:
 * `https://de.wikipedia.org/…`, `https://support.google.com/…?hl=de`.
 */
export function isLocalAddress(source: string, translated: string, locale: string): boolean {
  const [wanted, found] = [readAddress(source), readAddress(translated)];
  if (wanted === undefined || found === undefined || wanted.isMail || found.isMail) return false;
  const [site, suffix] = siteOf(wanted.labels);
  const [foundSite, foundSuffix] = siteOf(found.labels);
  if (site !== foundSite) return false;
  const isOwn = (part: string): boolean => isCodeOf(part, locale);
  if (suffix !== foundSuffix) {
    const country = foundSuffix.split('.').at(-1) ?? '';
    return isOwn(country) || country === regionOf(locale);
  }
  return [...found.labels, ...found.rest.split(/[/?&=#.:]/u)].some(isOwn);
}

/** Whether two addresses differ only in that the translation's one is encrypted. */
export function isEncryptedAddress(source: string, translated: string): boolean {
  return source.startsWith('http://') && translated === source.replace('http://', 'https://');
}

/** Whether a mail address is only an example (RFC 2606), to which nothing is sent: a translation may have another. */
export function isInventedMailbox(text: string): boolean {
  const address = readAddress(text);
  return address?.isMail === true && /^example\.(?:com|net|org|edu)$/u.test(address.labels.slice(-2).join('.'));
}

function readAddress(text: string): Address | undefined {
  const [, mailbox, host = '', rest = ''] =
    /^(?:mailto:|[a-z]{2,5}:\/\/)?([^/@]*@)?([^/?#:@]+)([^]*)$/iu.exec(text) ?? [];
  const labels = host
    .toLowerCase()
    .replace(/^www\./u, '')
    .split('.');
  return labels.length < 2 ? undefined : { labels, rest, isMail: mailbox !== undefined };
}

/** Returns the name of a site and what follows it: `google` and `co.jp`. */
function siteOf(labels: readonly string[]): readonly [name: string, suffix: string] {
  const hasTwo = labels.length > 2 && /^(?:com?|org|net|gov|ac|edu)$/u.test(labels.at(-2) ?? '');
  const at = labels.length - (hasTwo ? 3 : 2);
  return [labels[at] ?? '', labels.slice(at + 1).join('.')];
}

function isCodeOf(part: string, locale: string): boolean {
  return /^[a-z]{2,3}(?:[-_][a-z]{2,4})?$/iu.test(part) && languageOf(part.replace('_', '-')) === languageOf(locale);
}

/** Returns the region in which a locale's language is mainly used, in lower case. */
function regionOf(locale: string): string | undefined {
  try {
    return new Intl.Locale(localeTag(locale)).maximize().region?.toLowerCase();
  } catch {
    // Not BCP 47.
    return undefined;
  }
}
