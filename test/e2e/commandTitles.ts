import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../host/paths.ts';
import { manifestTexts, type Texts } from '../l10n/languageFiles.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category?: string }[];
    readonly submenus?: readonly { readonly id: string; readonly label: string }[];
  };
}

/** Titles of VS Code's own commands in the pinned release. */
const codeTitles: Readonly<Record<string, string>> = {
  'notifications.clearAll': 'Notifications: Clear All Notifications',
  'workbench.action.closeActiveEditor': 'View: Close Editor',
  'workbench.action.closeAllEditors': 'View: Close All Editors',
  'workbench.action.closePanel': 'View: Hide Panel',
  'workbench.action.moveEditorToNextGroup': 'View: Move Editor into Next Group',
  'workbench.action.reloadWindow': 'Developer: Reload Window',
  'workbench.action.openSettings2': 'Preferences: Open Settings (UI)',
  'workbench.action.openSettingsJson': 'Preferences: Open User Settings (JSON)',
  'workbench.panel.markers.view.focus': 'Problems: Focus on Problems View',
  'workbench.view.explorer': 'View: Show Explorer',
};

const codeMenuItems: Readonly<Record<string, string>> = {
  copyFilePath: 'Copy Path',
  'workbench.action.showCommands': 'Command Palette...',
};

/** The texts of the manifest in the language of the open windows. */
let strings = manifestTexts;

/** Makes all titles those of a language, given by the manifest's texts in it. */
export function useManifestTexts(texts: Texts = manifestTexts): void {
  strings = texts;
}

/** Returns the title of the extension's view container. */
export function viewTitle(): string {
  return strings['view.container'] ?? '';
}

/** Returns the title of one of the extension's views. */
export function paneTitle(view: 'jobs' | 'account'): string {
  return strings[`view.${view}`] ?? '';
}

/** Returns the category that precedes the titles of the extension's commands in the palette. */
export function category(): string {
  return strings['command.category'] ?? '';
}

const manifests = ['package.json', 'test/host/bypass/package.json', 'test/host/toolCaller/package.json'].map(
  (file) => read(file) as Manifest,
);
const commands = new Map(
  manifests.flatMap(({ contributes }) => contributes.commands).map((each) => [each.command, each]),
);
const submenus = new Map(
  manifests.flatMap(({ contributes }) => contributes.submenus ?? []).map(({ id, label }) => [id, label]),
);

/** Titles of the commands that VS Code contributes for the extension's views. */
function viewTitles(): Readonly<Record<string, string>> {
  return {
    'humanTranslation.jobs.focus': `${viewTitle()}: Focus on ${strings['view.jobs'] ?? ''} View`,
    'humanTranslation.account.focus': `${viewTitle()}: Focus on ${strings['view.account'] ?? ''} View`,
    'workbench.view.extension.humanTranslation': `View: Show ${viewTitle()}`,
  };
}

/** Returns a command's title in the palette, with its category. Throws for an unknown id. */
export function paletteTitle(id: string): string {
  const command = commands.get(id);
  const title =
    codeTitles[id] ??
    viewTitles()[id] ??
    (command === undefined ? undefined : `${localized(command.category ?? '')}: ${localized(command.title)}`);
  if (title === undefined) throw new Error(`There is no command "${id}".`);
  return title;
}

/** Returns the title of a command or submenu in a menu, without a category. Throws for an unknown id. */
export function menuTitle(id: string): string {
  const title = codeMenuItems[id] ?? commands.get(id)?.title ?? submenus.get(id);
  if (title === undefined) throw new Error(`There is no command or submenu "${id}".`);
  return localized(title);
}

/** Replaces `%key%` by the string of the manifest. */
function localized(text: string): string {
  return text.replace(/^%(.+)%$/u, (_, key: string) => strings[key] ?? '');
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8'));
}
