import * as l10n from '@vscode/l10n';
import { setDisplayLanguage } from '../../words/formatting.ts';

type Contents = Readonly<Record<string, string | { message: string; comment: string[] }>>;

/** Loads the translations of the interface, by language. The build includes them in its file. */
const bundles: ReadonlyMap<string, () => Promise<{ readonly default: Contents }>> = new Map([
  ['de', () => import('../../../l10n/bundle.l10n.de.json', { with: { type: 'json' } })],
  ['fr', () => import('../../../l10n/bundle.l10n.fr.json', { with: { type: 'json' } })],
  ['ja', () => import('../../../l10n/bundle.l10n.ja.json', { with: { type: 'json' } })],
]);

/** The variables of POSIX that name the language of messages, the first one that is set. */
const localeVariables = ['LC_ALL', 'LC_MESSAGES', 'LANG'] as const;

/**
 * Returns the language of the option `--language`, or of the environment, as a BCP 47 tag; English without either.
 * Reads the arguments as they are, because messages about invalid arguments need a language, too.
 */
export function languageOf(args: readonly string[], env: Readonly<Record<string, string | undefined>>): string {
  const optionValues = args.flatMap((arg, index) => {
    if (arg === '--language') return args[index + 1] ?? [];
    return arg.startsWith('--language=') ? arg.slice('--language='.length) : [];
  });
  const ofEnvironment = localeVariables.map((name) => env[name]).find((value) => value !== undefined && value !== '');
  const localeName = optionValues.at(-1) ?? ofEnvironment ?? 'en';
  // `de_AT.UTF-8@euro → de-AT`
  return localeName.replace(/[.@].*$/su, '').replaceAll('_', '-');
}

/** Shows messages, numbers and dates in a language; in English if there is no translation. */
export async function useLanguage(language: string): Promise<void> {
  const primary = language.toLowerCase().split('-')[0] ?? '';
  const load = bundles.get(primary);
  // Numbers are written as the sentences around them are.
  setDisplayLanguage(load === undefined && primary !== 'en' ? 'en' : language);
  if (load !== undefined) l10n.config({ contents: { ...(await load()).default } });
}
