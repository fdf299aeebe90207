// npm run package: builds for production and packs human-translation-VERSION.vsix into the project's root.
import { packExtension } from './packExtension.ts';

console.log(await packExtension((chunk) => { process.stdout.write(chunk); }));
