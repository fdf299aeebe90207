/**
 * Matches a start tag, end tag, empty-element tag or comment as HTML's tokenizer would: a name, then anything up to `>`
 * outside quotes. Names may be numbers (`<0>`) and have prefixes (`<xliff:g>`). The beginning and the end of a CDATA
 * section also match.
 */
export const tagPattern = new RegExp(
  String.raw`<!--[^]{0,4000}?-->|<!\[CDATA\[|\]\]>` +
    String.raw`|<\/?[A-Za-z0-9][\w:.-]{0,60}(?:[\s/](?:[^"'<>]|"[^"]{0,4000}"|'[^']{0,4000}'){0,2000})?>`,
  'gu',
);

/** `<br class="x"/>`: an empty string (`/` in an end tag), the name `br`, ` class="x"`, and the slash at the end. */
const tagParts = /^<(\/?)([A-Za-z0-9][\w:.-]*)([^]*?)(\/?)>$/u;

/** Elements that have no end tag in HTML. */
const voidElements = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/** Elements whose attributes may have no value, so that words after the name do not make them prose. */
const htmlElements = new Set(
  (
    'a abbr address article aside audio b bdi bdo blockquote body button canvas caption cite code ' +
    'data dd del details dfn dialog div dl dt em ' +
    'fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header html i iframe ins kbd ' +
    'label legend li main map mark math menu ' +
    'nav object ol optgroup option output p picture pre progress q rp rt ruby s samp script section ' +
    'select slot small span strike strong style ' +
    'sub summary sup svg table tbody td template textarea tfoot th thead time title tr tt u ul var video'
  ).split(' '),
);

/** Placeholders in place of attributes, which the program fills in: `<a %s>`, `<p { $attributes }>`. */
const filledAttributes = /^(?:\s{0,8}(?:%(?:\d\$)?s|\{{1,2}[^{}]{1,100}\}{1,2}))+\s*$/u;

/**
 * Distinguishes a tag from prose in angle brackets: `<some IP address>` and `a <b and c> d` have words after the name,
 * but neither an attribute's `=` nor an HTML element's name of more than one letter. `<https://…?a=b>` is an address.
 */
function looksLikeTag(match: string): boolean {
  const parts = tagParts.exec(match);
  // A comment, or `<![CDATA[`.
  if (!parts) return match.startsWith('<!');
  const [, leadingSlash, name = '', afterName = ''] = parts;
  // `<https://…>`
  if (name.endsWith(':')) return false;
  if (afterName.trim() === '' || afterName.includes('=') || filledAttributes.test(afterName)) return true;
  // Attributes without a value: `<input disabled>`.
  return !leadingSlash && name.length > 1 && isHtmlElement(name);
}

/** The help of a command: `[<file>]`, `name=<value>`, `--name`. */
const commandHelp = /\[<|=<|(?<![\w-])--[a-z]/u;
const bareWord = /^<([A-Za-z]+)>$/u;

/**
 * Whether `<word>` is words to translate, such as what a user has to fill in: it is no element of HTML, the text never
 * closes it, and it is the whole text, in capitals, or in the help of a command.
 */
function isMetavariable(match: string, text: string, isCommandHelp: boolean): boolean {
  const [, name] = bareWord.exec(match) ?? [];
  if (name === undefined || isHtmlElement(name) || text.includes(`</${name}`)) return false;
  const isInCapitals = name.length > 1 && name === name.toUpperCase();
  return isCommandHelp || match === text.trim() || isInCapitals;
}

/** Whether HTML defines an element, in any case; end tags begin with a slash. */
export function isHtmlElement(name: string): boolean {
  const element = name.replace('/', '').toLowerCase();
  return htmlElements.has(element) || voidElements.has(element);
}

/** Whether an element has no end tag in HTML, so that a slash at its end means nothing. */
export function isVoidElement(name: string): boolean {
  return voidElements.has(name.toLowerCase());
}

/** Whether a match of `tagPattern` in a text is markup; `]]>` is markup where a CDATA section began. */
export function looksLikeTagIn(text: string): (match: string) => boolean {
  const hasSection = text.includes('<![CDATA[');
  const isCommandHelp = commandHelp.test(text);
  return (match) => {
    if (match === ']]>') return hasSection;
    return looksLikeTag(match) && !isMetavariable(match, text, isCommandHelp);
  };
}

/** Returns the first tag that is closed without being open, or never closed; undefined if all tags nest. */
export function firstUnnestedTag(tags: readonly string[]): string | undefined {
  const openTags: { readonly name: string; readonly tag: string }[] = [];
  for (const tag of tags) {
    const [, leadingSlash, name, , trailingSlash] = tagParts.exec(tag) ?? [];
    if (name === undefined || trailingSlash || voidElements.has(name.toLowerCase())) continue;
    if (!leadingSlash) openTags.push({ name, tag });
    else if (openTags.pop()?.name.toLowerCase() !== name.toLowerCase()) return tag;
  }
  return openTags.at(-1)?.tag;
}
