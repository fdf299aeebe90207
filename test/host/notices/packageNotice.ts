import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { compare } from './bundledPackages.ts';
import type { BundledPackage } from './bundledPackages.ts';
import { isAllowedLicense, licensesInText, parseLicense, satisfies } from './licenses.ts';
import { legalComments } from './legalComments.ts';
import type { KeptLicense } from './knownWorks.ts';

/** The notice on a work. */
export interface Notice {
  readonly name: string;
  /** Undefined for a work that is known only as a part of a package. */
  readonly version?: string;
  /** SPDX expression. */
  readonly license: string;
  /** The origin or purpose of the work. */
  readonly origin: string;
  /** The license text and all other required texts. */
  readonly texts: readonly NoticeText[];
}

export interface NoticeText {
  /** File name inside the package, or a description of the text. */
  readonly title: string;
  readonly text: string;
}

/** A reason not to ship a work: a sentence that names the work and the remedy. */
export class LicenseProblem extends Error {}

interface Manifest {
  readonly name?: unknown;
  readonly version?: unknown;
  readonly license?: unknown;
  readonly licenses?: unknown;
}

const licenseFile = /^(?:un)?licen[cs]e|^copying|^copyright/iu;
const noticeFile = /^notice|third.?party/iu;
/** File name extensions of code and data, which contain no notices. */
const noText = /\.(?:[cm]?[jt]sx?|json|map|html|css|ya?ml|png|svg)$/iu;

/**
 * Reads the notice on a package: its license, all license texts and notices from the folders of its bundled files, and
 * the comments in these files that name a license, an owner or an origin. Throws `LicenseProblem` if the license is
 * unknown, not allowed, or another one than its text.
 * `kept` is the license text of a package that has none.
 */
export async function packageNotice({ folder, files }: BundledPackage, kept: KeptLicense | undefined): Promise<Notice> {
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version } = manifest;
  if (typeof name !== 'string' || typeof version !== 'string') {
    throw new LicenseProblem(
      `The package in ${path.basename(folder)} has no name or no version in its package.json, ` +
        'so its license is unknown. Replace it.',
    );
  }
  const subject = `${name} ${version}`;
  const license = declaredLicense(manifest, subject);
  checkAllowed(subject, license);
  const texts = await readTexts(folder, files);
  const hasOwnText = texts.some(({ title }) => isLicenseTitle(title) && !title.includes('/'));
  if (!hasOwnText) texts.unshift(await keptText(subject, license, kept));
  checkTexts(
    subject,
    license,
    texts.filter(({ title }) => isLicenseTitle(title)),
  );
  const comments = await readComments(folder, files, texts);
  if (comments.length > 0) texts.push({ title: 'Comments in the code', text: comments.join('\n\n') });
  return { name, version, license, origin: `https://www.npmjs.com/package/${name}/v/${version}`, texts };
}

/** Reads a text in `texts/`. */
export async function readKeptText(file: string): Promise<string> {
  return tidy(await readFile(path.join(import.meta.dirname, 'texts', file), 'utf8'));
}

/** Throws unless a license is allowed. */
export function checkAllowed(subject: string, license: string): void {
  if (satisfiedBy(license, isAllowedLicense)) return;
  throw new LicenseProblem(
    `${subject} has the license "${license}", which is not one that the package may contain. ` +
      'Replace it, or add the license to test/host/notices/licenses.ts if its terms allow that.',
  );
}

/** Throws unless the text of an allowed license that satisfies `license` is among `texts`, and each text is one. */
export function checkTexts(subject: string, license: string, texts: readonly NoticeText[]): void {
  const found = texts.map(({ title, text }) => ({ title, licenses: licensesInText(text) }));
  const unknown = found.find(({ licenses }) => licenses.size === 0);
  if (unknown !== undefined) {
    throw new LicenseProblem(
      `${subject} has a file ${unknown.title} whose license is unknown. ` +
        'Read it, then replace the package or add the license to test/host/notices/licenses.ts.',
    );
  }
  if (satisfiedBy(license, (id) => found.some(({ licenses }) => licenses.has(id)))) return;
  throw new LicenseProblem(
    `${subject} has the license "${license}", but its license file has the text of another one. ` +
      'Find out which of them applies, or replace the package.',
  );
}

function satisfiedBy(license: string, accept: (id: string) => boolean): boolean {
  const expression = parseLicense(license);
  return expression !== undefined && satisfies(expression, accept);
}

function declaredLicense({ license, licenses }: Manifest, subject: string): string {
  const typeOf = (value: unknown): string | undefined => {
    const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : value;
    return typeof type === 'string' && type.trim() !== '' ? type.trim() : undefined;
  };
  const several = Array.isArray(licenses) ? licenses.map(typeOf).filter((type) => type !== undefined) : [];
  const declared = typeOf(license) ?? typeOf(licenses) ?? (several.length > 0 ? several.join(' OR ') : undefined);
  if (declared === undefined) throw new LicenseProblem(`${subject} names no license in its package.json. Replace it.`);
  return declared;
}

async function keptText(subject: string, license: string, kept: KeptLicense | undefined): Promise<NoticeText> {
  if (kept === undefined) {
    throw new LicenseProblem(
      `${subject} (${license}) comes without its license's text. ` +
        'Add the text from its repository to test/host/notices/texts and a row to packagesWithoutText in knownWorks.ts.',
    );
  }
  if (kept.license !== license) {
    throw new LicenseProblem(
      `${subject} has the license "${license}", but the text in test/host/notices/texts is for ` +
        `"${kept.license}". Replace the text and its row in knownWorks.ts.`,
    );
  }
  return { title: 'LICENSE', text: `${await readKeptText(kept.text)}\n\n(from ${kept.source})` };
}

function isText(file: string): boolean {
  return (licenseFile.test(file) || noticeFile.test(file)) && !noText.test(file);
}

function isLicenseTitle(title: string): boolean {
  return licenseFile.test(path.posix.basename(title));
}

/** Returns the texts in a package's folders down to its bundled files, which may be from other sources. */
async function readTexts(folder: string, files: readonly string[]): Promise<NoticeText[]> {
  const folders = new Set(['']);
  for (const file of files) {
    for (let at = path.posix.dirname(file); at !== '.'; at = path.posix.dirname(at)) folders.add(at);
  }
  const texts: NoticeText[] = [];
  for (const inside of [...folders].sort()) {
    const entries = await readdir(path.join(folder, inside), { withFileTypes: true });
    const names = entries
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name)
      .sort(compare);
    for (const name of names.filter((file) => isText(file))) {
      const text = await readFile(path.join(folder, inside, name), 'utf8');
      texts.push({ title: path.posix.join(inside, name), text: tidy(text) });
    }
  }
  return texts;
}

/** Returns the legal comments, each once, without those in a license text. */
async function readComments(
  folder: string,
  files: readonly string[],
  texts: readonly NoticeText[],
): Promise<readonly string[]> {
  const known = texts.map(({ text }) => oneLine(text));
  const comments = new Map<string, string>();
  for (const file of files.filter((name) => /\.[cm]?js$/u.test(name))) {
    for (const comment of legalComments(await readFile(path.join(folder, file), 'utf8'))) {
      const words = oneLine(comment);
      if (!known.some((text) => text.includes(words))) comments.set(words, comment);
    }
  }
  return [...comments.values()].sort(compare);
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function tidy(text: string): string {
  return text
    .replace(/^\uFEFF/u, '')
    .replace(/\r\n?/gu, '\n')
    .replace(/[ \t]+$/gmu, '')
    .replace(/^\n+|\n+$/gu, '');
}
