import type { Session } from '../../editor/session/session.ts';
import { uriOf } from '../../editor/projectUri.ts';
import { openDocument } from '../../editor/workspace/textFiles.ts';
import { TargetTrials } from '../../editor/workspace/targetTrials.ts';
import type * as vscode from 'vscode';
import { agreesToOutsideFile } from '../confirmOutsideDelivery.ts';
import type { Plan, TargetObstacle } from '../../orders/model/plan/plan.ts';
import { withoutObstacles } from '../../orders/model/plan/planDecisions.ts';

/** Checks that what an order is for can be delivered, before it is paid. */
export class OrderTargets {
  readonly #extension: vscode.ExtensionContext;
  readonly #context: Session['context'];
  readonly #trials = new TargetTrials();

  constructor(extension: vscode.ExtensionContext, { context }: Session) {
    this.#extension = extension;
    this.#context = context;
  }

  /** Removes the strings and documents whose target files can't be written, without asking anything. */
  withoutUnwritable(plan: Plan): Promise<Plan> {
    return withoutObstacles(plan, (project, targetFile, isDocument) =>
      this.#obstacleOf(project, targetFile, isDocument),
    );
  }

  /** Asks about the target files outside the open folders, and removes the strings of those that the user declines. */
  withoutDeclined(plan: Plan): Promise<Plan> {
    return withoutObstacles(plan, async (project, targetFile) => {
      const uri = uriOf(project, targetFile);
      return uri === undefined || (await agreesToOutsideFile(this.#extension, uri)) ? undefined : 'leads-outside';
    });
  }

  async #obstacleOf(project: string, targetFile: string, isDocument: boolean): Promise<TargetObstacle | undefined> {
    const uri = uriOf(project, targetFile);
    if (uri === undefined) return undefined;
    if (this.#context.ledger.pendingWriteIn(project, targetFile) !== undefined) return 'interrupted';
    const document = openDocument(uri);
    if (document?.isDirty === true) return isDocument ? 'unsaved' : undefined;
    const failed = await this.#trials.whyNot(uri);
    if (failed !== undefined) this.#context.log(`${targetFile} cannot be delivered to: ${failed.message}`);
    return failed?.obstacle;
  }
}
