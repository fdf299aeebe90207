import type { Session } from '../../editor/session/session.ts';
import { uriOf } from '../../editor/projectUri.ts';
import { openDocument } from '../../editor/workspace/textFiles.ts';
import { TargetTrials } from '../../editor/workspace/targetTrials.ts';
import type * as vscode from 'vscode';
import { agreesToOutsideFile } from '../confirmOutsideDelivery.ts';
import type { Plan, TargetObstacle } from '../../orders/model/plan/plan.ts';
import { withoutObstacles } from '../../orders/model/plan/planDecisions.ts';

/** Removes from a plan what could not be delivered, before it is paid. Otherwise, the plan is returned as is. */
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

  /** Asks about target files that links lead outside the folders. Removes the strings of those that are declined. */
  withoutDeclined(plan: Plan): Promise<Plan> {
    return withoutObstacles(plan, async (project, targetFile) => {
      const uri = uriOf(project, targetFile);
      const isAllowed = uri === undefined || (await agreesToOutsideFile(this.#extension, uri));
      return isAllowed ? undefined : 'leads-outside';
    });
  }

  /** Returns why a target file can't be written; undefined if it can. */
  async #obstacleOf(project: string, targetFile: string, isDocument: boolean): Promise<TargetObstacle | undefined> {
    const uri = uriOf(project, targetFile);
    if (uri === undefined) return undefined;
    if (this.#context.ledger.pendingWriteIn(project, targetFile) !== undefined) return 'interrupted';
    const document = openDocument(uri);
    // A string is inserted into an editor with unsaved changes; a whole document would replace them.
    if (document?.isDirty === true) return isDocument ? 'unsaved' : undefined;
    const failure = await this.#trials.whyNot(uri);
    if (failure !== undefined) this.#context.log(`${targetFile} cannot be delivered to: ${failure.message}`);
    return failure?.obstacle;
  }
}
