import { decodedText } from './decodedText.ts';

/** A part of a text that something could open. */
export interface LinkTarget {
  /** Offset in the text. */
  readonly start: number;
  /** As it is in the text. */
  readonly text: string;
  /** As a browser reads it: without what it ignores, and with a scheme in lower case. */
  readonly target: string;
  /** In lower case, without the colon; '' for a relative address, or one that begins with `//`. */
  readonly scheme: string;
  /** With its port, in lower case; '' if there is none. */
  readonly host: string;
}

/** Schemes that run code, or show what the address itself contains. */
export const harmfulSchemes: ReadonlySet<string> = new Set(
  'javascript data vbscript command livescript mocha jar blob filesystem view-source file vscode vscode-insiders'.split(
    ' ',
  ),
);

/** Attributes of HTML, SVG and XML with addresses. */
const attributes =
  'href|src|srcset|imagesrcset|action|formaction|poster|background|cite|data|ping|longdesc|manifest|codebase|classid' +
  '|profile|usemap|dynsrc|lowsrc|to|from|values|content|srcdoc';

/** A way to find addresses in a text. */
interface Search {
  /** Signs that each text with a match has: a cheap check, since most texts with a link have links of one kind. */
  readonly signs: string;
  readonly pattern: RegExp;
  /** A match may be words with a colon, so it only counts if it has a host or a harmful scheme. */
  readonly mayBeText?: true;
  /** Matches the addresses that count. */
  readonly only?: RegExp;
}

/** A character of an address: of ASCII, or of a script that looks like it. Other words may follow without a space. */
const character =
  String.raw`(?:[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]|` +
  String.raw`[!#$%&*+,\-.\/0-9:;=?@\\^_|~()[\]{}\xad\u200b-\u200d\u2060\ufeff]|[。．｡](?=[A-Za-z0-9]))`;

