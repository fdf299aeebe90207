import type { CodeContainer, CodeTree } from './codeTree.ts';
import type { CodeStyle, Quote, StyleDefaults } from './codeStyle.ts';
import type { UnitRules } from './codeUnits.ts';

/** The form of a text's literal. */
export interface LiteralLooks {
  readonly quote: Quote | '`';
  /** Characters outside ASCII are escaped. */
  readonly isAscii: boolean;
  /** The literal that gives way; undefined for a new one. */
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
  /** The literal for a text. */
  readonly quoteText: (text: string, looks: LiteralLooks) => string;
  readonly quoteKey: (key: string, quote: Quote, style: CodeStyle) => string;
  /** A key without quotes; undefined if it needs them. */
  readonly bareKey: (key: string) => string | undefined;
  /** The brackets of a container that is to hold keys, or a list. */
  readonly brackets: (kind: CodeContainer['kind'], style: CodeStyle) => readonly [string, string];
}
