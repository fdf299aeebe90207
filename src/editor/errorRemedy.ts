import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { BudgetSettingError } from '../orders/model/limits/parseBudgets.ts';
import { PolicySettingError } from '../orders/model/limits/parsePolicy.ts';
import type { PolicyOrigin } from '../orders/model/limits/policy.ts';
import { NotConnectedError } from '../orders/model/connectionErrors.ts';
import { PlaceholderSettingError } from '../placeholders/pattern/settingError.ts';
import { ServiceError } from '../service/interface/serviceError.ts';
import { budgetKeys, budgetSetting, policySetting } from '../words/limitSentences.ts';
import { words, type Words } from '../words/words.ts';
import type { CommandId } from './commandIds.ts';
import { uriOf } from './projectUri.ts';
import { OverBudgetError, PolicyError } from '../orders/model/limits/limitErrors.ts';
import { UnreadableFileError } from '../orders/model/errors/unreadableFileError.ts';

/** A remedy for an error, shown as a button of its message. */
export interface ErrorRemedy {
  readonly title: Words;
  readonly run: () => Promise<void>;
}

/**
 * Returns the remedy of an error, if there is one. It opens a broken file at the error, or the settings at the invalid
 * value or exceeded budget, or asks for the address and the keys again if one of these is wrong or missing.
 */
export function errorRemedy(error: unknown): ErrorRemedy | undefined {
  if (error instanceof OverBudgetError || error instanceof PolicyError) return limitRemedy(error);
  if (error instanceof BudgetSettingError) return openSettings(budgetSetting(error.budget));
  if (error instanceof PolicySettingError) return openPolicy(error.origin);
  if (error instanceof PlaceholderSettingError) return openSettings(`humanTranslation.${error.setting}`);
  if (error instanceof NotConnectedError || isAboutConnection(error))
    return {
      title: words(l10n.t('Connect to a Service')),
      run: async () => {
        await vscode.commands.executeCommand('humanTranslation.connect' satisfies CommandId);
      },
    };
  if (error instanceof ServiceError && error.tryAnyway !== undefined) {
    const { tryAnyway } = error;
    return {
      title: words(l10n.t('Try Anyway')),
      run: () => {
        tryAnyway();
        return Promise.resolve();
      },
    };
  }
  if (!(error instanceof UnreadableFileError)) return undefined;
  const uri = uriOf(error.project, error.path);
  if (uri === undefined) return undefined;
  const position = new vscode.Position(error.cause.line - 1, error.cause.column - 1);
  return {
    title: words(l10n.t('Go to Error')),
    run: async () => {
      await vscode.window.showTextDocument(uri, { selection: new vscode.Range(position, position) });
    },
  };
}

/** Returns whether other keys or another address may help. A wrong clock makes signatures invalid, too. */
function isAboutConnection(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { reason, meaning } = error;
  if (reason === 'insecure' || reason === 'no-credentials') return true;
  return reason === 'authentication' && meaning !== 'time-missing' && meaning !== 'time-invalid';
}

/** Returns the button that opens the first setting that stops the order. */
function limitRemedy(error: OverBudgetError | PolicyError): ErrorRemedy | undefined {
  const [firstViolation] = error instanceof PolicyError ? error.violations : [];
  const [firstLimit] = error.exceeded;
  const policy = firstViolation?.policy ?? firstLimit?.policy;
  if (policy !== undefined) return openPolicy(policy);
  return firstLimit && openSettings(budgetSetting(budgetKeys[firstLimit.kind]));
}

/** Returns the button that opens the settings that contain a policy. */
function openPolicy(origin: PolicyOrigin): ErrorRemedy {
  if (origin.kind === 'user') return openSettings(policySetting);
  return {
    title: words(l10n.t('Open Settings')),
    run: async () => {
      // The settings editor has no command for one folder.
      const file = origin.kind === 'folder' ? uriOf(origin.project, '.vscode/settings.json') : undefined;
      if (file === undefined)
        await vscode.commands.executeCommand('workbench.action.openWorkspaceSettings', policySetting);
      else await vscode.window.showTextDocument(file);
    },
  };
}

/** Returns the button that opens the settings at one setting. */
export function openSettings(setting: string): ErrorRemedy {
  return {
    title: words(l10n.t('Open Settings')),
    run: async () => {
      await vscode.commands.executeCommand('workbench.action.openSettings', setting);
    },
  };
}

/** Returns whether the error is the user's own cancellation. */
export function isAbort(error: unknown): boolean {
  return (
    (error instanceof ServiceError && error.reason === 'aborted') ||
    (error instanceof Error && error.name === 'AbortError') ||
    error instanceof vscode.CancellationError
  );
}
