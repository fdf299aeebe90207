import type { PoEntry } from './scanPo.ts';
import { isHeader } from './poStyle.ts';

/** The fields of a header, as `Name: value` lines in the msgstr of the empty msgid. */
export interface PoHeader {
  readonly entry: PoEntry;
  /** '' if the field is empty or missing. */
  readonly field: (name: string) => string;
}

export function headerOf(entries: readonly PoEntry[]): PoHeader | undefined {
  const entry = entries.find(isHeader);
  if (entry === undefined) return undefined;
  const fields = new Map<string, string>();
  for (const line of (entry.forms[0]?.text ?? '').split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return { entry, field: (name) => fields.get(name.toLowerCase()) ?? '' };
}

/** The scripts that modifiers such as `@latin` name. */
const scriptsByModifier: Readonly<Record<string, string>> = {
  latin: 'Latn',
  cyrillic: 'Cyrl',
  devanagari: 'Deva',
  arabic: 'Arab',
};

/** Returns a locale in gettext's spelling (`pt_BR`, `sr@latin`, `de_DE.UTF-8`) as BCP 47; undefined for other words. */
export function bcp47Of(locale: string): string | undefined {
  // The locale without the encoding, and the modifier: `sr_RS` and `latin` of `sr_RS.UTF-8@latin`.
  const match = /^([A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{2,8})*)(?:\.[\w-]+)?(?:@(\w+))?$/.exec(locale.trim());
  if (match === null) return undefined;
  const subtags = (match[1] ?? '').replaceAll('_', '-').split('-');
  const script = scriptsByModifier[match[2]?.toLowerCase() ?? ''];
  if (script !== undefined) subtags.splice(1, 0, script);
  try {
    return new Intl.Locale(subtags.join('-')).baseName;
  } catch {
    return undefined;
  }
}

/** Returns a locale in gettext's spelling: `pt_BR`, `sr@latin`. */
export function gettextLocale(locale: string): string {
  const bcp47 = bcp47Of(locale);
  if (bcp47 === undefined) return locale;
  const { language, script, region } = new Intl.Locale(bcp47);
  if (region === undefined && language !== 'zh') {
    const modifier = Object.keys(scriptsByModifier).find((name) => scriptsByModifier[name] === script);
    if (modifier !== undefined) return `${language}@${modifier}`;
  }
  return bcp47.replaceAll('-', '_');
}

/**
 * Whether two locales may refer to the same file: `pt` and `pt_BR`, `zh_CN` and `zh-Hans`; not `pt_PT` and `pt_BR`. A
 * word that is not a locale matches anything.
 */
export function mayBeSame(locale: string, otherLocale: string): boolean {
  const [parts, otherParts] = [partsOf(locale), partsOf(otherLocale)];
  if (parts === undefined || otherParts === undefined) return true;
  if (parts.language !== otherParts.language) return false;
  const isSameOrMissing = (part: string | undefined, otherPart: string | undefined): boolean =>
    part === undefined || otherPart === undefined || part === otherPart;
  return isSameOrMissing(parts.script, otherParts.script) && isSameOrMissing(parts.region, otherParts.region);
}

interface LocaleParts {
  readonly language: string;
  /** Includes a script implied by the region. */
  readonly script: string | undefined;
  readonly region: string | undefined;
}

function partsOf(name: string): LocaleParts | undefined {
  const bcp47 = bcp47Of(name);
  if (bcp47 === undefined) return undefined;
  const locale = new Intl.Locale(bcp47);
  const { region } = locale;
  let { language, script } = locale;
  if (language === 'no') language = 'nb';
  if (region !== undefined) script ??= locale.maximize().script;
  return { language, script, region };
}

/** Returns a header's text with a field set. A new field follows the field `previousName` or, without that, the last. */
export function withField(header: string, name: string, value: string, previousName: string): string {
  const lines = header.replace(/\n$/, '').split('\n');
  const indexOfField = (field: string): number =>
    lines.findIndex((line) => line.toLowerCase().startsWith(`${field.toLowerCase()}:`));
  const newLine = `${name}: ${value}`;
  const index = indexOfField(name);
  const previousIndex = indexOfField(previousName);
  if (index >= 0) lines[index] = newLine;
  else if (previousIndex >= 0) lines.splice(previousIndex + 1, 0, newLine);
  else lines.push(newLine);
  return `${lines.join('\n')}\n`;
}
