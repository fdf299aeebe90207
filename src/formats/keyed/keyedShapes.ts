/** Where an XML file has the texts of a locale, each with its key. */
export interface KeyedShape {
  /** The name of the root element. */
  readonly root: string;
  /** The elements of the root that hold the entries, and the attribute that names them. Absent: the root does. */
  readonly group?: { readonly element: string; readonly attribute: string };
  /** The name of an entry's element. Absent: any. */
  readonly entry?: string;
  /** The attribute, or the child, with the key of an entry. Both absent: the name of its element is the key. */
  readonly keyAttribute?: string;
  readonly keyChild?: string;
  /** The attribute, or the child, with the text. An entry without that attribute, or if both are absent, contains it. */
  readonly valueAttribute?: string;
  readonly valueChild?: string;
  /** The child that says what an entry is for. */
  readonly noteChild?: string;
}

/** A kind of such files. */
export interface KeyedKind {
  readonly id: string;
  /** The shapes of its files. Those of translations have the first one. */
  readonly shapes: readonly [KeyedShape, ...KeyedShape[]];
  /** The content of a new translation's file before and after its entries, if the source has another shape. */
  readonly frame?: { readonly head: string; readonly tail: string };
  /** Attributes of the root that name the locale, and their values in a new file; undefined: without the attribute. */
  readonly localeAttributes?: Readonly<Record<string, (locale: string, valueInSource: string) => string | undefined>>;
  /** A text that a tool has written in place of a translation. */
  readonly pendingText?: string;
}

function nameOf(locale: string, inLocale: string): string {
  return new Intl.DisplayNames([inLocale, 'en'], { type: 'language' }).of(locale) ?? locale;
}

/** Returns a locale in the spelling of the source's: `de-de` for `en-us`, `de_DE` for `en_US`. */
function spelledLike(locale: string, localeOfSource: string): string {
  const spelled = localeOfSource.includes('_') ? locale.replaceAll('-', '_') : locale;
  return localeOfSource === localeOfSource.toLowerCase() ? spelled.toLowerCase() : spelled;
}

const removed = (): undefined => undefined;

/** The keyed translations of RimWorld's mods: https://rimworldwiki.com/wiki/Modding_Tutorials/Localization */
export const rimworldKind: KeyedKind = {
  id: 'rimworld',
  shapes: [{ root: 'LanguageData' }],
  pendingText: 'TODO',
};

/**
 * Localization of WiX installers; since version 4, texts are in attributes.
 * https://wixtoolset.org/docs/schema/wxl/wixlocalization/
 */
export const wixKind: KeyedKind = {
  id: 'wxl',
  shapes: [{ root: 'WixLocalization', entry: 'String', keyAttribute: 'Id', valueAttribute: 'Value' }],
  localeAttributes: { Culture: spelledLike, Language: removed },
};

/** Language files of Umbraco: https://docs.umbraco.com/umbraco-cms/extending/language-files */
export const umbracoKind: KeyedKind = {
  id: 'umbraco',
  shapes: [
    {
      root: 'language',
      group: { element: 'area', attribute: 'alias' },
      entry: 'key',
      keyAttribute: 'alias',
    },
  ],
  localeAttributes: {
    alias: spelledLike,
    culture: (locale) => locale,
    intName: (locale) => nameOf(locale, 'en'),
    localName: (locale) => nameOf(locale, locale),
    lcid: removed,
  },
};

const salesforceNamespace = 'http://soap.sforce.com/2006/04/metadata';

/**
 * Custom labels of Salesforce, and their translations, in which a label that was not translated is a comment.
 * https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_customlabels.htm
 */
export const salesforceKind: KeyedKind = {
  id: 'salesforce-labels',
  shapes: [
    { root: 'Translations', entry: 'customLabels', keyChild: 'name', valueChild: 'label' },
    {
      root: 'CustomLabels',
      entry: 'labels',
      keyChild: 'fullName',
      valueChild: 'value',
      noteChild: 'shortDescription',
    },
  ],
  frame: {
    head: `<?xml version="1.0" encoding="UTF-8"?>\n<Translations xmlns="${salesforceNamespace}">`,
    tail: '\n</Translations>\n',
  },
};
