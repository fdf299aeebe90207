import type { LocaleFormat } from './format.ts';
import type { FormatFamilies } from './placeholderFamilies.ts';

/** A row of the table of formats: all that the rest of the product needs to know about one. */
export interface FormatRow {
  readonly id: string;
  /** The id of the format of which it is a dialect, if the placeholders in its texts are those of that format. */
  readonly sharesTextsOf?: string;
  /** The extensions of its files, in lower case. Other formats may have the same ones. */
  readonly extensions: readonly string[];
  /** Files that their paths show and no extension: a pattern that finds them, and the paths that count. */
  readonly byPath?: { readonly glob: string; readonly path: RegExp };
  /**
   * The kind of most files with these extensions; messages, if absent. Of a project's code files and documents, few are
   * translations, and only the text of a component shows whether it has messages.
   */
  readonly mostly?: 'code' | 'documents' | 'components';
  /** The locales that a file holds; one, if absent. A pair are the source's texts with those of one target. */
  readonly locales?: 'pair' | 'all' | 'one-or-all';
  /** The extensions for which menus show the commands before the workspace has been searched; see `package.json`. */
  readonly inMenus?: readonly string[];
  /** The length limits of its texts count characters of Unicode; what a reader sees as one character, if absent. */
  readonly limitsCount?: 'code-points';
  /** The placeholder syntaxes that its texts may have. */
  readonly families: FormatFamilies;
  /** Whether a file is of this format, for one whose extension others share. Reads no more than it needs. */
  readonly recognizes?: (path: string, text: string) => boolean;
  /** Whether a file that `recognizes` accepts is certainly of this format, for one that only a parser can tell. */
  readonly confirms?: (text: string) => Promise<boolean>;
  /** Loads the format and its parser, which are a separate chunk. `path` is that of a file, or '' for no certain file. */
  readonly load: (path: string) => Promise<LocaleFormat>;
}
