import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';

/** Calls the tool that `.call/request.json` names, and writes the result, or the error, to `.call/response.json`. */
export function activate(context) {
  const run = async () => {
    const folder = path.join(vscode.workspace.workspaceFolders[0].uri.fsPath, '.call');
    const { name, input } = JSON.parse(await readFile(path.join(folder, 'request.json'), 'utf8'));
    const tools = vscode.lm.tools.map((tool) => tool.name);
    const outcome = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }).then(
      ({ content }) => ({ text: content.map(({ value }) => value).join('') }),
      (error) => ({ error: String(error) }),
    );
    await writeFile(path.join(folder, 'response.part'), JSON.stringify({ tools, ...outcome }));
    await rename(path.join(folder, 'response.part'), path.join(folder, 'response.json'));
  };
  context.subscriptions.push(vscode.commands.registerCommand('toolCaller.call', run));
}
