import * as l10n from '@vscode/l10n';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseBaseAddress } from '../service/interface/baseAddress.ts';
import {
  environmentKeys,
  isEnvironmentAddress,
  variableOf,
  type Environment,
} from '../service/interface/environmentKeys.ts';
import { variables } from '../service/interface/keyVariables.ts';
import type { Credentials } from '../service/interface/serviceClient.ts';
import { ServiceError } from '../service/interface/serviceError.ts';
import { words } from '../words/words.ts';
import type { OptionValues } from './commandOptions.ts';
import { UsageError } from './usageError.ts';
import { baseAddressSentence } from './language/cliSentences.ts';

/**
 * Returns the service's address, of the option or of the environment; undefined without both. Throws UsageError if it
 * is not the address of a service.
 */
export function baseUrlOf(values: OptionValues, env: Environment): string | undefined {
  const address = values['base-url'] ?? variableOf(env, 'baseUrl');
  if (address === undefined) return undefined;
  try {
    return parseBaseAddress(address).href;
  } catch (error) {
    if (error instanceof ServiceError) throw new UsageError(baseAddressSentence(error));
    throw error;
  }
}

/**
 * Returns the keys of the environment; undefined if one is missing. Throws UsageError if the environment names another
 * address than the option: its keys are sent to no other.
 */
export function keysOf(values: OptionValues, env: Environment): Credentials | undefined {
  const keys = environmentKeys(env);
  const optionAddress = values['base-url'];
  const hasTwoAddresses = optionAddress !== undefined && variableOf(env, 'baseUrl') !== undefined;
  if (keys === undefined || !hasTwoAddresses || isEnvironmentAddress(env, optionAddress)) return keys;
  throw new UsageError(
    words(
      l10n.t('The keys in the environment are for the address in {0}, which is not the one of {1}.'),
      variables.baseUrl,
      '--base-url',
    ),
  );
}

/** Returns the service's address. Throws UsageError if it is not set, or not the address of a service. */
export function requireBaseUrl(values: OptionValues, env: Environment): string {
  const baseUrl = baseUrlOf(values, env);
  if (baseUrl !== undefined) return baseUrl;
  throw new UsageError(
    words(
      l10n.t('The address of the service is missing. Set {0}, or use {1}. Settings of a repository can’t name it.'),
      variables.baseUrl,
      '--base-url',
    ),
  );
}

/** Returns the keys. Throws UsageError if one is missing, and as `keysOf`. */
export function requireKeys(values: OptionValues, env: Environment): Credentials {
  const keys = keysOf(values, env);
  if (keys !== undefined) return keys;
  throw new UsageError(
    words(
      l10n.t('The keys are missing. Set the environment variables {0} and {1}.'),
      variables.publicKey,
      variables.privateKey,
    ),
  );
}

/** Returns the folder of the journals: that of the option, or the system's usual one, such as `~/.local/state`. */
export function stateFolder(
  values: OptionValues,
  env: Environment,
  platform: NodeJS.Platform,
  home = homedir(),
): string {
  if (values.state !== undefined) return path.resolve(values.state);
  const systemFolder = nonEmpty(env['XDG_STATE_HOME']) ?? usualStateFolder(env, platform, home);
  return path.join(systemFolder, 'human-translation');
}

function usualStateFolder(env: Environment, platform: NodeJS.Platform, home: string): string {
  if (platform === 'win32') return nonEmpty(env['LOCALAPPDATA']) ?? path.join(home, 'AppData', 'Local');
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support');
  return path.join(home, '.local', 'state');
}

function nonEmpty(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}
