import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { memberOf, stringOf } from '../../base/unknownValue.ts';
import { previewDocument } from '../../editor/previewDocument.ts';
import { plain } from '../../words/plain.ts';
import { words } from '../../words/words.ts';

const viewIds = { jobs: 'humanTranslation.jobs', account: 'humanTranslation.account' } as const;

const helpParts = ['jobs', 'account', 'job', 'review'] as const;

/** A view, or a page, that has help. The key bindings in the manifest name them. */
type HelpPart = (typeof helpParts)[number];

/**
 * Opens the help of a part for users of screen readers and keyboards, or the help of all parts if none is named. It is a
 * read-only document, because extensions can't use VS Code's own accessibility help. Escape closes it.
 */
export async function showAccessibilityHelp(extension: vscode.ExtensionContext, argument: unknown): Promise<void> {
  const part = helpParts.find((name) => name === argument);
  const parts = part === undefined ? helpParts : [part];
  const lines = [
    ...parts.flatMap((name) => [...helpOf(extension, name), '']),
    plain(words(l10n.t('Press Escape to close this help.'))),
  ];
  const title = plain(words(l10n.t('Accessibility Help')));
  const uri = previewDocument(extension, {
    // The key bindings of the manifest read the folder: Escape returns to the view or page that it names.
    path: `accessibility-help/${part ?? 'all'}/${title}.md`,
    query: '',
    text: lines.join('\n'),
  });
  await vscode.window.showTextDocument(uri);
}

function helpOf(extension: vscode.ExtensionContext, part: HelpPart): readonly string[] {
  if (part === 'job') return [`# ${plain(words(l10n.t('Translation Job')))}`, '', ...jobPageHelp()];
  if (part === 'review') return [`# ${plain(words(l10n.t('Review Translations')))}`, '', ...reviewPageHelp()];
  return viewHelp(extension.extension.packageJSON, viewIds[part]);
}

/** Returns the help of a view from the manifest, which VS Code has translated. */
function viewHelp(manifest: unknown, id: string): readonly string[] {
  const views: readonly unknown[] = Object.values(memberOf(manifest, 'contributes', 'views') ?? {}).flat();
  const view = views.find((contributedView) => memberOf(contributedView, 'id') === id);
  const name = stringOf(memberOf(view, 'name'));
  const help = stringOf(memberOf(view, 'accessibilityHelpContent'));
  if (name === undefined || help === undefined) return [];
  return [`# ${name}`, '', help];
}

function jobPageHelp(): readonly string[] {
  return [
    words(l10n.t('The page shows one job. First come its title, its status, and the buttons of all actions.')),
    words(l10n.t('Then come the texts, problems, revisions, comments, the order, and details, each with a heading.')),
    words(l10n.t('The button of a problem leads to its location in the text, and back.')),
    words(l10n.t('In a comment, Ctrl+Enter sends; on a Mac, Command+Enter.')),
    words(l10n.t('The results of actions are announced.')),
  ].map((line) => `- ${plain(line)}`);
}

function reviewPageHelp(): readonly string[] {
  return [
    words(l10n.t('The page is a list of translations. The arrow keys, Page Up, Page Down, Home, and End move in it.')),
    words(l10n.t('A approves the translation. It is sent after five seconds; until then, Z undoes the approval.')),
    words(l10n.t('R requests a revision, C writes a comment, X rejects the translation.')),
    words(l10n.t('In a comment, Enter sends, Shift+Enter adds a line, and Escape keeps a draft.')),
    words(l10n.t('O opens the file, D shows the details, N goes to the next translation with findings.')),
    words(l10n.t('Space selects, Shift with an arrow key extends the selection, Ctrl+A selects everything.')),
    words(l10n.t('A, R, and X apply to all selected translations. Escape ends the selection.')),
    words(l10n.t('Shift+F10 opens a menu of the row, in which Approve takes effect at once.')),
    words(l10n.t('Tab leads to the buttons of the row. Slash goes to the filter, and Escape goes back to the list.')),
    words(l10n.t('Approvals, results, and the number of translations are announced.')),
  ].map((line) => `- ${plain(line)}`);
}
