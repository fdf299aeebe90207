/** A text of an app store's listing, which a tool for uploads reads from a file of its own. */
export interface StoreText {
  /** What the text is, in the words of the tool: `full_description`. */
  readonly key: string;
  /**
   * The store's limit. The stores count characters of Unicode (code points), with the commas of keywords. Absent: none
   * is documented.
   */
  readonly maxChars?: number;
}

/**
 * The limits of the App Store, from Apple's “App information” and “Platform version information”
 * (developer.apple.com/help/app-store-connect/reference), of Google Play, from “Create and set up your app”
 * (support.google.com/googleplay/android-developer/answer/9859152), and of F-Droid, from its “All About Descriptions,
 * Graphics, and Screenshots”, by the names of files.
 */
const maxCharsByKey: ReadonlyMap<string, number | undefined> = new Map([
  // fastlane's `deliver` for the App Store.
  ['name', 30],
  ['subtitle', 30],
  ['keywords', 100],
  ['promotional_text', 170],
  ['description', 4000],
  ['release_notes', 4000],
  ['apple_tv_privacy_policy', undefined],
  // fastlane's `supply` for Google Play, and F-Droid.
  ['title', 30],
  ['short_description', 80],
  ['summary', 80],
  ['full_description', 4000],
]);

/** Google Play's limit for the notes of a release. */
const maxReleaseNotes = 500;

const locale = String.raw`(?:default|[A-Za-z]{2,3}(?:[-_][A-Za-z\d]+)*)`;

/**
 * The files of store texts. URLs and videos (`support_url.txt`, `video.txt`), categories and contacts are no texts.
 *
 * - fastlane and F-Droid: `metadata/en-US/subtitle.txt`, `metadata/android/en-US/title.txt`, and for each version
 *   `metadata/android/en-US/changelogs/103.txt`
 * - Gradle Play Publisher: `play/listings/en-US/short-description.txt`, `play/release-notes/en-US/production.txt`
 * - GitHub's action `upload-google-play`: `whatsnew/whatsnew-en-US`
 */
export const storeFile = new RegExp(
  [
    String.raw`(?:^|[\\/])metadata[\\/](?:[^\\/]+[\\/])*${locale}[\\/]`,
    String.raw`(?:(${[...maxCharsByKey.keys()].join('|')})|changelogs[\\/](?:\d+|default))\.txt$`,
    String.raw`|(?:^|[\\/])play[\\/]listings[\\/]${locale}[\\/](title|(?:short|full)-description)\.txt$`,
    String.raw`|(?:^|[\\/])play[\\/]release-notes[\\/]${locale}[\\/][^\\/]+\.txt$`,
    String.raw`|(?:^|[\\/])whatsnew-${locale}$`,
  ].join(''),
);

/** Finds them in a folder. */
export const storeFileGlob = '**/{metadata,play,whatsnew}/**/{*.txt,whatsnew-*}';

/** Returns what a file of a store text contains; undefined for any other file. */
export function storeTextOf(path: string): StoreText | undefined {
  const match = storeFile.exec(path);
  if (match === null) return undefined;
  const key = (match[1] ?? match[2])?.replace('-', '_');
  if (key === undefined) return { key: 'release_notes', maxChars: maxReleaseNotes };
  const maxChars = maxCharsByKey.get(key);
  return maxChars === undefined ? { key } : { key, maxChars };
}
