/** A small project that is shipped with the extension, with strings that one of its languages lacks. */
export interface SampleProject {
  /** Its folder in `media/samples/`. */
  readonly id: SampleId;
  /** The source file, which is opened first. */
  readonly file: string;
  /** The locale that lacks strings. */
  readonly incompleteLocale: string;
}

export type SampleId = 'shop' | 'rails' | 'android' | 'apple';

export const sampleProjects: readonly SampleProject[] = [
  { id: 'shop', file: 'locales/en.json', incompleteLocale: 'ja' },
  { id: 'rails', file: 'config/locales/en.yml', incompleteLocale: 'pl' },
  { id: 'android', file: 'app/src/main/res/values/strings.xml', incompleteLocale: 'fr' },
  { id: 'apple', file: 'Tides/Localizable.xcstrings', incompleteLocale: 'ja' },
];

/** Returns the first name of a new folder that is not taken: `sample-shop`, `sample-shop-2` … */
export function freeFolderName(id: SampleId, usedNames: ReadonlySet<string>): string {
  // Some file systems ignore case: `Sample-Shop` is the same folder as `sample-shop`.
  const lowerCaseNames = new Set([...usedNames].map((usedName) => usedName.toLowerCase()));
  const name = `sample-${id}`;
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!lowerCaseNames.has(candidate)) return candidate;
  }
}
