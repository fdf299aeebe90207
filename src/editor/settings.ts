import * as vscode from 'vscode';
import { setLocaleNames } from '../base/locale.ts';
import { compareText } from '../base/text/compareText.ts';
import { noticeKinds, type NoticeKind } from '../orders/model/noticeKind.ts';
import { parseBudgets } from '../orders/model/limits/parseBudgets.ts';
import type { LayoutSettings } from '../orders/model/layoutSettings.ts';
import type { RightAsItIs } from '../orders/units/gaps/translationGaps.ts';
import {
  layoutSettingsOf,
  parseLocaleNames,
  parseProjectSettings,
  parseRightAsItIs,
  textSettings,
  type ProjectSettings,
  type ReadSetting,
} from '../project/projectSettings.ts';
import { effectiveCodeUsage, type CodeUsage } from './effectiveCodeUsage.ts';
import type { Budgets } from '../orders/model/limits/budget.ts';

/** The settings of the manifest, typed. They are read on each call and never cached. */
export interface Settings extends ProjectSettings {
  /** Base address of the service, ending in /v2; '' for the embedded sandbox. */
  readonly baseUrl: string;
  readonly limits: 'production' | 'sandbox';
  /** How much of the code that uses a string translators are shown. */
  readonly codeUsage: CodeUsage;
  /** The branch with which *Order Branch Changes* compares, as git names it; '' for the default branch. */
  readonly baseBranch: string;
  readonly sandboxPace: SandboxPace;
  /** Whether the service may notify this window when a job's status changes. */
  readonly callbacks: boolean;
  /** Whether files with translations to review are marked. */
  readonly fileDecorations: boolean;
}

/** Whether the strings of locale files are annotated in editors. */
export interface AnnotationSettings {
  readonly missing: boolean;
  readonly jobs: boolean;
  readonly hover: boolean;
}

export function readAnnotationSettings(scope: vscode.Uri): AnnotationSettings {
  const configuration = vscode.workspace.getConfiguration(section, scope);
  const isOn = (key: string): boolean => configuration.get<unknown>(key) !== false;
  return { missing: isOn('codeLens.missing'), jobs: isOn('codeLens.jobs'), hover: isOn('hover') };
}

const sandboxPaces = ['instant', 'fast', 'real', 'manual'] as const;
export type SandboxPace = (typeof sandboxPaces)[number];

const section = 'humanTranslation';

export function readSettings(scope?: vscode.Uri): Settings {
  const configuration = vscode.workspace.getConfiguration(section, scope);
  const read: ReadSetting = (key) => configuration.get<unknown>(key);
  const text = textSettings(read);
  const pace = text('sandbox.pace', 'fast');
  return {
    ...parseProjectSettings(read),
    baseUrl: text('baseUrl', ''),
    limits: text('limits', 'production') === 'sandbox' ? 'sandbox' : 'production',
    codeUsage: effectiveCodeUsage(configuration.inspect('context.codeUsage')),
    baseBranch: text('baseBranch', '').trim(),
    sandboxPace: sandboxPaces.find((name) => name === pace) ?? 'fast',
    callbacks: configuration.get<unknown>('callbacks.enabled') === true,
    fileDecorations: configuration.get<unknown>('fileDecorations') !== false,
  };
}

/**
 * Adds strings to `rightAsItIs` in the settings of the folder that contains a file, which colleagues share through
 * version control.
 */
export async function addRightAsItIs(scope: vscode.Uri, addedHashes: RightAsItIs): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(section, scope);
  const storedValue = folderValue(scope, 'rightAsItIs');
  const merged = new Map(parseRightAsItIs(storedValue));
  for (const [locale, hashes] of addedHashes) merged.set(locale, new Map([...(merged.get(locale) ?? []), ...hashes]));
  // Sorted, so that colleagues who add strings at the same time rarely change the same lines.
  const sortedEntries = [...merged]
    .sort(compareNames)
    .map(([locale, hashes]) => [locale, Object.fromEntries([...hashes].sort(compareNames))]);
  const newValue: unknown = Object.fromEntries(sortedEntries);
  await configuration.update('rightAsItIs', newValue, vscode.ConfigurationTarget.WorkspaceFolder);
}

