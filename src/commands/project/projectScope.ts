import type * as vscode from 'vscode';
import type { Services } from '../../editor/session/services.ts';
import { chosenFiles } from '../../editor/workspace/chosenFiles.ts';
import { openSources, type OpenProgress } from '../../orders/units/files/openSources.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import type { UnitScope } from '../order/orderScope.ts';

/**
 * Opens locale files as one scope: files, all locale files of folders, or with no URIs those of all open folders. Files
 * that can't be read, that no longer exist, or that are in another source locale are skipped. Rejects with OrderError
 * 'no-locale-files', and with the file's error if the only one can't be read.
 */
export async function openProject(
  services: Pick<Services, 'localeFiles'>,
  uris: readonly vscode.Uri[],
  progress: OpenProgress,
): Promise<UnitScope> {
  const { files, missing } = await chosenFiles(services.localeFiles, uris, progress.signal);
  const { sources, into, skipped } = await openSources(files, progress);
  const [first, ...others] = sources;
  if (first !== undefined)
    return {
      kind: 'units',
      sources: [first, ...others],
      into,
      skippedFiles: [...missing, ...skipped],
      origin: uris.map((uri) => uri.toString()),
    };
  const [unreadable] = skipped;
  throw unreadable?.reason === 'unreadable' ? unreadable.error : new OrderError('no-locale-files');
}
