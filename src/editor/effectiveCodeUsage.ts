import { stringOf } from '../base/unknownValue.ts';

/** The amount of code around a string's uses that translators are shown, from least to most. */
const codeUsages = ['off', 'places', 'lines'] as const;
export type CodeUsage = (typeof codeUsages)[number];

/** The values of the setting at each level, as `WorkspaceConfiguration.inspect` returns them. */
export interface CodeUsageValues {
  readonly defaultValue?: unknown;
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/**
 * Returns the amount that the user allows, or less if the workspace or the folder allows less. A repository contains
 * its own workspace settings, so these must not cause more of the user's code to be sent.
 */
export function effectiveCodeUsage(values: CodeUsageValues | undefined): CodeUsage {
  const { defaultValue = 'off', globalValue = defaultValue, workspaceValue, workspaceFolderValue } = values ?? {};
  const restrictions = [workspaceValue, workspaceFolderValue].filter((value) => value !== undefined);
  const ranks = [globalValue, ...restrictions].map(rankOf);
  return codeUsages[Math.min(...ranks)] ?? 'off';
}

/** An unknown value is a mistake, so it counts as `off`: a mistake must not disclose code. */
function rankOf(value: unknown): number {
  const name = stringOf(value)?.trim();
  const rank = codeUsages.findIndex((codeUsage) => codeUsage === name);
  return Math.max(rank, 0);
}
