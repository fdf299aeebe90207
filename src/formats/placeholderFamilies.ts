/** A family of placeholder syntax; `placeholders/` reads it. */
export type PlaceholderFamily =
  | 'icu'
  | 'printf'
  | 'python-percent'
  | 'ruby'
  | 'mustache'
  | 'i18next-nesting'
  | 'brace'
  | 'dollar-brace'
  | 'dotnet'
  | 'laravel'
  | 'chrome'
  | 'vue-link'
  | 'qt'
  | 'fluent'
  | 'vscode'
  | 'java-date'
  | 'percent-pair'
  | 'tag'
  | 'entity'
  | 'url'
  | 'template'
  | 'code-span'
  | 'reference'
  | 'line-break'
  | 'restructuredtext'
  | 'wikitext';

/** A family, or a regular expression for what only one format has. */
type FamilyOfFormat = PlaceholderFamily | { readonly pattern: string };

/** The families that the texts of a format may have. */
export interface FormatFamilies {
  /** Families that the format itself defines, or that any program reading it could use. */
  readonly always: readonly FamilyOfFormat[];
  /** Families also searched as long as neither the project nor the file shows which ones it uses. */
  readonly otherwise?: readonly FamilyOfFormat[];
}

/** Families that may be in any document, and in any string of a program. */
export const inDocuments: readonly PlaceholderFamily[] = ['url', 'template', 'tag', 'entity'];
export const inPrograms: readonly PlaceholderFamily[] = [...inDocuments, 'line-break'];

/** Families that nothing else looks like. The others can look like words, amounts or dates. */
export const unmistakable: readonly PlaceholderFamily[] = [
  'mustache',
  'dollar-brace',
  'i18next-nesting',
  'ruby',
  'python-percent',
];

/**
 * The families of JavaScript, and of formats that programs in any language read. Whatever library loads the strings,
 * programs often fill them in with `sprintf` or `replace('{name}', …)`: `printf` and `brace` are always searched.
 */
export const anyProgram: FormatFamilies = {
  always: [...inPrograms, 'reference', ...unmistakable, 'printf', 'brace'],
  otherwise: ['icu'],
};

/** The families of formats for many programming languages. Not always `printf`: some of their texts are `%b %d`. */
export const anyLibrary: FormatFamilies = {
  always: [...inPrograms, ...unmistakable],
  otherwise: ['printf', 'brace'],
};

/** `start.md` in `[Start](start.md)`: most destinations are paths, which the family of URLs does not match. */
export const linkDestination = { pattern: '(?<=\\]\\()[^\\s()<>\\[\\]]+(?=[\\s)])' } as const;
/** `{#id}` and `{.class}` after a heading or a block. */
export const attributeList = { pattern: '\\{:?[ ]?[#.][^{}\\n]+\\}' } as const;
