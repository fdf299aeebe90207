import type { OrderContext } from '../journal/account/orderContext.ts';
import type { Project } from '../model/project.ts';
import { RefusedFileError } from '../units/files/refusedFileError.ts';

/** Whether nothing may be written to a file, whatever its permissions are. The log says why. */
export async function isRefused(project: Project, targetFile: string, log: OrderContext['log']): Promise<boolean> {
  try {
    await project.requireWritable(targetFile);
    return false;
  } catch (error) {
    // A read-only file is refused when it is written, if there is anything to write.
    if (!(error instanceof RefusedFileError)) return false;
    log(`${targetFile} cannot be delivered to: ${error.message}`);
    return true;
  }
}
