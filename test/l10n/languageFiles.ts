import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../host/paths.ts';
import { compareKeys } from './messages.ts';

/** The languages of the interface in addition to English, as VS Code names them in files. */
export const languages = ['de', 'fr', 'ja'] as const;
export type Language = (typeof languages)[number];

/** The texts of one file by their keys: English messages in a bundle, `%keys%` in the manifest's file. */
export type Texts = Readonly<Record<string, string>>;

/** English texts of the manifest, by their keys. */
export const manifestTexts = JSON.parse(readFileSync(path.join(projectRoot, 'package.nls.json'), 'utf8')) as Texts;

/** Returns the path of the file with translated messages, relative to the project. */
export function bundleFile(language: string): string {
  return `l10n/bundle.l10n.${language}.json`;
}

/** Returns the path of the file with translated texts of the manifest, relative to the project. */
export function manifestFile(language: string): string {
  return `package.nls.${language}.json`;
}

/** Reads a file of texts; undefined if it doesn't exist. Throws for anything but an object of strings. */
export function readTexts(file: string, root = projectRoot): Texts | undefined {
  const full = path.join(root, file);
  if (!existsSync(full)) return undefined;
  const texts = JSON.parse(readFileSync(full, 'utf8')) as Record<string, unknown>;
  const wrong = Object.keys(texts).filter((key) => typeof texts[key] !== 'string');
  if (wrong.length > 0) throw new Error(`${file} has values that are not strings: ${wrong.join(', ')}`);
  return texts as Texts;
}

/** Writes texts in the order of their keys' code points, in the form that the repository's JSON files have. */
export function writeTexts(file: string, texts: Texts, root = projectRoot): void {
  const sorted = Object.fromEntries(Object.entries(texts).sort(([a], [b]) => compareKeys(a, b)));
  writeFileSync(path.join(root, file), `${JSON.stringify(sorted, undefined, 2)}\n`);
}

/** Writes the manifest's texts in the order of the English file. */
export function writeManifestTexts(file: string, texts: Texts, root = projectRoot): void {
  const ordered = Object.fromEntries(
    Object.keys(manifestTexts).flatMap((key) => (texts[key] === undefined ? [] : [[key, texts[key]]])),
  );
  writeFileSync(path.join(root, file), `${JSON.stringify(ordered, undefined, 2)}\n`);
}
