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
  | 'wikitext'
  | 'inflection'
  | 'color-code';

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

/**
 * Factorio's: `__1__`, `__ITEM__iron-plate__`, `__CONTROL__build__`, `[item=iron-plate]`, `[color=red]`, `[/color]`; and of
 * `__plural_for_parameter_1__{1=hour|rest=hours}__`, all but the texts.
 * https://wiki.factorio.com/Tutorial:Localisation, https://wiki.factorio.com/Rich_text
 */
export const factorioParameters = [
  { pattern: '__\\d+__' },
  { pattern: '__[A-Z][A-Z_]*__(?:\\d+__)?(?:[a-z\\d][a-z\\d-]*(?:_[a-z\\d-]+)*__)?' },
  { pattern: '__plural_for_parameter_+\\d+_*\\{[^={}|\\n]+=' },
  { pattern: '\\|(?:rest|(?:ends in )?\\d+(?:[-,]\\d+)*)=' },
  { pattern: '\\}__' },
  { pattern: '\\[[a-z][a-z-]*=[^\\[\\]\\n]+\\]' },
  { pattern: '\\[[/.](?:color|font)\\]' },
] as const;
/** Inno Setup's: `%1`, `%n` for a line break, `[name/ver]`, `{app}`: https://jrsoftware.org/ishelp/topic_messagessection.htm */
export const innoArguments = [
  { pattern: '%[1-9n%]' },
  { pattern: '\\[(?:name(?:/ver)?|[kmg]b)\\]' },
  { pattern: '\\{[#%]?[A-Za-z][A-Za-z\\d]*(?:[:|][^{}\\n]+)?\\}' },
] as const;

/**
 * Those of Windows Installer and WiX: `[ProductName]`, `[1]`, `!(loc.Id)`, `$(var.Name)`, and styles such as
 * `{\\WixUI_Font_Title}`. https://learn.microsoft.com/windows/win32/msi/formatted
 */
export const wixArguments = [
  { pattern: '\\[(?:\\d+|[#!$%&~]?[A-Za-z_][\\w.]*|~)\\]' },
  { pattern: '[!$]\\((?:loc|bind|wix|var|env|sys)\\.[^()\\n]+\\)' },
  { pattern: '\\{\\\\[A-Za-z_]\\w*\\}' },
] as const;
/**
 * RimWorld's: `{0}`, `{PAWN_labelShort}`, `[PAWN_nameDef]`, `(*Name)`, `(/Name)`; and `{PAWN_gender ?`, after which the
 * texts for each gender follow. https://rimworldwiki.com/wiki/Modding_Tutorials/Localization
 */
export const rimworldArguments = [
  { pattern: '\\{\\w+(?:\\}|\\s*\\?)' },
  { pattern: '\\[[A-Za-z]\\w*\\]' },
  { pattern: '\\([*/][A-Z]\\w*\\)' },
] as const;

/** `%name`, but not in `50%of` or `%name%`. */
export const magentoName = { pattern: '(?<![\\w%])%[a-z][a-z_A-Z]{2,}(?![\\w%])' } as const;

/** `start.md` in `[Start](start.md)`: most destinations are paths, which the family of URLs does not match. */
export const linkDestination = { pattern: '(?<=\\]\\()[^\\s()<>\\[\\]]+(?=[\\s)])' } as const;
/** `{\\an8}` at the beginning of a subtitle, which players read as its place on the screen. */
export const subtitleOverride = { pattern: '\\{\\\\[^{}\\n]{1,80}\\}' } as const;
/** `{#id}` and `{.class}` after a heading or a block. */
export const attributeList = { pattern: '\\{:?[ ]?[#.][^{}\\n]+\\}' } as const;
