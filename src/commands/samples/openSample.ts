import { homedir } from 'node:os';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { openedSampleKey, type OpenedSample } from '../../editor/openedSampleKey.ts';
import { placeOfUri } from '../../editor/fileName.ts';
import type { Services } from '../../editor/session/services.ts';
import { readSettings } from '../../editor/settings.ts';
import { askFolder, pickFrom } from '../../editor/shown/quickInput.ts';
import { showError } from '../../editor/shown/toasts.ts';
import { fromOutside, words, type Words } from '../../words/words.ts';
import { freeFolderName, sampleProjects, type SampleId, type SampleProject } from './sampleProjects.ts';

/** Copies a sample project to a new folder, and opens it in a window without a folder. `showSample` continues there. */
export async function openSample({ extension, messages }: Services): Promise<void> {
  const { baseUrl } = readSettings();
  let placeholder = words(l10n.t('Select a sample project'));
  if (baseUrl !== '')
    placeholder = words(l10n.t('Select a sample project. Orders from it go to {0}, as from any project.'), baseUrl);
  const sample = await pickFrom(sampleProjects.map(toItem), placeholder);
  if (sample === undefined) return;
  let parent = vscode.Uri.file(homedir());
  // If the sample can't be created, the user can choose another folder.
  for (;;) {
    const chosen = await askFolder({
      title: words(l10n.t('Select the folder in which to create the sample project')),
      openLabel: words(l10n.t('Create Here')),
      folder: parent,
    });
    if (chosen === undefined) return;
    parent = chosen;
    try {
      const folder = await copySample(extension.extensionUri, sample, parent);
      const openedSample: OpenedSample = { folder: folder.toString(), file: sample.file };
      await extension.globalState.update(openedSampleKey, openedSample);
      await vscode.commands.executeCommand('vscode.openFolder', folder, {
        forceNewWindow: (vscode.workspace.workspaceFolders ?? []).length > 0,
      });
      return;
    } catch (error) {
      messages.log(`The sample project could not be created in ${parent.toString()}: ${String(error)}`);
      const chooseAnother = words(l10n.t('Choose Another Folder…'));
      if ((await showError(failureSentence(error, parent), chooseAnother)) !== chooseAnother) return;
    }
  }
}

function toItem(sample: SampleProject): Parameters<typeof pickFrom<SampleProject>>[0][number] {
  const { label, description } = sampleTexts[sample.id]();
  return { label, description, detail: fromOutside(sample.file), value: sample };
}

/** Names of formats are the same in all languages. */
const sampleTexts: Readonly<Record<SampleId, () => { readonly label: Words; readonly description: Words }>> = {
  shop: () => ({ label: words(l10n.t('Web Shop')), description: fromOutside('JSON, i18next') }),
  rails: () => ({ label: words(l10n.t('Rails Application')), description: fromOutside('YAML') }),
  android: () => ({ label: words(l10n.t('Android App')), description: fromOutside('XML') }),
  apple: () => ({ label: words(l10n.t('Apple App')), description: fromOutside('.xcstrings, .strings') }),
};

/** Copies a sample into a new folder. Nothing is overwritten: rejects with FileExists if it has been created since. */
async function copySample(extensionUri: vscode.Uri, { id }: SampleProject, parent: vscode.Uri): Promise<vscode.Uri> {
  const usedNames = new Set((await vscode.workspace.fs.readDirectory(parent)).map(([name]) => name));
  const folder = vscode.Uri.joinPath(parent, freeFolderName(id, usedNames));
  await vscode.workspace.fs.copy(vscode.Uri.joinPath(extensionUri, 'media', 'samples', id), folder, {
    overwrite: false,
  });
  return folder;
}

function failureSentence(error: unknown, parent: vscode.Uri): Words {
  // Contains VS Code's code of the error (`FileExists`) or, for an error without such a code, that of the system.
  const reason = String(error);
  if (/NoPermissions|EACCES|EPERM|EROFS/u.test(reason))
    return words(l10n.t('The sample project wasn’t created, because {0} is not writable.'), placeOfUri(parent));
  if (/FileExists|EEXIST/u.test(reason))
    return words(
      l10n.t('The sample project wasn’t created, because its folder already exists in {0}.'),
      placeOfUri(parent),
    );
  return words(l10n.t('The sample project couldn’t be created in {0}. The log has the details.'), placeOfUri(parent));
}
