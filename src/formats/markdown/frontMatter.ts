import type { Unit } from '../kit/localeFormat.ts';

/** Front matter at the beginning of a file; offsets are of the whole text. */
export interface FrontMatter {
  readonly language: 'yaml' | 'toml';
  readonly start: number;
  readonly end: number;
  /** Start of the body, after the closing fence. */
  readonly bodyStart: number;
}

/** A text in front matter and how it is written. */
export interface FrontText {
  readonly unit: Unit;
  /** Returns the literal for another text. */
  readonly render: (text: string) => string;
}

/** Keys whose values are read by people, in Docusaurus, Starlight, VitePress, Hugo, Jekyll, Astro and similar tools. */
const textKeys: ReadonlySet<string> = new Set(
  (
    'title description summary subtitle subheading heading headline label sidebar_label sidebarTitle ' +
    'sidebar_title navTitle nav_title linkTitle linktitle pagination_label tagline excerpt caption lead intro ' +
    'text details alt imageAlt image_alt shortTitle short_title metaTitle metaDescription meta_title ' +
    'meta_description seoTitle seo_title abstract teaser content lede deck question answer'
  ).split(' '),
);

const escapes: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns a text as a literal that YAML and TOML read alike. */
export function doubleQuoted(text: string): string {
  const escaped = text.replace(
    /["\\\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => escapes[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `"${escaped}"`;
}

export function isTextKey(path: readonly string[]): boolean {
  // Without indexes: `actions.0.text` and `features.0` have the keys `text` and `features`.
  const key = path.findLast((segment) => !/^\d+$/.test(segment)) ?? '';
  const [topKey] = path;
  // Starlight’s `head` contains elements, whose content is code.
  if (topKey === 'head') return false;
  return textKeys.has(key) || (topKey === 'hero' && key === 'name');
}

/** Returns the front matter of a text: it begins with a line `---` (YAML) or `+++` (TOML), up to the next such line. */
export function frontMatterOf(text: string): FrontMatter | undefined {
  const [openingLine = '', fence] = /^(---|\+\+\+)[ \t]*(?:\r\n|\n|\r)/.exec(text) ?? [];
  if (fence === undefined) return undefined;
  const isYaml = fence === '---';
  const start = openingLine.length;
  const closingFence = isYaml ? /(?:^|[\r\n])---[ \t]*(?=[\r\n]|$)/g : /(?:^|[\r\n])\+\+\+[ \t]*(?=[\r\n]|$)/g;
  // From the line end of the opening fence on, which also precedes the closing one of empty front matter.
  closingFence.lastIndex = start - 1;
  const match = closingFence.exec(text);
  if (match === null) return undefined;
  // 1: the last character of the line end before the closing fence.
  const end = Math.max(start, match.index + 1);
  return { language: isYaml ? 'yaml' : 'toml', start, end, bodyStart: closingFence.lastIndex };
}
