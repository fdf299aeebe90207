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

/**
 * Distinguishes a tag from prose in angle brackets: `<some IP address>` and `a <b and c> d` have words after the name,
 * but neither an attribute's `=` nor an HTML element's name of more than one letter.
 */
function looksLikeTag(match: string): boolean {
  const parts = tagParts.exec(match);
  if (!parts) return match.startsWith('<!');
  const [, close, name = '', rest = ''] = parts;
  if (rest.trim() === '' || rest.includes('=')) return true;
  if (close) return false;
  const known = name.toLowerCase();
  return known.length > 1 && (htmlElements.has(known) || voidElements.has(known));
}

/** Whether a match of `tagPattern` in a text is markup; `]]>` is markup where a CDATA section began. */
export function looksLikeTagIn(text: string): (match: string) => boolean {
  const hasSection = text.includes('<![CDATA[');
  return (match) => (match === ']]>' ? hasSection : looksLikeTag(match));
}

/**
 * Returns the first tag that is closed without having been opened, or opened without being closed; undefined if all
 * nest.
 */
export function firstUnnestedTag(tags: readonly string[]): string | undefined {
  const open: { readonly name: string; readonly tag: string }[] = [];
  for (const tag of tags) {
    const [, close, name, , selfClosed] = tagParts.exec(tag) ?? [];
    if (name === undefined || selfClosed || voidElements.has(name.toLowerCase())) continue;
    if (!close) open.push({ name, tag });
    else if (open.pop()?.name !== name) return tag;
  }
  return open.at(-1)?.tag;
}
