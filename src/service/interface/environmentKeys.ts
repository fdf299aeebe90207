import { parseBaseAddress } from './baseAddress.ts';
import { variables } from './keyVariables.ts';
import type { Credentials } from './serviceClient.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the value of a variable without spaces around it; undefined if it has none. */
export function variableOf(env: Environment, name: keyof typeof variables): string | undefined {
  const trimmed = env[variables[name]]?.trim();
  return trimmed === '' ? undefined : trimmed;
}

/** Returns the keys of the environment, whatever service they are for; undefined if one is missing. */
export function environmentKeys(env: Environment): Credentials | undefined {
  const apiKey = variableOf(env, 'publicKey');
  const privateKey = variableOf(env, 'privateKey');
  if (apiKey === undefined || privateKey === undefined) return undefined;
  return { apiKey, privateKey };
}

/** Returns whether the environment names this address as the one that its keys are for. */
export function isEnvironmentAddress(env: Environment, baseUrl: string): boolean {
  const named = variableOf(env, 'baseUrl');
  return named !== undefined && hrefOf(named) !== undefined && hrefOf(named) === hrefOf(baseUrl);
}

function hrefOf(address: string): string | undefined {
  try {
    return parseBaseAddress(address, { allowPlainHttp: true }).href;
  } catch {
    return undefined;
  }
}
