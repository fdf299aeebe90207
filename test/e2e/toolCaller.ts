import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ToolName } from '../../src/agents/toolNames.ts';
import type { FreshWindow } from './e2eHost.ts';
import { changedText } from './eventually.ts';

/** The folder of the extension that calls tools. */
export const toolCaller = path.resolve(import.meta.dirname, '../host/toolCaller');

export interface ToolResponse {
  /** The names of all tools that are offered. */
  readonly tools: readonly string[];
  readonly text?: string;
  readonly error?: string;
}

/** Starts a call of a tool in a window with the extension `toolCaller`. Returns a function that waits for its end. */
export async function startToolCall(
  { shop, workbench }: Pick<FreshWindow, 'shop' | 'workbench'>,
  name: ToolName,
  input: object = {},
): Promise<() => Promise<ToolResponse>> {
  const folder = path.join(shop, '.call');
  const response = path.join(folder, 'response.json');
  await mkdir(folder, { recursive: true });
  await rm(response, { force: true });
  await writeFile(path.join(folder, 'request.json'), JSON.stringify({ name, input }));
  await workbench.runCommand('toolCaller.call');
  return async () => {
    const text = await changedText(`the response of ${name}`, '', () => readFile(response, 'utf8'));
    return JSON.parse(text) as ToolResponse;
  };
}
