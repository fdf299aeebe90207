import type * as vscode from 'vscode';
import type { Services } from '../../editor/session/services.ts';
import { openChosenSources } from '../../editor/workspace/openChosenSources.ts';
import type { UnitScope } from '../scope/orderScope.ts';
import type { OpenProgress } from '../../orders/units/files/sourceDocument.ts';

/**
 * Opens locale files as one scope: files, all locale files of folders, or with no URIs those of all open folders. Files
 * that can't be read, that no longer exist, or that are in another source locale are skipped. Rejects with OrderError
 * 'no-locale-files', and with the file's error if the only one can't be read.
 */
export async function openProject(
  { localeFiles }: Pick<Services, 'localeFiles'>,
  uris: readonly vscode.Uri[],
  progress: OpenProgress,
): Promise<UnitScope> {
  const { sources, into: initialTargets, skipped: skippedFiles } = await openChosenSources(localeFiles, uris, progress);
  const origin = uris.map((uri) => uri.toString());
  return { kind: 'units', sources, initialTargets, skippedFiles, origin };
}
