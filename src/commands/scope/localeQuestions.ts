import * as l10n from '@vscode/l10n';
import { canonicalLocale, isDecidedName } from '../../base/locale.ts';
import { folderOf } from '../../editor/projectUri.ts';
import type { Services } from '../../editor/session/services.ts';
import { addLocaleNames } from '../../editor/settings.ts';
import { pickMany, type PickItem } from '../../editor/shown/quickInput.ts';
import { nearestLanguageCode, sourceLanguageCodes, toLocale } from '../../locales/languageCode.ts';
import { findMistakenNames } from '../../locales/names/mistakenNames.ts';
import { localeName } from '../../words/formatting.ts';
import { fromOutside, words, type Words } from '../../words/words.ts';
import type { OrderScope } from './orderScope.ts';
import { localesOf, projectsOf, sourceLocaleOf } from './scopePlan.ts';

/** A name of a locale, and the meaning that the user may give it. */
interface Meaning {
  readonly name: string;
  readonly locale: string;
  /** Why the user is asked. */
  readonly detail: Words;
  /** Whether the meaning is selected at first. */
  readonly isLikely: boolean;
}

/** `answered`: the settings have changed; `none`: there was nothing to ask. */
type Asked = 'answered' | 'none' | 'canceled';

/**
 * Asks once what names in place of a locale mean, such as `ua` next to `en`, before their files are missed or ordered in
 * a language that nobody meant. The answers are stored in the settings of the scope's folder.
 */
export async function askAboutNames({ localeFiles }: Services, scope: OrderScope): Promise<Asked> {
  if (scope.kind !== 'units') return 'none';
  const [{ project: firstProject }] = scope.sources;
  const folder = folderOf(firstProject.id);
  if (folder === undefined) return 'none';
  const patterns = scope.sources
    .filter(({ project }) => project.id === firstProject.id)
    .map(({ layout }) => layout.pattern);
  const meanings = findMistakenNames({ patterns, files: localeFiles.possibleFiles(folder) }).map(
    ({ name, locale, isLocale, files: [file] }): Meaning => ({
      name,
      locale,
      detail: isLocale
        ? words(l10n.t('{0} is read as {1}'), fromOutside(file), localeName(name))
        : words(l10n.t('{0} is not read as a locale file'), fromOutside(file)),
      isLikely: !isLocale,
    }),
  );
  return askMeanings(
    scope,
    {
      placeholder: words(l10n.t('Select the names that mean these languages')),
      prompt: words(l10n.t('You are asked once. The setting humanTranslation.locales has the answers.')),
    },
    meanings,
  );
}

/**
 * Asks once whether to order locales in another variety of their language, because the service doesn't offer their own:
 * `pt-BR` in `pt`. The answers are stored in the settings of the scope's folder.
 */
export async function askAboutVarieties(
  scope: OrderScope,
  codes: { readonly sources: readonly string[]; readonly targets: readonly string[] },
): Promise<Asked> {
  // A source can be ordered in its language without a region.
  const source = sourceLocaleOf(scope);
  const unsupportedSources = sourceLanguageCodes(source, codes.sources).length === 0 ? [source] : [];
  const meanings = [...varietiesOf(unsupportedSources, codes.sources), ...varietiesOf(localesOf(scope), codes.targets)];
  return askMeanings(
    scope,
    {
      placeholder: words(l10n.t('Order these languages instead?')),
      prompt: words(
        l10n.t(
          'Languages that you don’t select are not ordered. You are asked once. The setting humanTranslation.locales has the answers.',
        ),
      ),
    },
    meanings,
  );
}

function varietiesOf(locales: readonly string[], codes: readonly string[]): readonly Meaning[] {
  return locales.flatMap((locale): readonly Meaning[] => {
    const code = isDecidedName(locale) ? undefined : nearestLanguageCode(locale, codes);
    if (code === undefined) return [];
    const detail = words(l10n.t('The service doesn’t translate {0}'), localeName(locale));
    return [{ name: locale, locale: toLocale(code), detail, isLikely: false }];
  });
}

async function askMeanings(
  scope: OrderScope,
  question: { readonly placeholder: Words; readonly prompt: Words },
  meanings: readonly Meaning[],
): Promise<Asked> {
  const [project = ''] = projectsOf(scope);
  const folder = meanings.length === 0 ? undefined : folderOf(project);
  if (folder === undefined) return 'none';
  const items = meanings.map((meaning): PickItem<Meaning> => ({
    label: words(l10n.t('“{0}” as {1}'), meaning.name, localeName(meaning.locale)),
    description: fromOutside(meaning.locale),
    detail: meaning.detail,
    value: meaning,
  }));
  const answer = await pickMany({
    position: { title: words(l10n.t('Names of Languages')), step: 1, totalSteps: 1 },
    ...question,
    items,
    selected: ({ isLikely }) => isLikely,
  });
  if (answer.kind !== 'answer') return 'canceled';
  const chosenMeanings = new Set(answer.value);
  const entries = meanings.map((meaning) => {
    const { name, locale } = meaning;
    // A name that would mean the same in any case, such as `cak`, is given none.
    const declined = canonicalLocale(name) === locale ? '' : name;
    return [name, chosenMeanings.has(meaning) ? locale : declined] as const;
  });
  await addLocaleNames(folder.uri, new Map(entries));
  return 'answered';
}
