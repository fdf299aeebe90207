/** The settings of a manifest, with the words that it names by `%key%`. */
export interface SettingsManifest {
  readonly properties: Readonly<Record<string, SettingSchema>>;
  readonly words: Readonly<Record<string, string>>;
}

interface SettingSchema {
  readonly scope: string;
  readonly default: unknown;
  readonly enum?: readonly string[];
  readonly markdownDescription: string;
}

const prefix = 'humanTranslation.';

/** The groups of settings, in their order. A name includes the settings whose names begin with it. */
const groups: Readonly<Record<string, readonly string[]>> = {
  Service: ['baseUrl', 'limits', 'callbacks', 'sandbox'],
  Money: ['budget', 'policy'],
  'Locale files and orders': [
    'sourceLocale',
    'layouts',
    'locales',
    'tier',
    'icuMessages',
    'pluralMany',
    'decimalPlurals',
    'rightAsItIs',
    'baseBranch',
  ],
  'Placeholders and context': ['placeholders', 'doNotTranslate', 'context'],
  Display: ['fileDecorations', 'codeLens', 'hover', 'notifications'],
};

/** Where a setting of a scope can be set. */
const levels: Readonly<Record<string, string>> = {
  application: 'user',
  machine: 'user',
  window: 'user, workspace',
  resource: 'user, workspace, folder',
};

/** Descriptions end with the last whole sentence within this length. In UTF-16 units. */
const longestDescription = 260;

/** Returns a table of each group of settings, in Markdown. Throws for a setting that is in no group, or unlike others. */
export function settingsTables({ properties, words }: SettingsManifest): string {
  const names = Object.keys(properties).map((id) => id.slice(prefix.length));
  const groupOf = (name: string): string | undefined =>
    Object.entries(groups).find(([, members]) =>
      members.some((member) => name === member || name.startsWith(`${member}.`)),
    )?.[0];
  const stray = names.find((name) => groupOf(name) === undefined);
  if (stray !== undefined) throw new Error(`The setting ${prefix}${stray} is in no group of settingsTables.ts.`);
  return Object.keys(groups)
    .map((group) => {
      const rows = names.filter((name) => groupOf(name) === group).map((name) => row(name, properties, words));
      return [
        `### ${group}`,
        '',
        '| setting | default | set by | meaning |',
        '|---|---|---|---|',
        ...rows.map((cells) => `| ${cells.join(' | ')} |`),
      ].join('\n');
    })
    .join('\n\n');
}

/** Replaces the tables between the two markers of a text. */
export function withSettingsTables(text: string, tables: string): string {
  const [begin, end] = ['<!-- settings -->', '<!-- /settings -->'];
  const [before, inside, ...more] = text.split(begin);
  const after = inside?.split(end)[1];
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`The text has no place for the settings, between ${begin} and ${end}.`);
  return `${before}${begin}\n\n${tables}\n\n${end}${after}`;
}

function row(
  name: string,
  properties: SettingsManifest['properties'],
  words: SettingsManifest['words'],
): readonly string[] {
  const schema = properties[prefix + name];
  const level = levels[schema?.scope ?? ''];
  if (schema === undefined || level === undefined) throw new Error(`The scope of ${prefix}${name} is unknown.`);
  const description = words[schema.markdownDescription.slice(1, -1)] ?? '';
  return [`\`${prefix}${name}\``, defaultOf(schema), level, inCell(firstSentences(description))];
}

function defaultOf({ default: value, enum: values = [] }: SettingSchema): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return 'none';
  if (value === '') return 'empty';
  const others = values.filter((other) => other !== value).map((other) => `\`${other}\``);
  return `\`${String(value)}\`${others.length === 0 ? '' : `, or ${others.join(', ')}`}`;
}

/** Returns the first sentence, and as many of the next ones as fit. */
function firstSentences(description: string): string {
  const [first = '', ...others] = description.split(/(?<=[.!?])\s+(?=[\p{Lu}`*])/u);
  let text = first;
  for (const sentence of others) {
    if (text.length + 1 + sentence.length > longestDescription) break;
    text += ` ${sentence}`;
  }
  return text;
}

/** Returns Markdown of the settings editor as a cell of a table: `#setting#` is a link only there. */
function inCell(markdown: string): string {
  return markdown.replaceAll(/`#([\w.]+)#`/gu, '`$1`').replaceAll('|', String.raw`\|`);
}
