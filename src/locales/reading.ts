import type { PathOfLocale } from './layoutPattern.ts';
import type { LocaleSpelling } from './localeSpelling.ts';

/** An interpretation of a path as that of a source or a translation. */
export interface Reading extends PathOfLocale {
  /**
   * Whether the name and the folders alone are sufficient. Otherwise a file of another locale, or the source, must
   * exist nearby.
   */
  readonly certain: boolean;
  /** The ecosystem's spelling, for projects that show none. */
  readonly spelling: LocaleSpelling;
  /**
   * A folder with `{locale}` in it, ending in a slash. The same folder of another locale confirms the reading as a file
   * would.
   */
  readonly folder?: string;
}
