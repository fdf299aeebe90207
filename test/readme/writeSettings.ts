// npm run settings: writes the tables of settings in README.md, from package.json and package.nls.json.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../host/paths.ts';
import { readSettingsManifest } from './readSettingsManifest.ts';
import { settingsTables, withSettingsTables } from './settingsTables.ts';

const file = path.join(projectRoot, 'README.md');
const text = await readFile(file, 'utf8');
await writeFile(file, withSettingsTables(text, settingsTables(await readSettingsManifest())));