/** Where texts of any format have addresses. The groups of alternatives are named `address`, `address2`, `address3`. */
const searches: readonly Search[] = [
  // [words](address "title")
  {
    signs: '](',
    pattern: /\]\(\s{0,9}(?<address><[^>\n]{0,4000}>|[^()]{0,4000}(?:\([^()]{0,400}\)[^()]{0,400}){0,9})\)/gu,
  },
  // [name]: address
  {
    signs: '[]:',
    pattern: /^[ \t>*-]{0,9}\[[^\]\n]{1,400}\]:[ \t]{0,9}\n?[ \t]{0,9}(?<address>\S{1,4000})/gmu,
    mayBeText: true,
  },
  // <address>
  {
    signs: '<:>',
    pattern: /<(?<address>[A-Za-z\p{Cc}\p{Cf}][\w+.\p{Cc}\p{Cf}-]{1,40}:(?!\s)[^<>"]{1,4000})>/gu,
    mayBeText: true,
  },
  // <a href="address">, also where the tag is escaped in a string
  {
    signs: '<=',
    pattern: new RegExp(
      String.raw`(?<=<[A-Za-z!/?][^<>]{0,2000}?[\s"'/\\])(?:[A-Za-z]{1,20}:)?(?:${attributes})\s*=\s*` +
        String.raw`(?:\\?"(?<address>[^"]{0,4000})"|\\?'(?<address2>[^']{0,4000})'|(?<address3>[^\s"'<>]{1,4000}))`,
      'giu',
    ),
  },
  // style="background: url(address)", @import "address"
  { signs: '(', pattern: /\burl\(\s*["']?(?<address>[^"')]{1,4000})/giu, mayBeText: true },
  { signs: '@', pattern: /@import\s+["'](?<address>[^"']{1,4000})/giu, mayBeText: true },
  // [url=address], [img]address[/img]
  {
    signs: '[',
    pattern: /\[(?:url|img|link|iframe|email)\s*[=\]]\s*["']?(?<address>[^\s\]["']{1,4000})/giu,
    mayBeText: true,
  },
  // content="0; url=address"
  { signs: ';=', pattern: /\d\s*;\s*url\s*=\s*["']?(?<address>[^\s"'>]{1,4000})/giu, mayBeText: true },
  // The address alone
  {
    signs: ':/',
    pattern: new RegExp(`(?<![A-Za-z0-9+.-])(?<address>[A-Za-z][A-Za-z0-9+.-]{1,40}:\\/\\/${character}{0,4000})`, 'gu'),
  },
  { signs: '.', pattern: new RegExp(`(?<![A-Za-z0-9+./@-])(?<address>www\\.${character}{1,4000})`, 'giu') },
  { signs: ':', pattern: new RegExp(`(?<![A-Za-z0-9+.-])(?<address>mailto:${character}{1,4000})`, 'giu') },
  // As a value of a program that makes a link of it
  {
    signs: ':',
    pattern: /(?<![\w+.-])(?<address>(?:javascript|vbscript|livescript)\s*:\s*\S{0,4000})/giu,
    mayBeText: true,
  },
  { signs: ':', pattern: /(?<![\w+.-])(?<address>data:(?:[a-z]+\/[\w.+-]+[;,]|[;,])\S{0,4000})/giu, mayBeText: true },
  { signs: ':.', pattern: /(?<![\w+.-])(?<address>command:[a-z][\w-]*\.[a-z]\S{0,4000})/giu, mayBeText: true },
  // A text that a browser would read as an address although it looks otherwise: `java\tscript:`. None begins with
  // another letter of ASCII.
  {
    signs: '',
    pattern: /^(?<address>(?:[^A-Za-z0-9]|[DJLVdjlv])[^]{0,199})/gu,
    only: /^(?:javascript|vbscript|livescript):|^data:[a-z]+\/[\w.+-]+[;,]/u,
  },
];

/** A cheap check first: most texts have none. Obfuscated schemes have a colon after their entities are decoded. */
const mayLink = /[:@\\]|\/\/|www\.|%3a|&#|&colon|\]\(|url\(/iu;

/** Returns everything in a text that could be opened, in no particular order, except at offsets that are ignored. */
export function linkTargets(text: string, isIgnored: (offset: number) => boolean = () => false): readonly LinkTarget[] {
  if (!mayLink.test(text)) return [];
  const { text: decoded, originalOffset } = decodedText(text);
  const targets = new Map<string, LinkTarget>();
  for (const { signs, pattern, mayBeText = false, only } of searches) {
    if (!Array.from(signs).every((sign) => decoded.includes(sign))) continue;
    for (const match of decoded.matchAll(pattern)) {
      const { address: address1, address2, address3 } = match.groups ?? {};
      const address = address1 ?? address2 ?? address3;
      if (address === undefined) continue;
      const decodedStart = match.index + match[0].indexOf(address);
      const start = originalOffset(decodedStart);
      if (isIgnored(start)) continue;
      const end = originalOffset(decodedStart + address.length);
      for (const part of partsOf(address, match[0])) {
        const target = recentTarget(part);
        if (target === undefined || only?.test(target.target) === false) continue;
        const isDoubtful = mayBeText || /\s/u.test(part.trim());
        if (isDoubtful && !hasHostOrHarmfulScheme(target)) continue;
        const key = `${start} ${target.target}`;
        if (!targets.has(key)) targets.set(key, { start, text: text.slice(start, end), ...target });
      }
    }
  }
  return [...targets.values()];
}

function hasHostOrHarmfulScheme({ scheme, host }: Pick<LinkTarget, 'scheme' | 'host'>): boolean {
  return harmfulSchemes.has(scheme) || host !== '';
}

/** Returns the addresses of an attribute: `srcset` has several, and each may be followed by a size. */
function partsOf(address: string, match: string): readonly string[] {
  // `<https://example.com> "Title"`: without the brackets and the title.
  const plainAddress = address.replace(/^<([^]*)>$/u, '$1').replace(/\s+(?:["'(][^]*)$/u, '');
  if (/^(?:image)?srcset/iu.test(match)) {
    const sources = plainAddress.split(/,\s+/u);
    return sources.map((source) => source.trim().split(/\s/u)[0] ?? '');
  }
  return /^values/iu.test(match) ? plainAddress.split(';') : [plainAddress];
}

type ReadTarget = Omit<LinkTarget, 'start' | 'text'>;

/** The addresses that were read last: several searches find the same one, and a translation has those of its source. */
const recentTargets = new Map<string, ReadTarget | undefined>();
const maxRecent = 64;

/** Like `readTarget`, but reads an address once for a string and its translations. */
function recentTarget(address: string): ReadTarget | undefined {
  if (recentTargets.has(address)) return recentTargets.get(address);
  if (recentTargets.size >= maxRecent) recentTargets.clear();
  const target = readTarget(address);
  recentTargets.set(address, target);
  return target;
}

/** Reads an address as browsers do, and also as programs that decode it before; undefined if it is empty. */
function readTarget(address: string): ReadTarget | undefined {
  const visible = address.normalize('NFKC').replace(/[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu, '');
  // `\\example.com` is `//example.com`.
  const slashed = visible.replace(/^[\\/]{2,}/u, '//');
  // In Markdown, `\:` is `:`.
  const unescaped = slashed.replace(/\\([!-/:-@[-`{-~])/gu, '$1');
  // `%253a` is `%3a`, which is `:`.
  const decoded = decodePercents(decodePercents(unescaped));
  const target = decoded.replaceAll('\\', '/');
  if (target === '') return undefined;
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/iu.exec(target) ?? [];
  // A browser adds the scheme; `http:www.example.com` is only compared.
  if (/^www\./iu.test(target)) return { target: `http:${target}`, scheme: 'http', host: hostOf('http', target) };
  if (scheme === undefined) return { target, scheme: '', host: hostOf('', target) };
  const lowerScheme = scheme.toLowerCase();
  const afterScheme = target.slice(scheme.length + 1);
  return { target: `${lowerScheme}:${afterScheme}`, scheme: lowerScheme, host: hostOf(lowerScheme, afterScheme) };
}

/** Decodes ASCII characters: `%3a → :`. */
function decodePercents(text: string): string {
  return text.replace(/%([0-7][0-9a-f])/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Returns the host in an address without its scheme: `example.com` of `//www.example.com/path`. */
function hostOf(scheme: string, afterScheme: string): string {
  if (scheme === 'mailto') {
    const [, host = ''] = /@([^\s?,;@]+)/u.exec(afterScheme) ?? [];
    return host.toLowerCase().replace(/[.,;:!)]+$/u, '');
  }
  const [, slashes = '', authority = ''] = /^(\/*)([^/?#]*)/u.exec(afterScheme) ?? [];
  // Without a scheme, `//host` has a host, `/path` has none. Browsers also read `https:host` and `//////host`; other
  // schemes need exactly two slashes.
  const isWeb = /^(?:https?|ftp|wss?)$/u.test(scheme);
  if (scheme === '' && slashes.length < 2) return '';
  if (scheme !== '' && !isWeb && slashes !== '//') return '';
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
  return host.replace(/[^\p{L}\p{N}]+$/u, '').replace(/^www\./u, '');
}
