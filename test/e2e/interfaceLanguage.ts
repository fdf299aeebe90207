import * as l10n from '@vscode/l10n';
import { setDisplayLanguage } from '../../src/words/formatting.ts';
import { bundleFile, manifestFile, manifestTexts, readTexts, type Texts } from '../l10n/languageFiles.ts';
import { collectMessages } from '../l10n/messages.ts';
import { pseudoBundle, pseudoLanguage, pseudoManifest } from '../l10n/pseudoTexts.ts';
import { useManifestTexts } from './commandTitles.ts';

/** Makes the titles and labels by which steps find elements those of a language; English if it is absent. */
export function useInterfaceLanguage(language?: string): void {
  const { bundle, manifest } = interfaceTexts(language);
  useManifestTexts(manifest);
  l10n.config({ contents: bundle });
  setDisplayLanguage(language ?? 'en');
}

/** Returns the texts of the interface in a language, by English messages and by keys of the manifest. */
export function interfaceTexts(language: string | undefined): { readonly bundle: Texts; readonly manifest: Texts } {
  if (language === undefined) return { bundle: {}, manifest: manifestTexts };
  if (language === pseudoLanguage)
    return { bundle: pseudoBundle(collectMessages()), manifest: pseudoManifest(manifestTexts) };
  const [bundle, manifest] = [readTexts(bundleFile(language)), readTexts(manifestFile(language))];
  if (bundle === undefined || manifest === undefined) throw new Error(`There is no translation into "${language}".`);
  return { bundle, manifest };
}
