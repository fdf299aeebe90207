// Copies the sample workspace to the folder that .vscode/launch.json opens.
import { cp, rm } from 'node:fs/promises';
import { debugWorkspace, shopFixture } from './paths.ts';

await rm(debugWorkspace, { recursive: true, force: true });
await cp(shopFixture, debugWorkspace, { recursive: true });
