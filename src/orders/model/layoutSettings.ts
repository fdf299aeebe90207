import type { PlaceholderSettings } from '../../placeholders/project/placeholderSettings.ts';

/** The user's settings about a project's layout and texts. */
export interface LayoutSettings {
  /** The user's own layout patterns, which take precedence. */
  readonly patterns: readonly string[];
  /** Locale (BCP 47) of files whose path and content do not name one. */
  readonly sourceLocale: string;
  /** Whether messages with choices or forms are ordered as one text per branch or as a whole. Default: 'branches'. */
  readonly icuMessages?: 'branches' | 'whole';
  /** Whether a plural's `many` that only applies to millions is ordered, or a copy of `other`. Default: 'order'. */
  readonly pluralMany?: 'order' | 'copyOther';
  /** Whether a plural form that only decimals use is ordered, or a copy of another form. Default: 'order'. */
  readonly decimalPlurals?: 'order' | 'copy';
  /** Placeholders to protect in addition to those of the format and the project's libraries. */
  readonly placeholders?: PlaceholderSettings;
}
