import { isRecord } from '../base/isRecord.ts';
import { listOf, stringOf } from '../base/unknownValue.ts';
import type { LayoutSettings } from '../orders/model/layoutSettings.ts';
import type { RightAsItIs } from '../orders/units/gaps/translationGaps.ts';
import type { PlaceholderSettings } from '../placeholders/project/placeholderSettings.ts';

/** The settings that a repository may contain, because they only say how its strings are read and ordered. */
export interface ProjectSettings {
  readonly tier: string;
  readonly layouts: readonly string[];
  readonly sourceLocale: string;
  /** What names of locales mean: see `setLocaleNames`. */
  readonly locales: ReadonlyMap<string, string>;
  /** Parts of strings that are not translated. */
  readonly placeholders: PlaceholderSettings;
  readonly icuMessages: NonNullable<LayoutSettings['icuMessages']>;
  readonly pluralMany: NonNullable<LayoutSettings['pluralMany']>;
  readonly decimalPlurals: NonNullable<LayoutSettings['decimalPlurals']>;
  readonly rightAsItIs: RightAsItIs;
}

/** Returns the value of a setting, by its name without `humanTranslation.`; undefined if it is not set. */
export type ReadSetting = (key: string) => unknown;

/** Reads the settings of a project. A value of another type counts as not set. */
export function parseProjectSettings(read: ReadSetting): ProjectSettings {
  const text = textSettings(read);
  const list = (key: string): readonly string[] =>
    listOf(read(key)).filter((item): item is string => typeof item === 'string' && item.trim() !== '');
  return {
    tier: text('tier', 'standard'),
    layouts: list('layouts'),
    sourceLocale: text('sourceLocale', 'en'),
    locales: parseLocaleNames(read('locales')),
    placeholders: {
      add: list('placeholders.add'),
      remove: list('placeholders.remove'),
      patterns: list('placeholders.patterns'),
      doNotTranslate: list('doNotTranslate'),
    },
    icuMessages: text('icuMessages', 'branches') === 'whole' ? 'whole' : 'branches',
    pluralMany: text('pluralMany', 'copyOther') === 'order' ? 'order' : 'copyOther',
    decimalPlurals: text('decimalPlurals', 'copy') === 'order' ? 'order' : 'copy',
    rightAsItIs: parseRightAsItIs(read('rightAsItIs')),
  };
}

/** Returns a function that reads a text without the whitespace around it; any other value is replaced. */
export function textSettings(read: ReadSetting): (key: string, otherwise: string) => string {
  return (key, otherwise) => stringOf(read(key))?.trim() ?? otherwise;
}

/** Returns the settings for layouts and for how strings are ordered. */
export function layoutSettingsOf(settings: ProjectSettings): LayoutSettings {
  const { layouts, sourceLocale, placeholders, icuMessages, pluralMany, decimalPlurals } = settings;
  return { patterns: layouts, sourceLocale, placeholders, icuMessages, pluralMany, decimalPlurals };
}

/** Reads the meanings of names of locales: `{"ua": "uk"}`. Skips members of another form. */
export function parseLocaleNames(value: unknown): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, meaning] of entriesOf(value))
    if (typeof meaning === 'string') names.set(name.trim(), meaning.trim());
  return names;
}

/** Reads hashes of texts by locale and key: `{"de": {"title": "9f2c…"}}`. Skips members of another form. */
export function parseRightAsItIs(value: unknown): RightAsItIs {
  const byLocale = new Map<string, Map<string, string>>();
  for (const [locale, hashes] of entriesOf(value)) {
    const byKey = new Map<string, string>();
    for (const [key, hash] of entriesOf(hashes)) if (typeof hash === 'string') byKey.set(key, hash);
    byLocale.set(locale, byKey);
  }
  return byLocale;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}
