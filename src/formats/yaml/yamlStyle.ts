import { isSafePlain } from './yamlPlain.ts';
import type { ScalarConventions, PreferredScalar } from './yamlScalar.ts';
import {
  isBlockStyle,
  isContainer,
  isQuoteStyle,
  type QuoteStyle,
  type YamlFile,
  type YamlMember,
  type YamlNode,
  type YamlText,
} from './yamlTree.ts';

/** The style of a file; properties that it does not show are taken from another file. */
export interface YamlStyle extends ScalarConventions {
  /** Whether texts that do not need quotes have none. */
  readonly plain: 'always' | 'never' | 'mixed';
  /** The kinds of quotes that the file uses. */
  readonly quotes: ReadonlySet<QuoteStyle>;
  /** The dashes of a list are indented deeper than its key. */
  readonly indentsDashes: boolean;
}

const defaultStyle: Omit<YamlStyle, 'eol'> = {
  quote: 'double',
  quotes: new Set(['double']),
  plain: 'always',
  escapesNonAscii: false,
  step: 2,
  indentsDashes: true,
};

/** The numbers of members and of kinds of texts inspected so far, and the indentation that they show. */
interface Inspection {
  members: number;
  single: number;
  double: number;
  plain: number;
  /** The texts in quotes that need none. */
  needlesslyQuoted: number;
  step?: number;
  indentsDashes?: boolean;
}

/** This many members are enough to detect a file's style. */
const enoughMembers = 2000;

/** Returns how often texts that need no quotes are plain; undefined in a file without such texts. */
function plainHabit({ plain, needlesslyQuoted }: Inspection): YamlStyle['plain'] | undefined {
  if (plain > 0 && needlesslyQuoted > 0) return 'mixed';
  if (plain > 0) return 'always';
  return needlesslyQuoted > 0 ? 'never' : undefined;
}

/** Returns the quotes that most texts in quotes have; undefined if neither kind is more frequent. */
function usualQuote({ single, double }: Inspection): QuoteStyle | undefined {
  if (single > double) return 'single';
  return double > single ? 'double' : undefined;
}

export function styleOf(file: YamlFile, fallback?: YamlStyle): YamlStyle {
  const inspection: Inspection = { members: 0, single: 0, double: 0, plain: 0, needlesslyQuoted: 0 };
  if (file.root !== undefined) inspect(file.root, inspection);
  const fallbackStyle = fallback ?? { ...defaultStyle, eol: file.eol };
  const quotes = new Set<QuoteStyle>();
  if (inspection.single > 0) quotes.add('single');
  if (inspection.double > 0) quotes.add('double');
  return {
    quote: usualQuote(inspection) ?? fallbackStyle.quote,
    quotes: quotes.size > 0 ? quotes : fallbackStyle.quotes,
    plain: plainHabit(inspection) ?? fallbackStyle.plain,
    escapesNonAscii: isAsciiWithEscapes(file.text) ?? fallbackStyle.escapesNonAscii,
    eol: /[\r\n]/.test(file.text) ? file.eol : fallbackStyle.eol,
    step: inspection.step ?? fallbackStyle.step,
    indentsDashes: inspection.indentsDashes ?? fallbackStyle.indentsDashes,
  };
}

/** Whether a file escapes characters outside ASCII; undefined if it has neither such a character nor such an escape. */
function isAsciiWithEscapes(text: string): boolean | undefined {
  if (/[^\0-\u007f]/.test(text)) return false;
  // `\u00e9`, `\U0001f600`, `\xe9`; not `\u0041`, which is ASCII.
  if (/\\(?:u(?!00[0-7])[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|x[89A-Fa-f][\dA-Fa-f])/.test(text)) return true;
  return undefined;
}

function inspect(node: YamlNode, inspection: Inspection): void {
  if (node.kind === 'text') inspectText(node, inspection);
  if (!isContainer(node)) return;
  for (const member of node.members) {
    if (inspection.members >= enoughMembers) return;
    inspection.members += 1;
    const child = member.item ?? member.value;
    const isBlockInMap = node.kind === 'map' && !node.isFlow && isContainer(child) && !child.isFlow;
    if (isBlockInMap && child.members.length > 0) {
      if (child.kind === 'seq') inspection.indentsDashes ??= child.column > node.column;
      else if (child.column > node.column) inspection.step ??= child.column - node.column;
    }
    inspect(child, inspection);
  }
}

function inspectText({ style, value, inFlow }: YamlText, inspection: Inspection): void {
  if (isQuoteStyle(style)) inspection[style] += 1;
  // Only a text that may be plain as well as quoted shows which of the two is preferred.
  if (!isSafePlain(value, inFlow)) return;
  if (style === 'plain') inspection.plain += 1;
  else if (isQuoteStyle(style)) inspection.needlesslyQuoted += 1;
}

/** A longer text (in UTF-16 units) is a block scalar if it is one in the source. */
const maxTextInLine = 60;

/** Returns the style of a new text: the file's only one, else that of the source's text, else that of its neighbor. */
export function preferredScalar(
  text: string,
  { source, neighbor }: { readonly source: YamlText | undefined; readonly neighbor: YamlMember | undefined },
  location: { readonly inFlow: boolean; readonly indent: number },
  style: YamlStyle,
): PreferredScalar {
  const sourceStyle = source?.style;
  if (isBlockStyle(sourceStyle) && (text.includes('\n') || text.length > maxTextInLine))
    return { ...location, style: sourceStyle };
  const modelQuote = isQuoteStyle(sourceStyle) ? sourceStyle : quoteOf(neighbor);
  // Only quotes that the file uses.
  const quote = modelQuote !== undefined && style.quotes.has(modelQuote) ? modelQuote : style.quote;
  if (style.plain === 'always') return { ...location, style: 'plain', quote };
  if (style.plain === 'never') return { ...location, style: quote };
  if (sourceStyle !== undefined && !isBlockStyle(sourceStyle)) return { ...location, style: sourceStyle, quote };
  return { ...location, style: hasNeedlessQuotes(neighbor) ? quote : 'plain', quote };
}

function quoteOf(neighbor: YamlMember | undefined): QuoteStyle | undefined {
  const value = neighbor?.value;
  return value?.kind === 'text' && isQuoteStyle(value.style) ? value.style : undefined;
}

function hasNeedlessQuotes(neighbor: YamlMember | undefined): boolean {
  const value = neighbor?.value;
  return value?.kind === 'text' && value.style !== 'plain' && isSafePlain(value.value, value.inFlow);
}
