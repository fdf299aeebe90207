/** Elements that end a run of text at their start and end tags; every other element is part of a text, like `<b>`. */
export const blockElements: ReadonlySet<string> = new Set(
  (
    'address article aside audio base blockquote body button canvas caption center col colgroup datalist dd ' +
    'details dialog dir div dl dt fieldset figcaption figure footer form frame frameset ' +
    'h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe input label legend li link main menu meta nav noframes ' +
    'noscript object ol optgroup option p param pre script search section select source ' +
    'style summary table tbody td template textarea tfoot th thead title tr track ul video'
  ).split(' '),
);

/** Elements whose content is not text for people. */
export const codeElements: ReadonlySet<string> = new Set(
  'script style pre code textarea svg math iframe noembed noframes xmp plaintext'.split(' '),
);

/** Attributes that people read, of nearly every element. */
const textAttributes: ReadonlySet<string> = new Set(
  'title alt placeholder aria-label aria-description aria-placeholder aria-roledescription aria-valuetext'.split(' '),
);

/** Names of `<meta name="…" content="…">` whose content people read. */
const textMetas: ReadonlySet<string> = new Set(
  (
    'description keywords application-name apple-mobile-web-app-title og:title og:description og:site_name ' +
    'og:image:alt twitter:title twitter:description twitter:image:alt'
  ).split(' '),
);

/** An attribute in the file: `[start, end)` is the value with its quotes, empty after the name if there is no value. */
export interface HtmlAttribute {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Text between two block boundaries or tags without a matching tag, or the value of an attribute. */
export interface HtmlText {
  /** The nearest block element around a text, or the element with the attribute; 'text' outside any block. */
  readonly element: string;
  /** The element's `data-i18n` or `id`. */
  readonly name: string | undefined;
  /** The attribute's name; undefined for a text. */
  readonly attribute: string | undefined;
  /** The `name` or `property` of a `meta` element, such as `og:title`. */
  readonly meta: string | undefined;
  /** Decoded, or markup as written with line ends LF. */
  readonly text: string;
  readonly markup: boolean;
  /** Every tag between the block boundaries around the text has its matching tag there. */
  readonly isBalanced: boolean;
  readonly start: number;
  readonly end: number;
  /** `marked`: as not translatable, by `translate="no"` or a class. `code`: program or template code, no words. */
  readonly kind: 'text' | 'marked' | 'code';
  readonly note: string | undefined;
}

/** Whether an attribute is read by people. */
export function isTextAttribute(
  element: string,
  attribute: string,
  valueOf: (name: string) => string | undefined,
): boolean {
  // The `title` of a `<link>` or `<style>` is the name of a set of style sheets.
  if (textAttributes.has(attribute)) return element !== 'link' && element !== 'style';
  if (attribute === 'content')
    return element === 'meta' && textMetas.has((valueOf('name') ?? valueOf('property') ?? '').toLowerCase());
  if (attribute === 'label') return element === 'option' || element === 'optgroup' || element === 'track';
  if (attribute === 'value')
    return element === 'input' && ['submit', 'button', 'reset'].includes((valueOf('type') ?? '').toLowerCase());
  return attribute === 'summary' && element === 'table';
}

/** Whether an element is translatable, by its attribute `translate` or its class; undefined if it specifies neither. */
export function saysTranslate(valueOf: (name: string) => string | undefined): boolean | undefined {
  const translate = valueOf('translate')?.toLowerCase();
  if (translate === 'no') return false;
  if (/(?:^|\s)notranslate(?:\s|$)/.test(valueOf('class') ?? '')) return false;
  // `''`: `<p translate>` means the same as `<p translate="yes">`.
  return translate === 'yes' || translate === '' ? true : undefined;
}
