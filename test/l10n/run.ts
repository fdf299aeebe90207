// npm run l10n: updates the translations of the interface to the messages of the source. Removes texts that are no longer
// used, sorts the files, and lists what has to be translated, with the places that use it.
// npm run l10n -- --check changes nothing, and fails if anything is missing or wrong.
import { parseArgs } from 'node:util';
import { languageFindings, readLanguage } from './languageCheck.ts';
import {
  bundleFile,
  languages,
  manifestFile,
  manifestTexts,
  writeManifestTexts,
  writeTexts,
  type Texts,
} from './languageFiles.ts';
import { collectMessages } from './messages.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const messages = collectMessages();
const known = new Set(messages.map(({ key }) => key));
let wrong = 0;

for (const language of languages) {
  const texts = readLanguage(language);
  if (values.check === true) {
    const findings = languageFindings(language, messages, texts);
    for (const finding of findings) console.log(finding);
    wrong += findings.length;
    continue;
  }
  const { bundle = {}, manifest = {} } = texts;
  writeTexts(bundleFile(language), only(bundle, known));
  writeManifestTexts(manifestFile(language), manifest);
  const missing = messages.filter(({ key }) => bundle[key] === undefined);
  const missingTexts = Object.entries(manifestTexts).filter(([key]) => manifest[key] === undefined);
  console.log(
    `${language}: ${missing.length + missingTexts.length} texts to translate, ` +
      `${Object.keys(bundle).filter((key) => !known.has(key)).length} obsolete ones removed`,
  );
  for (const { key, uses } of missing) {
    console.log(`  ${JSON.stringify(key)}`);
    for (const { place, category, role } of uses.slice(0, 3))
      console.log(`      ${place} ${category === undefined ? role : `plural form “${category}” of ${role}`}`);
  }
  for (const [key, text] of missingTexts) console.log(`  ${key}: ${JSON.stringify(text)}`);
}
if (values.check === true) console.log(`${messages.length} messages, ${languages.length} languages, ${wrong} findings`);
process.exitCode = wrong === 0 ? 0 : 1;

function only(texts: Texts, keys: ReadonlySet<string>): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([key]) => keys.has(key)));
}
