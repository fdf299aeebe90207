// Makes a fresh copy of the sample workspace where .vscode/launch.json opens it.
import { cp, rm } from 'node:fs/promises';
import { debugWorkspace, shopFixture } from './paths.ts';

await rm(debugWorkspace, { recursive: true, force: true });
await cp(shopFixture, debugWorkspace, { recursive: true });
