/** The script in which simulated translations into a language are written. */
export type Script = 'latin' | 'cyrillic' | 'greek' | 'arabic' | 'hebrew' | 'thai' | 'kana' | 'hangul' | 'han';

export interface SandboxLanguage {
  readonly lc: string;
  /** English name. */
  readonly name: string;
  readonly localizedName: string;
  readonly unitType: 'word' | 'character';
  readonly script: Script;
}

/** The languages of one complete recorded answer, with its unit types (Thai counts words there). */
export const languages: readonly SandboxLanguage[] = [
  word('ar', 'Arabic', 'العربية', 'arabic'),
  word('bg', 'Bulgarian', 'Български', 'cyrillic'),
  word('cs', 'Czech', 'Čeština'),
  word('da', 'Danish', 'Dansk'),
  word('de', 'German', 'Deutsch'),
  word('el', 'Greek', 'Ελληνικά', 'greek'),
  word('en', 'English', 'English'),
  word('en-gb', 'English (British)', 'English (British)'),
  word('es', 'Spanish (Spain)', 'Español (España)'),
  word('es-la', 'Spanish (Latin America)', 'Español (América Latina)'),
  word('fi', 'Finnish', 'Suomi'),
  word('fr', 'French', 'Français'),
  word('fr-ca', 'French (Canada)', 'Français (Canada)'),
  word('he', 'Hebrew', 'עברית', 'hebrew'),
  word('hu', 'Hungarian', 'Magyar'),
  word('id', 'Indonesian', 'Bahasa Indonesia'),
  word('it', 'Italian', 'Italiano'),
  character('ja', 'Japanese', '日本語', 'kana'),
  character('ko', 'Korean', '한국어', 'hangul'),
  word('ms', 'Malay', 'Bahasa Melayu'),
  word('nl', 'Dutch', 'Nederlands'),
  word('no', 'Norwegian', 'Norsk'),
  word('pl', 'Polish', 'Polski'),
  word('pt', 'Portuguese (Europe)', 'Português (Europa)'),
  word('pt-br', 'Portuguese (Brazil)', 'Português (Brasil)'),
  word('ro', 'Romanian', 'Română'),
  word('ru', 'Russian', 'Русский', 'cyrillic'),
  word('sk', 'Slovak', 'Slovenčina'),
  word('sr', 'Serbian', 'Српски', 'cyrillic'),
  word('sv', 'Swedish', 'Svenska'),
  word('th', 'Thai', 'ไทย', 'thai'),
  word('tl', 'Tagalog', 'Tagalog'),
  word('tr', 'Turkish', 'Türkçe'),
  word('uk', 'Ukrainian', 'Українська', 'cyrillic'),
  word('vi', 'Vietnamese', 'Tiếng Việt'),
  character('zh', 'Chinese (Simplified)', '简体中文', 'han'),
  character('zh-tw', 'Chinese (Traditional)', '繁體中文', 'han'),
];

const byCode = new Map(languages.map((language) => [language.lc, language]));

export function findLanguage(lc: string): SandboxLanguage | undefined {
  return byCode.get(lc);
}

function word(lc: string, name: string, localizedName: string, script: Script = 'latin'): SandboxLanguage {
  return { lc, name, localizedName, unitType: 'word', script };
}

function character(lc: string, name: string, localizedName: string, script: Script): SandboxLanguage {
  return { lc, name, localizedName, unitType: 'character', script };
}
