/** How much of the code that uses a string translators are shown, from the least to the most. */
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
 * Returns how much translators are shown: as much as the user allows, unless the workspace or the folder allows less.
 * A repository brings its own workspace settings, so these must not make more of the user's code leave the machine.
 */
export function effectiveCodeUsage(values: CodeUsageValues | undefined): CodeUsage {
  const { defaultValue = 'off', globalValue = defaultValue, workspaceValue, workspaceFolderValue } = values ?? {};
  const restrictions = [workspaceValue, workspaceFolderValue].filter((value) => value !== undefined);
  const ranks = [globalValue, ...restrictions].map(rankOf);
  return codeUsages[Math.min(...ranks)] ?? 'off';
}

/** An unknown value is a mistake, and a mistake must not disclose more. */
function rankOf(value: unknown): number {
  const known = typeof value === 'string' ? value.trim() : undefined;
  return Math.max(
    0,
    codeUsages.findIndex((codeUsage) => codeUsage === known),
  );
}
