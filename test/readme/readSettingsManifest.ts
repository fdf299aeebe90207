import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../host/paths.ts';
import type { SettingsManifest } from './settingsTables.ts';

/** Reads the settings of the manifest, and its words. */
export async function readSettingsManifest(): Promise<SettingsManifest> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(projectRoot, name), 'utf8')) as unknown;
  const manifest = (await read('package.json')) as {
    readonly contributes: { readonly configuration: Pick<SettingsManifest, 'properties'> };
  };
  const words = (await read('package.nls.json')) as SettingsManifest['words'];
  return { properties: manifest.contributes.configuration.properties, words };
}
