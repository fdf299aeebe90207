/** A locale file of a generated workspace, with its translations. */
export interface GeneratedFile {
  /** Its number among the files of its layout, from 1. */
  readonly number: number;
  readonly folder: 'web' | 'mobile';
  readonly source: string;
  /** The path of the translations into a locale. */
  readonly target: (locale: string) => string;
}

/** A kind of locale file: where it is, and what it contains. */
interface Layout {
  readonly folder: GeneratedFile['folder'];
  readonly count: number;
  readonly path: (name: string, locale: string) => string;
  /** `texts` are the strings by key; a locale other than `en` is a translation. */
  readonly content: (texts: Readonly<Record<string, string>>, locale: string) => string;
  /** The placeholder for a name, as the format writes it. */
  readonly placeholder: string;
}

const layouts: readonly Layout[] = [
  {
    folder: 'web',
    count: 8,
    path: (name, locale) => `public/locales/${locale}/${name}.json`,
    content: (texts) => `${JSON.stringify(texts, undefined, 2)}\n`,
    placeholder: '{{name}}',
  },
  {
    folder: 'web',
    count: 6,
    path: (name, locale) => `config/locales/${name}.${locale}.yml`,
    content: (texts, locale) =>
      `${locale}:\n${Object.entries(texts)
        .map(([key, text]) => `  ${key}: ${JSON.stringify(text)}\n`)
        .join('')}`,
    placeholder: '%{name}',
  },
  {
    folder: 'web',
    count: 6,
    path: (name, locale) => `Resources/${name}${locale === 'en' ? '' : `.${locale}`}.resx`,
    // Windows line ends and a byte order mark.
    content: (texts) =>
      `\uFEFF<?xml version="1.0" encoding="utf-8"?>\r\n<root>\r\n${Object.entries(texts)
        .map(
          ([key, text]) => `  <data name="${key}" xml:space="preserve">\r\n    <value>${text}</value>\r\n  </data>\r\n`,
        )
        .join('')}</root>\r\n`,
    placeholder: '{0}',
  },
  {
    folder: 'mobile',
    count: 8,
    path: (name, locale) => `app/src/main/res/values${locale === 'en' ? '' : `-${locale}`}/strings_${name}.xml`,
    content: (texts) =>
      `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${Object.entries(texts)
        .map(([key, text]) => `    <string name="${key}">${text}</string>\n`)
        .join('')}</resources>\n`,
    placeholder: '%1$s',
  },
  {
    folder: 'mobile',
    count: 6,
    path: (name, locale) => `packages/${name}/lib/l10n/app_${locale}.arb`,
    content: (texts, locale) => `${JSON.stringify({ '@@locale': locale, ...texts }, undefined, 2)}\n`,
    placeholder: '{name}',
  },
  {
    folder: 'mobile',
    count: 6,
    path: (name, locale) => `App/${locale}.lproj/${name}.strings`,
    content: (texts) =>
      Object.entries(texts)
        .map(([key, text]) => `"${key}" = "${text}";\n`)
        .join('\n'),
    placeholder: '%@',
  },
];

/** The locales into which the workspace is ordered. */
export const generatedLocales: readonly string[] = ['de', 'ja'];

/** The names of the files of a layout. */
function namesOf(layout: Layout, index: number): readonly string[] {
  return Array.from({ length: layout.count }, (_, at) => `part${String.fromCharCode(97 + index)}${at + 1}`);
}

/** The 40 source files of the workspace, in 6 layouts, by folder and path. */
export const generatedFiles: readonly GeneratedFile[] = layouts.flatMap((layout, index) =>
  namesOf(layout, index).map((name, at) => ({
    number: at + 1,
    folder: layout.folder,
    source: layout.path(name, 'en'),
    target: (locale: string) => layout.path(name, locale),
  })),
);

/**
 * Returns the files of a workspace with two folders and 40 source files in 6 layouts, by folder and path. Each file has
 * four strings, one of which the files of a layout share, and German translations of which one exists; nothing is in Japanese.
 */
export function manyFiles(): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [index, { folder, path, content, placeholder }] of layouts.entries()) {
    for (const name of namesOf(layouts[index]!, index)) {
      const texts = {
        title: `The page about ${name}`,
        greeting: `Welcome back to ${name}, ${placeholder}`,
        save: `Save all changes in ${String.fromCharCode(65 + index)}`,
        done: `Everything in ${name} is done`,
      };
      files[`${folder}/${path(name, 'en')}`] = content(texts, 'en');
      files[`${folder}/${path(name, 'de')}`] = content({ title: `Die Seite ${name}` }, 'de');
    }
  }
  return files;
}
