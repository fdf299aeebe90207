/** https://docs.unity3d.com/Packages/com.unity.textmeshpro@4.0/manual/RichTextSupportedTags.html */
const elementsWithValue =
  'align|alpha|b|colou?r|cspace|font|font-weight|gradient|indent|line-height|line-indent|link|margin|mark|material' +
  '|mspace|page|pos|quad|rotate|size|space|sprite|style|voffset|width';

/**
 * Matches a start tag, end tag, empty-element tag or comment as HTML's tokenizer would: a name, then anything up to `>`
 * outside quotes. Names may be numbers (`<0>`) and have prefixes (`<xliff:g>`). The beginning and the end of a CDATA
 * section also match. `\\<name>` is an escape of Markdown and of MiniMessage. TextMesh Pro's elements have a value
 * instead of attributes, and a color needs no name: `<size=120%>`, `<link="ID">`, `<#ff0000>`.
 */
export const tagPattern = new RegExp(
  String.raw`<!--[^]{0,4000}?-->|<!\[CDATA\[|\]\]>` +
    String.raw`|(?<!\\)<\/?[A-Za-z0-9][\w:.-]{0,60}(?:[\s/](?:[^"'<>]|"[^"]{0,4000}"|'[^']{0,4000}'){0,2000})?>` +
    String.raw`|<(?:${elementsWithValue})=(?:"[^"<>]{0,400}"|[^\s"<>]{1,400})>|<#(?:[\da-fA-F]{2}){3,4}>`,
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
  // A comment, `<![CDATA[` or a color.
  if (!parts) return match.startsWith('<!') || match.startsWith('<#');
  const [, leadingSlash, name = '', afterName = ''] = parts;
  // `<https://…>`
  if (name.endsWith(':')) return false;
  if (afterName.trim() === '' || afterName.includes('=') || filledAttributes.test(afterName)) return true;
  // The speaker or the language of a subtitle: `<v Mary>`, `<lang en>`.
  if (!leadingSlash && /^(?:v|lang)(?:\.|$)/u.test(name)) return true;
  // Attributes without a value: `<input disabled>`.
  return !leadingSlash && name.length > 1 && isHtmlElement(name);
}

/**
 * The help of a command: `name=<value>`, `--name`, code in backticks, and an optional part of nothing but words in angle
 * brackets, `[<file>...]`; but not a colored text in square brackets, `[<reset>{0}<primary>]`.
 */
const commandHelp = new RegExp(
  String.raw`\x60[^\x60<>\n]{1,60}<[a-z][\w-]{0,40}>[^\x60\n]{0,60}\x60|` +
    String.raw`\[<[^<>\n]{1,60}>(?:[\s.…,|=:@/-]|<[^<>\n]{1,60}>){0,20}\]|=<|(?<![\w-])--[a-z]|\x60<[a-z][\w-]{0,40}>`,
  'u',
);
/** A command of a game or a chat, with what follows it: `/<command> <player>`, `Usage: /warp <title>`. */
const chatCommand = /^(?:\p{L}{1,20}:\s?)?\/(?:<[a-z]+>|[a-z][\w:-]{0,40})(?:\s|$)/u;
/** The arguments of a command, with a choice between alternatives: `uncolor <object> { * | <pattern> ... }`. */
const commandChoice =
  /[{[(][^{}()<>]{0,60}\|\s{0,4}(?:\[\s{0,4})?<[a-z][\w-]{0,40}>|<[a-z][\w-]{0,40}>\s{0,4}(?:\.{3}|…)\s{0,4}[\]})]/u;
const bareWord = /^<([A-Za-z][\w-]*)>$/u;

/** Whether a text is the help of a command, see `commandHelp`, and `chatCommand` or `commandChoice`. */
interface HelpKind {
  readonly isCommandHelp: boolean;
  readonly isChatCommand: boolean;
}

/**
 * Whether `<word>` is words to translate, such as what a user has to fill in: it is no element of HTML, the text never
 * closes it, and it is the whole text, in capitals, after an at sign (`@<user>`), or in the help of a command.
 */
function isMetavariable(match: string, text: string, { isCommandHelp, isChatCommand }: HelpKind): boolean {
  const [, name] = bareWord.exec(match) ?? [];
  if (name === undefined || text.includes(`</${name}`)) return false;
  // In a chat or an editor's command, `<title>` and `<code>` are words, too; but `<b>` and `<br>` are not.
  if (isChatCommand) return name.length > 2;
  if (isHtmlElement(name)) return false;
  const isInCapitals = /^[A-Z]{2,}$/u.test(name);
  return isCommandHelp || match === text.trim() || isInCapitals || text.includes(`@${match}`);
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
  const help: HelpKind = {
    isCommandHelp: commandHelp.test(text),
    isChatCommand: chatCommand.test(text) || commandChoice.test(text),
  };
  return (match) => {
    if (match === ']]>') return hasSection;
    return looksLikeTag(match) && !isMetavariable(match, text, help);
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
