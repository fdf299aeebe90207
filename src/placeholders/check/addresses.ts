import { canonicalLocale, languageOf, localeTag } from '../../base/locale.ts';

interface Address {
  /** The labels of the host, without `www`: `maps`, `google` and `com`. */
  readonly labels: readonly string[];
  /** Everything after the host. */
  readonly path: string;
  readonly isMail: boolean;
}

/** Whether an address leads to the source's site in the language of `locale`: `https://de.wikipedia.org`, `…?hl=de`. */
export function isLocalAddress(source: string, translated: string, locale: string): boolean {
  const [sourceAddress, address] = [readAddress(source), readAddress(translated)];
  if (sourceAddress === undefined || address === undefined || sourceAddress.isMail || address.isMail) return false;
  const isSameScheme = schemeOf(source) === schemeOf(translated);
  const isSameHost = sourceAddress.labels.join('.') === address.labels.join('.');
  // `www` and a slash after the host make no difference.
  const isSamePath = pathWithoutSlash(sourceAddress.path) === pathWithoutSlash(address.path);
  if (isSameScheme && isSameHost && isSamePath) return true;

  const [sourceSite, sourceSuffix] = siteOf(sourceAddress.labels);
  const [site, suffix] = siteOf(address.labels);
  if (site !== sourceSite) return false;
  const isOfLocale = (part: string): boolean => isCodeOf(part, locale);
  if (suffix !== sourceSuffix) {
    // `google.de` for `google.com`
    const country = suffix.split('.').at(-1) ?? '';
    return isOfLocale(country) || country === regionOf(locale);
  }
  // `world-de.example.org`, `jp.example.org`
  const subdomains = address.labels.slice(0, -2).flatMap((label) => [label, ...label.split('-')]);
  if (subdomains.includes(regionOf(locale) ?? '')) return true;
  return [...subdomains, ...address.labels, ...address.path.split(/[/?&=#.:]/u)].some(isOfLocale);
}

/** Removes a slash directly after the host and its port. */
function pathWithoutSlash(path: string): string {
  return path.replace(/^((?::\d{1,5})?)\/$/u, '$1');
}

/**
 * Whether a host is the source's one in the language of the translation, or for mobile devices: `de.wikipedia.org` or
 * `en.m.wikipedia.org` for `en.wikipedia.org`. Apart from languages, all labels and their parts must be equal, since
 * others may belong to somebody else: `shop-en.example.org` and `other-de.example.org`. A label of the domain itself
 * never names a language, since anybody may have `de.github.io`.
 */
export function isLocalHost(source: string, translated: string, locale: string): boolean {
  const [sourceLabels, labels] = [hostLabels(source), hostLabels(translated)];
  const region = regionOf(locale);
  const isOfLocale = (part: string): boolean =>
    isCodeOf(part, locale) || part === region || part === locale.toLowerCase().replaceAll('_', '-');
  // Only `m` is omitted: `en.m.wikipedia.org` is `en.wikipedia.org`.
  const omitsNothingElse = (): boolean => false;
  const host = withoutLanguage(labels, omitsNothingElse);
  const sourceHost = withoutLanguage(sourceLabels, omitsNothingElse);
  if (host === sourceHost) return true;
  const hostWithoutLocale = withoutLanguage(labels, isOfLocale);
  const hasLocale = hostWithoutLocale !== host;
  if (!hasLocale) return false;
  // `de.example.org` may replace `example.org`, `en.example.org` and `world.example.org`.
  const possibleSourceHosts = [
    sourceHost,
    withoutLanguage(sourceLabels, isLanguage),
    withoutLanguage(sourceLabels, isLanguageOrAll),
  ];
  const possibleHosts = [hostWithoutLocale, withoutLanguage(labels, (part) => isOfLocale(part) || isAll(part))];
  return possibleHosts.some((possibleHost) => possibleSourceHosts.includes(possibleHost));
}

/** Whether both texts are single links to one domain, and the second leads to a page in the language of `locale`. */
export function isLocalPage(source: string, translated: string, locale: string): boolean {
  if (!oneLink.test(source) || !oneLink.test(translated)) return false;
  const [sourceSite, site] = [source, translated].map((text) => siteOf(readAddress(text)?.labels ?? []).join('.'));
  // An IP address has no domain.
  const isSameDomain = sourceSite === site && /[a-z]$/u.test(site ?? '');
  return isSameDomain && isLocalAddress(source, translated, locale);
}

/** A link without credentials, a port, or anything that could be another link: `https://example.com/path?a=b`. */
const oneLink = /^https?:\/\/[^\s/?#@:\\]+(?:[/?#](?!\S*\/\/)[^\s<>"'()[\]{}\\@,|]*)?$/u;

/** Whether a label, or a part of it, names a language or a country. */
function isLanguage(part: string): boolean {
  return /^[a-z]{2,3}$/u.test(part) && canonicalLocale(part) !== undefined;
}

/** Whether a label, or a part of it, names all languages or countries. */
function isAll(part: string): boolean {
  return /^(?:world|global|intl|international)$/u.test(part);
}

function isLanguageOrAll(part: string): boolean {
  return isLanguage(part) || isAll(part);
}

/** Returns a host without the omitted labels, or parts of labels, before its domain, and without `m` (for mobiles). */
function withoutLanguage(labels: readonly string[], isOmitted: (part: string) => boolean): string {
  const domainIndex = domainStart(labels);
  const remainingLabels: string[] = [];
  for (const label of labels.slice(0, domainIndex)) {
    const parts = label.split('-').filter((part) => !isOmitted(part));
    // A label may be omitted as a whole, as `zh-tw`.
    const remainingLabel = isOmitted(label) ? '' : parts.join('-');
    if (remainingLabel !== '' && remainingLabel !== 'm') remainingLabels.push(remainingLabel);
  }
  return [...remainingLabels, ...labels.slice(domainIndex)].join('.');
}

/** Whether two addresses differ only in that the translation's one is encrypted. */
export function isEncryptedAddress(source: string, translated: string): boolean {
  return source.startsWith('http://') && translated === source.replace('http://', 'https://');
}

/** Whether an address is only an example: a mailbox of an invented site (RFC 2606), or the site's page after "e.g.". */
export function isSampleAddress(address: string, { text, start }: { text: string; start: number }): boolean {
  const { labels, isMail } = readAddress(address) ?? { labels: [], isMail: false };
  const [site] = siteOf(labels);
  if (!inventedSite.test(site)) return false;
  const introduction = text.slice(Math.max(0, start - maxIntroduction), start);
  return isMail || exampleIntroduction.test(introduction);
}

/** The beginning of an address whose host has no dot and says what to insert: `http://yourserver`, `http://host:port`. */
const hostToInsert =
  /^[a-z]+:\/\/(?:(?:host|hostname|server|servername|your[-_]?[a-z]+)(?=[:/]|$)|[a-z]+:port(?![a-z]))/iu;
/** An address whose host has no dot, so that it is nobody's domain. */
const withoutDomain = /^[a-z]+:\/\/[^./@?#\\]+(?:[/?#]|$)/iu;

/** Whether an address that says what to insert replaces another one: `http://servidor:puerto` for `http://server:port`. */
export function isAddressToInsert(source: string, translated: string): boolean {
  return hostToInsert.test(source) && withoutDomain.test(translated);
}

/**
 * Whether a translation invents other words for an invented mailbox or a subdomain of one owner's domain:
 * `maxmuster@example.org` for `johndoe@example.org`, `https://deine-firma.example.org` for `https://your-brand.…`.
 * Mail and links still only reach that owner. A copy with one character more or less is a mistake, no other word.
 */
export function isSampleOfDomain(
  address: string,
  translated: string,
  { text, start }: { text: string; start: number },
): boolean {
  const [source, replaced] = [readAddress(address), readAddress(translated)];
  if (source === undefined || replaced === undefined || source.isMail !== replaced.isMail) return false;
  const domain = siteOf(source.labels).join('.');
  if (domain !== siteOf(replaced.labels).join('.') || mailProvider.test(domain)) return false;
  if (!/^[\w.@:/+-]+$/u.test(translated) || source.path !== replaced.path || schemeOf(address) !== schemeOf(translated))
    return false;
  if (lacksOneCharacter(translated, address) || lacksOneCharacter(address, translated)) return false;
  const words = address.replace(/^[a-z]+:\/\//iu, '').split(/[@.]/u);
  const introduction = text.slice(Math.max(0, start - maxIntroduction), start);
  const isInvented = words.some((word) => inventedSite.test(word.toLowerCase()) || inventedMailbox.test(word));
  return isInvented || (source.isMail && exampleIntroduction.test(introduction));
}

/** Whether a text is a longer one without one of its characters. */
function lacksOneCharacter(text: string, longerText: string): boolean {
  if (longerText.length !== text.length + 1) return false;
  let offset = 0;
  while (offset < text.length && text[offset] === longerText[offset]) offset += 1;
  return text.slice(offset) === longerText.slice(offset + 1);
}

/** Domains at which everybody can have a mailbox. */
const mailProvider =
  /^(?:gmail|googlemail|outlook|hotmail|live|msn|yahoo|icloud|aol|gmx|web|proton|protonmail|mail|qq|163|yandex|naver)\./u;

/** `example`, `domain`, `your-domain`, `mysite`. */
const inventedSite =
  /^(?:example|domain|(?:your|my|custom)-?(?:domain|site|website|company|brand|server|house|home))$/u;
/** `YOUR_NAME`, `johndoe`. */
const inventedMailbox = /^(?:(?:your|my)[_-]?(?:user)?name|(?:john|jane)\.?doe)$/iu;
/** The maximum length of the text before an address that introduces it as an example; in UTF-16 units. */
const maxIntroduction = 20;
/** `(e.g. `, `for example: `, `such as `. */
const exampleIntroduction =
  /(?<!\p{L})(?:e\.\s?g|eg|ex|example|instance|such as|like|z\.\s?B|p\.\s?(?:ej|ex))[.,:]{0,2}[\s("'“«]*$/iu;

/** Whether a link that is a whole text leads to another page of the same site, and is not only damaged. */
export function isOtherPage(source: string, translated: string): boolean {
  const [sourceAddress, address] = [readAddress(source), readAddress(translated)];
  if (sourceAddress === undefined || address === undefined || sourceAddress.isMail || address.isMail) return false;
  const [site, suffix] = siteOf(address.labels);
  // The numbers of an IP address are no site.
  if (/\s/u.test(translated) || !/[a-z]/u.test(suffix)) return false;
  if (siteOf(sourceAddress.labels).join('.') !== `${site}.${suffix}`) return false;
  // Damaged: `https://example.com/he` for `https://example.com/help`.
  const isCut = source.toLowerCase().startsWith(translated.toLowerCase());
  return schemeOf(source) === schemeOf(translated) && !isCut;
}

/** Returns `https://`; '' for an address without a scheme. */
function schemeOf(address: string): string {
  return /^[a-z]{2,5}:\/\//iu.exec(address)?.[0].toLowerCase() ?? '';
}

function readAddress(text: string): Address | undefined {
  const [, mailbox, host = '', path = ''] =
    // `https://`, a mailbox with its `@`, the host, and the rest, which may begin with a port.
    /^(?:mailto:|[a-z]{2,5}:\/\/)?([^/@]*@)?([^/?#:@]+)([^]*)$/iu.exec(text) ?? [];
  const labels = hostLabels(host.toLowerCase());
  if (labels.length < 2) return undefined;
  return { labels, path, isMail: mailbox !== undefined };
}

/** Returns `['maps', 'google', 'com']` for `www.maps.google.com`. */
function hostLabels(host: string): readonly string[] {
  return host.replace(/^www\./u, '').split('.');
}

/** Returns the name of a site and its suffix: `google` and `co.jp`. */
function siteOf(labels: readonly string[]): readonly [name: string, suffix: string] {
  const start = domainStart(labels);
  return [labels[start] ?? '', labels.slice(start + 1).join('.')];
}

/** Domains below which everybody can have a site, so that each site is a domain of its own. */
const sharedDomains: ReadonlySet<string> = new Set(
  (
    'github.io gitlab.io gitbook.io pages.dev workers.dev netlify.app vercel.app web.app firebaseapp.com onrender.com ' +
    'herokuapp.com fly.dev surge.sh azurewebsites.net amazonaws.com cloudfront.net tumblr.com weebly.com wixsite.com ' +
    'substack.com neocities.org glitch.me repl.co readthedocs.io codeberg.page sourceforge.io altervista.org ngrok.io ' +
    'myshopify.com free.fr webnode.com jimdofree.com deviantart.com notion.site itch.io carrd.co'
  ).split(' '),
);

/** Returns the index of the label with which the domain of one owner begins: of `google` in `maps.google.co.jp`. */
function domainStart(labels: readonly string[]): number {
  if (labels.length <= 2) return 0;
  const isCountryDomain = /^(?:com?|org|net|gov|ac|edu|or|ne|go|gob|gouv|blogspot)$/u.test(labels.at(-2) ?? '');
  // `example.github.io`, with or without a port.
  const isShared = sharedDomains.has(labels.slice(-2).join('.').replace(/:\d+$/u, ''));
  return labels.length - (isCountryDomain || isShared ? 3 : 2);
}

/** Whether a part of an address is the code of a locale's language: `de`, `de-at` and `de_AT` for German. */
function isCodeOf(part: string, locale: string): boolean {
  const isCode = /^[a-z]{2,3}(?:[-_][a-z]{2,4})?$/iu.test(part);
  return isCode && languageOf(part.replace('_', '-')) === languageOf(locale);
}

/** Returns the locale's region, or the one in which its language is mainly used, in lower case: `ja → jp`. */
function regionOf(locale: string): string | undefined {
  try {
    return new Intl.Locale(localeTag(locale)).maximize().region?.toLowerCase();
  } catch {
    // Not BCP 47.
    return undefined;
  }
}
