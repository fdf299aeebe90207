import type { Message } from './readMessage.ts';
import type { PlaceholderSyntax } from './placeholder.ts';
import { replaceSpans } from './replaceSpans.ts';
import { shownNames } from './shownElements.ts';

/**
 * Elements of MiniMessage that color or decorate the words up to the next color, by which servers of Minecraft draw
 * their texts (docs.papermc.io/adventure/minimessage/format). Plug-ins define `primary` and `secondary` as colors.
 */
const chatColors = new Set(
  (
    'black dark_blue dark_green dark_aqua dark_red dark_purple gold gray grey dark_gray dark_grey blue green aqua red ' +
    'light_purple yellow white primary secondary'
  ).split(' '),
);
const chatDecorations = new Set('b bold i italic em u underlined st strikethrough obf obfuscated reset'.split(' '));
/** How many colors the texts of a file must have: one or two could be elements of another program. */
const minChatColors = 3;

/**
 * Elements that only say what their words are, so that a reader draws them in another font. They lead nowhere and have
 * no attributes but `style`: Mallard 1.0, "Inline Elements"; DocBook 5, "Technical Inlines".
 */
const inlinesOfManuals: readonly ReadonlySet<string>[] = [
  'app cmd code em file gui input key output sys var',
  'application command emphasis filename guibutton guiicon guilabel guimenu guimenuitem guisubmenu keycap keysym ' +
    'literal option parameter productname userinput',
].map((names) => new Set(names.split(' ')));
/** Those that HTML and others have, too, so that they show no manual. */
const ambiguousInlines = new Set('code em input output option parameter literal var command key file'.split(' '));

/** `<b>`, `</b>` and `<gui style="menuitem">`; the groups are the slash and the name. */
const tagWithStyle = /^<(\/?)([A-Za-z]\w*)(?:\s+style\s*=\s*(?:"[^"]*"|'[^']*'))?\s*>$/u;

/** Whether the program draws its texts as a chat of Minecraft does: the texts of the file have its colors. */
export function isChat(syntaxes: readonly PlaceholderSyntax[]): boolean {
  return shownNames(syntaxes).filter((name) => chatColors.has(name)).length >= minChatColors;
}

/** Whether a tag of a chat only colors or decorates words. */
export function isChatLook(tag: string): boolean {
  const [, , name = ''] = /^<(\/?)(\w+)>$/u.exec(tag) ?? [];
  return chatColors.has(name) || chatDecorations.has(name);
}

/** `§c` and `&c`, which a program with another syntax shows as they are. */
const colorCode = /§|&[\da-fk-or](?![a-z]{1,30};)/giu;

/**
 * Whether a translation of a chat shows remains of its tags: angle brackets, codes of another syntax, or the names of
 * tags that are missing, as words.
 */
export function hasRemainsOfTags(source: Message, translation: Message, missing: readonly string[]): boolean {
  const names = missing.map((tag) => tag.replace(/[</>]/gu, '')).filter((name) => name.length > 2);
  const remains = new RegExp(`[<>]|${colorCode.source}${names.map((name) => `|\\b${name}\\b`).join('')}`, 'giu');
  const countIn = ({ text, placeholders }: Message): number => {
    const withoutColorCodes = placeholders.filter(({ syntax }) => syntax !== 'color-code');
    return replaceSpans(text, withoutColorCodes, () => ' ').match(remains)?.length ?? 0;
  };
  return countIn(translation) > countIn(source);
}

/** Returns the inline elements of a manual with these texts; undefined if the file is no manual. */
export function inlinesOfManual(syntaxes: readonly PlaceholderSyntax[]): ReadonlySet<string> | undefined {
  const names = shownNames(syntaxes).filter((name) => !ambiguousInlines.has(name));
  return inlinesOfManuals.find((inlines) => names.some((name) => inlines.has(name)));
}

/** Returns a form that is equal for all inline elements of a manual: `<>` or `</>`; undefined for other tags. */
export function lookOfInline(tag: string, inlines: ReadonlySet<string>): string | undefined {
  const [, slash = '', name = ''] = tagWithStyle.exec(tag) ?? [];
  return inlines.has(name) ? `<${slash}>` : undefined;
}

/** Of Swing, see `hasRootForLooks`; no element has this name. */
export const swing = '<html>';

/** Whether a tag is that of a document, which a label of Swing begins with. */
export function isRoot(tag: string): boolean {
  return /^<\/?html>$/iu.test(tag);
}

/**
 * Whether `<html>` in a translation is only how a label of Swing says that its text is HTML, which it need not close
 * (javax.swing.plaf.basic.BasicHTML, `isHTMLString`): the translation begins with it, or has no tags.
 */
export function hasRootForLooks({ text, placeholders }: Message, syntaxes: readonly PlaceholderSyntax[]): boolean {
  if (!shownNames(syntaxes).includes(swing)) return false;
  return /^<html>/iu.test(text) || !placeholders.some(({ syntax }) => syntax === 'tag' || syntax === 'entity');
}
