import type { CodeContainer, CodeTree } from './codeTree.ts';
import type { CodeStyle, Quote, StyleDefaults } from './codeStyle.ts';
import type { UnitRules } from './codeUnits.ts';

/** How the literal of a text is written. */
export interface LiteralStyle {
  readonly quote: Quote | '`';
  /** Characters outside ASCII are escaped. */
  readonly isAscii: boolean;
  /** The literal that is replaced; undefined for a new one. */
  readonly old?: string;
  readonly lineEnd: string;
}

/** The differences between languages whose files hold texts in nested literals. */
export interface CodeLanguage {
  readonly id: string;
  readonly rules: UnitRules;
  readonly defaults: StyleDefaults;
  /** Throws FormatError. */
  readonly parse: (text: string) => CodeTree;
  /** Returns the literal of a text. */
  readonly quoteText: (text: string, style: LiteralStyle) => string;
  /** Returns the literal of a key. */
  readonly quoteKey: (key: string, quote: Quote, style: CodeStyle) => string;
  /** Returns a key without quotes; undefined if it needs quotes. */
  readonly bareKey: (key: string) => string | undefined;
  /** Returns the brackets of a new container. */
  readonly brackets: (kind: CodeContainer['kind'], style: CodeStyle) => readonly [string, string];
}
