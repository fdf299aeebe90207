import * as vscode from 'vscode';
import type { Budgets } from '../orders/account/budget.ts';
import { parseBudgets } from '../orders/account/budgetSettings.ts';
import type { LayoutSettings } from '../orders/files/localeFile.ts';
import type { PlaceholderSettings } from '../placeholders/project/placeholderSettings.ts';
import { effectiveCodeUsage, type CodeUsage } from './effectiveCodeUsage.ts';

/** The settings of the manifest, typed. Read anew each time: nothing here is cached. */
export interface Settings {
  /** Base address of the service, ending in /v2; '' for the embedded sandbox. */
  readonly baseUrl: string;
  readonly limits: 'production' | 'sandbox';
  readonly tier: string;
  readonly layouts: readonly string[];
  readonly sourceLocale: string;
  /** What of the texts is not translated. */
  readonly placeholders: PlaceholderSettings;
  readonly icuMessages: NonNullable<LayoutSettings['icuMessages']>;
  readonly pluralMany: NonNullable<LayoutSettings['pluralMany']>;
  /** What translators are told of code that uses a text. */
  readonly codeUsage: CodeUsage;
  readonly sandboxPace: SandboxPace;
  /** The service may call this window when a job has moved. */
  readonly callbacks: boolean;
}

const sandboxPaces = ['instant', 'fast', 'real', 'manual'] as const;
export type SandboxPace = (typeof sandboxPaces)[number];

const section = 'humanTranslation';

export function readSettings(scope?: vscode.Uri): Settings {
  const configuration = vscode.workspace.getConfiguration(section, scope);
  const text = (key: string, otherwise: string): string => {
    const value: unknown = configuration.get(key);
    return typeof value === 'string' ? value.trim() : otherwise;
  };
  const texts = (key: string): readonly string[] => {
    const value: unknown = configuration.get(key);
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return items.filter((item) => typeof item === 'string').filter((item) => item.trim() !== '');
  };
  const pace = text('sandbox.pace', 'fast');
  return {
    baseUrl: text('baseUrl', ''),
    limits: text('limits', 'production') === 'sandbox' ? 'sandbox' : 'production',
    tier: text('tier', 'standard'),
    layouts: texts('layouts'),
    sourceLocale: text('sourceLocale', 'en'),
    placeholders: {
      add: texts('placeholders.add'),
      remove: texts('placeholders.remove'),
      patterns: texts('placeholders.patterns'),
      doNotTranslate: texts('doNotTranslate'),
    },
    icuMessages: text('icuMessages', 'branches') === 'whole' ? 'whole' : 'branches',
    pluralMany: text('pluralMany', 'copyOther') === 'order' ? 'order' : 'copyOther',
    codeUsage: effectiveCodeUsage(configuration.inspect('context.codeUsage')),
    sandboxPace: sandboxPaces.find((known) => known === pace) ?? 'fast',
    callbacks: configuration.get<unknown>('callbacks.enabled') === true,
  };
}

/** How projects are laid out, and how their texts are ordered, as far as the person says it. */
export function layoutSettings(scope?: vscode.Uri): LayoutSettings {
  const { layouts, sourceLocale, placeholders, icuMessages, pluralMany } = readSettings(scope);
  return { patterns: layouts, sourceLocale, placeholders, icuMessages, pluralMany };
}

/** Reads the budgets. Throws BudgetSettingError, so only ordering reads them: a mistyped one must not stop anything else. */
export function readBudgets(): Budgets {
  const configuration = vscode.workspace.getConfiguration(section);
  const value = (budget: keyof Budgets): unknown => configuration.get(`budget.${budget}`);
  return parseBudgets({ perOrder: value('perOrder'), perDay: value('perDay'), perMonth: value('perMonth') });
}

/** Remembers the service's address for all windows. */
export async function writeBaseUrl(baseUrl: string): Promise<void> {
  await vscode.workspace
    .getConfiguration(section)
    .update('baseUrl', baseUrl === '' ? undefined : baseUrl, vscode.ConfigurationTarget.Global);
}

const connectionSettings = [
  ...['baseUrl', 'limits', 'sandbox.pace'].map((key) => `${section}.${key}`),
  'http.proxy',
  'http.noProxy',
  'http.proxyStrictSSL',
];

/** True when a change concerns which service is used, or how. */
export function affectsConnection(change: vscode.ConfigurationChangeEvent): boolean {
  return connectionSettings.some((name) => change.affectsConfiguration(name));
}