/** Sets the meanings of names of locales for the whole window, from the settings of all open folders. */
export function applyLocaleNames(): void {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const settings = folders.length === 0 ? [readSettings()] : folders.map(({ uri }) => readSettings(uri));
  setLocaleNames(new Map(settings.flatMap(({ locales }) => [...locales])));
}

/** Adds meanings of names of locales to the settings of the folder that contains a file. */
export async function addLocaleNames(scope: vscode.Uri, added: ReadonlyMap<string, string>): Promise<void> {
  const names = new Map([...parseLocaleNames(folderValue(scope, 'locales')), ...added]);
  const newValue: unknown = Object.fromEntries([...names].sort(compareNames));
  await vscode.workspace
    .getConfiguration(section, scope)
    .update('locales', newValue, vscode.ConfigurationTarget.WorkspaceFolder);
  applyLocaleNames();
}

/** Returns the value of a setting in the settings of the folder that contains a file. */
function folderValue(scope: vscode.Uri, key: string): unknown {
  const { workspaceFolderValue, workspaceValue } =
    vscode.workspace.getConfiguration(section, scope).inspect<unknown>(key) ?? {};
  // In a window with a single folder, the settings of the workspace are those of the folder.
  const hasOneFolder = vscode.workspace.workspaceFile === undefined;
  return workspaceFolderValue ?? (hasOneFolder ? workspaceValue : undefined);
}

/** Stores the language of source texts in the settings of the folder that contains a file. */
export async function setSourceLocale(scope: vscode.Uri, locale: string): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(section, scope);
  await configuration.update('sourceLocale', locale, vscode.ConfigurationTarget.WorkspaceFolder);
}

function compareNames([name]: readonly [string, unknown], [otherName]: readonly [string, unknown]): number {
  return compareText(name, otherName);
}

/** The user's settings for layouts and for how strings are ordered. */
export function layoutSettings(scope?: vscode.Uri): LayoutSettings {
  return layoutSettingsOf(readSettings(scope));
}

/**
 * Reads the budgets. Throws BudgetSettingError, so only ordering reads them: an invalid budget must not stop anything
 * else.
 */
export function readBudgets(): Budgets {
  const configuration = vscode.workspace.getConfiguration(section);
  const value = (budget: keyof Budgets): unknown => configuration.get(`budget.${budget}`);
  return parseBudgets({ perOrder: value('perOrder'), perDay: value('perDay'), perMonth: value('perMonth') });
}

/** Returns the kinds of notices that are not turned off. */
export function readNoticeSettings(): ReadonlySet<NoticeKind> {
  const configuration = vscode.workspace.getConfiguration(section);
  return new Set(noticeKinds.filter((kind) => configuration.get<unknown>(`notifications.${kind}`) !== false));
}

/** Turns off a kind of notices in the user's settings, for all windows. */
export async function turnOffNotices(kind: NoticeKind): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(section);
  await configuration.update(`notifications.${kind}`, false, vscode.ConfigurationTarget.Global);
}

/** Stores the service's address in the user's settings, for all windows. */
export async function writeBaseUrl(baseUrl: string): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(section);
  await configuration.update('baseUrl', baseUrl === '' ? undefined : baseUrl, vscode.ConfigurationTarget.Global);
}

const connectionSettings = [
  ...['baseUrl', 'limits', 'sandbox.pace'].map((key) => `${section}.${key}`),
  'http.proxy',
  'http.noProxy',
  'http.proxyStrictSSL',
];

/** Returns whether a change affects which service is used, or how. */
export function affectsConnection(change: vscode.ConfigurationChangeEvent): boolean {
  return connectionSettings.some((name) => change.affectsConfiguration(name));
}
