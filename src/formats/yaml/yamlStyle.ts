import { isSafePlain } from './yamlPlain.ts';
import type { ScalarConventions, PreferredScalar } from './yamlScalar.ts';
import { isContainer, type YamlFile, type YamlMember, type YamlNode, type YamlText } from './yamlTree.ts';

/** The style of a file; properties that it does not show are taken from another file. */
export interface YamlStyle extends ScalarConventions {
  /** Whether texts that do not need quotes have none. */
  readonly plain: 'always' | 'never' | 'mixed';
  /** The kinds of quotes that the file uses. */
  readonly quotes: ReadonlySet<'single' | 'double'>;
  /** The dashes of a list are indented deeper than its key. */
  readonly dashIndented: boolean;
}

const defaultStyle: Omit<YamlStyle, 'eol'> = {
  quote: 'double',
  quotes: new Set(['double']),
  plain: 'always',
  ascii: false,
  step: 2,
  dashIndented: true,
};

interface Shown {
  layout: number;
  single: number;
  double: number;
  plain: number;
  needless: number;
  step?: number;
  dashIndented?: boolean;
}

/** This many members are enough to detect a file's style. */
const enoughMembers = 2000;

/** Returns how often texts that need no quotes are plain; undefined in a file without such texts. */
function plainHabit({ plain, needless }: Shown): YamlStyle['plain'] | undefined {
  if (plain > 0) return needless > 0 ? 'mixed' : 'always';
  return needless > 0 ? 'never' : undefined;
}

export function styleOf(file: YamlFile, fallback?: YamlStyle): YamlStyle {
  const shown: Shown = { layout: 0, single: 0, double: 0, plain: 0, needless: 0 };
  if (file.root !== undefined) inspect(file.root, shown);
  const other = fallback ?? { ...defaultStyle, eol: file.eol };
  const usualQuote = shown.single > shown.double ? 'single' : 'double';
  return {
    quote: shown.single === shown.double ? other.quote : usualQuote,
    quotes:
      shown.single + shown.double === 0
        ? other.quotes
        : new Set([
            ...(shown.single > 0 ? (['single'] as const) : []),
            ...(shown.double > 0 ? (['double'] as const) : []),
          ]),
    plain: plainHabit(shown) ?? other.plain,
    ascii: isAsciiWithEscapes(file.text) ?? other.ascii,
    eol: /[\r\n]/.test(file.text) ? file.eol : other.eol,
    step: shown.step ?? other.step,
    dashIndented: shown.dashIndented ?? other.dashIndented,
  };
}

/**
 * Whether a file escapes characters outside ASCII; undefined for a file that contains neither a character outside ASCII
 * nor an escape of one.
 */
function isAsciiWithEscapes(text: string): boolean | undefined {
  if (/[^\0-\u007f]/.test(text)) return false;
  return /\\(?:u(?!00[0-7])[\dA-Fa-f]{4}|U[\dA-Fa-f]{8}|x[89A-Fa-f][\dA-Fa-f])/.test(text) ? true : undefined;
}

function inspect(node: YamlNode, shown: Shown): void {
  if (!isContainer(node)) {
    if (node.kind === 'text') count(node, shown);
    return;
  }
  for (const member of node.members) {
    if (shown.layout >= enoughMembers) return;
    shown.layout += 1;
    const inner = member.item ?? member.value;
    if (isContainer(inner) && !inner.flow && !node.flow && inner.members.length > 0 && node.kind === 'map') {
      if (inner.kind === 'seq') shown.dashIndented ??= inner.column > node.column;
      else if (inner.column > node.column) shown.step ??= inner.column - node.column;
    }
    inspect(inner, shown);
  }
}

function count({ style, value, inFlow }: YamlText, shown: Shown): void {
  if (style === 'single') shown.single += 1;
  if (style === 'double') shown.double += 1;
  if (!isSafePlain(value, inFlow)) return;
  if (style === 'plain') shown.plain += 1;
  else if (style === 'single' || style === 'double') shown.needless += 1;
}

/** Returns the style of a new text: that of all texts in the file, else of the source's text, else of its neighbor. */
export function preferredScalar(
  text: string,
  { source, neighbor }: { readonly source: YamlText | undefined; readonly neighbor: YamlMember | undefined },
  location: { readonly inFlow: boolean; readonly indent: number },
  style: YamlStyle,
): PreferredScalar {
  const own = source?.style;
  if ((own === 'literal' || own === 'folded') && (text.includes('\n') || text.length > 60))
    return { ...location, style: own };
  const like = own === 'single' || own === 'double' ? own : quoteOf(neighbor);
  const quote = like !== undefined && style.quotes.has(like) ? like : style.quote;
  if (style.plain === 'always') return { ...location, style: 'plain', quote };
  if (style.plain === 'never') return { ...location, style: quote };
  if (own === 'plain' || own === 'single' || own === 'double') return { ...location, style: own, quote };
  return { ...location, style: hasNeededQuotes(neighbor) ? 'plain' : quote, quote };
}

function quoteOf(neighbor: YamlMember | undefined): 'single' | 'double' | undefined {
  const value = neighbor?.value;
  return value?.kind === 'text' && (value.style === 'single' || value.style === 'double') ? value.style : undefined;
}

/** Whether a neighbor is written without quotes unless it needs them. */
function hasNeededQuotes(neighbor: YamlMember | undefined): boolean {
  const value = neighbor?.value;
  return value?.kind !== 'text' || value.style === 'plain' || !isSafePlain(value.value, value.inFlow);
}
