import * as l10n from '@vscode/l10n';
import { fileName } from '../../editor/fileName.ts';
import { uriOf } from '../../editor/projectUri.ts';
import { readSettings, setSourceLocale } from '../../editor/settings.ts';
import { pickOne } from '../../editor/shown/quickInput.ts';
import { UnknownSourceError } from '../../orders/model/errors/unknownSourceError.ts';
import { localeName } from '../../words/formatting.ts';
import { fromOutside, words } from '../../words/words.ts';

/**
 * Opens locale files. If the source of their strings is unknown, asks for its language, stores the answer in the
 * settings of the folder, and opens them again. Returns undefined if the user closes the question.
 */
export async function withSourceLocale<T>(open: () => Promise<T>): Promise<T | undefined> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof UnknownSourceError)) throw error;
    const { file, locales } = error;
    const uri = uriOf(file.project, file.path);
    if (uri === undefined) throw error;
    const answer = await pickOne({
      position: { title: words(l10n.t('Source Language')), step: 1, totalSteps: 1 },
      placeholder: words(l10n.t('In which language are the source texts?')),
      prompt: words(
        l10n.t('No file with the strings of {0} is in {1}. You are asked once. The setting {2} has the answer.'),
        fileName(file.project, file.path),
        localeName(readSettings(uri).sourceLocale),
        'humanTranslation.sourceLocale',
      ),
      items: locales.map((value) => ({
        label: fromOutside(localeName(value)),
        description: fromOutside(value),
        value,
      })),
    });
    if (answer.kind !== 'answer') return undefined;
    await setSourceLocale(uri, answer.value);
    return open();
  }
}
