import * as vscode from 'vscode';
import { toolNames, type ToolName } from './toolNames.ts';

/** The code of the tools. */
interface Tools {
  /** Returns the messages of a call. */
  readonly prepareTool: (name: ToolName, input: unknown) => Promise<vscode.PreparedToolInvocation>;
  /** Calls a tool and returns its answer. */
  readonly runTool: (name: ToolName, input: unknown, token: vscode.CancellationToken) => Promise<string>;
}

/** Registers the tools as soon as the workspace is trusted. Their code is loaded when one is called. */
export function registerTools(load: () => Promise<Tools>): vscode.Disposable {
  const registrations: vscode.Disposable[] = [];
  const register = (): void => {
    for (const name of toolNames)
      registrations.push(
        vscode.lm.registerTool<unknown>(name, {
          prepareInvocation: async ({ input }) => (await load()).prepareTool(name, input),
          invoke: async ({ input }, token) => {
            const tools = await load();
            const text = await tools.runTool(name, input, token);
            return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
          },
        }),
      );
  };
  if (vscode.workspace.isTrusted) register();
  else registrations.push(vscode.workspace.onDidGrantWorkspaceTrust(register));
  return {
    dispose: () => {
      for (const registration of registrations) registration.dispose();
    },
  };
}
