import type { PathOfLocale } from './layoutPattern.ts';
import type { LocaleSpelling } from './localeSpelling.ts';

/** A way of understanding a path as that of a source or of a translation. */
export interface Reading extends PathOfLocale {
  /** Right by the name and the folders alone. Others need a file of another locale, or the source, beside them. */
  readonly certain: boolean;
  /** The ecosystem's own, where the project shows none. */
  readonly spelling: LocaleSpelling;
  /** A folder with `{locale}` in it, ending in a slash: that there is one of another locale shows as much as a file would. */
  readonly folder?: string;
}
