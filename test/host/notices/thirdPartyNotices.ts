import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { bundledPackages, compare } from './bundledPackages.ts';
import type { BundledPackage, BundleOutputs } from './bundledPackages.ts';
import { knownWorks } from './knownWorks.ts';
import type { EmbeddedWork, KnownWorks, ShippedPackage } from './knownWorks.ts';
import { checkAllowed, checkTexts, LicenseProblem, packageNotice, readKeptText } from './packageNotice.ts';
import type { Notice } from './packageNotice.ts';

export interface Notices {
  /** Packages that have code in the bundles. */
  readonly bundled: readonly Notice[];
  /** Works inside these packages, and packages that are shipped without being bundled. */
  readonly others: readonly Notice[];
}

const rule = '='.repeat(80);

/**
 * Returns the content of ThirdPartyNotices.txt: every package that has code in the bundles, and all other shipped
 * works by others, with version, license and license text. Its bytes depend only on the code. Throws with one
 * sentence for each package that must not be shipped.
 */
export async function thirdPartyNotices(metafiles: readonly BundleOutputs[], projectFolder: string): Promise<string> {
  return formatNotices(await collectNotices(metafiles, projectFolder));
}

/** Collects the notices, each list sorted by name and version. Throws like `thirdPartyNotices`. */
export async function collectNotices(
  metafiles: readonly BundleOutputs[],
  projectFolder: string,
  known: KnownWorks = knownWorks,
): Promise<Notices> {
  const problems: string[] = [];
  const attempt = async (read: () => Promise<Notice>): Promise<readonly Notice[]> => {
    try {
      return [await read()];
    } catch (error) {
      if (!(error instanceof LicenseProblem)) throw error;
      problems.push(error.message);
      return [];
    }
  };
  const bundled = new Map<string, Notice>();
  const others: Notice[] = [];
  for (const found of bundledPackages(metafiles, projectFolder)) {
    const name = installedName(found.folder);
    const kept = Object.hasOwn(known.packagesWithoutText, name) ? known.packagesWithoutText[name] : undefined;
    const notices = await attempt(() => packageNotice(found, kept));
    for (const notice of notices) bundled.set(`${notice.name} ${notice.version ?? ''}`, notice);
    const embedded = known.embeddedWorks.filter((work) => isEmbedded(work, name, found));
    for (const work of embedded) others.push(...(await attempt(() => workNotice(work))));
  }
  for (const shipped of known.shippedPackages)
    others.push(...(await attempt(() => shippedNotice(shipped, projectFolder))));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return { bundled: sorted([...bundled.values()]), others: sorted(others) };
}

export function formatNotices({ bundled, others }: Notices): string {
  const title = ({ name, version, license }: Notice): string => {
    return `${version === undefined ? name : `${name} ${version}`} (${license})`;
  };
  const section = (notice: Notice): string => {
    const texts = notice.texts.map(({ title: file, text }) => `--- ${file} ---\n\n${text}`);
    return `${rule}\n${title(notice)}\n${notice.origin}\n${rule}\n\n${texts.join('\n\n')}`;
  };
  const list = (notices: readonly Notice[]): string => notices.map((notice) => `- ${title(notice)}`).join('\n');
  return `${[
    'Third-Party Notices',
    'This extension contains the works of others that are listed here. Their licenses follow.',
    `Packages in the bundles (${bundled.length}):\n\n${list(bundled)}`,
    `Other works (${others.length}):\n\n${list(others)}`,
    ...[...bundled, ...others].map(section),
  ].join('\n\n')}\n`;
}

function sorted(notices: readonly Notice[]): readonly Notice[] {
  return [...notices].sort((a, b) => compare(a.name, b.name) || compare(a.version ?? '', b.version ?? ''));
}

/** Returns the name under which a package is installed: the end of its folder's path. */
function installedName(folder: string): string {
  const [scope, name] = folder.split(path.sep).slice(-2);
  return scope?.startsWith('@') === true ? `${scope}/${name ?? ''}` : (name ?? '');
}

function isEmbedded({ inside, files }: EmbeddedWork, name: string, found: BundledPackage): boolean {
  return inside === name && found.files.some((file) => files.test(file));
}

async function workNotice({ name, inside, license, text, source }: EmbeddedWork): Promise<Notice> {
  const texts = [{ title: 'LICENSE', text: await readKeptText(text) }];
  checkAllowed(name, license);
  checkTexts(name, license, texts);
  return { name, license, origin: `Part of ${inside}. License from ${source}`, texts };
}

async function shippedNotice({ name, what, copies }: ShippedPackage, projectFolder: string): Promise<Notice> {
  const folder = path.join(projectFolder, 'node_modules', ...name.split('/'));
  for (const [copy, original] of Object.entries(copies)) {
    const ours = await readFile(path.join(projectFolder, copy));
    if (!ours.equals(await readFile(path.join(folder, original)))) {
      throw new LicenseProblem(
        `${copy} is not the same as ${original} of the installed ${name}, ` +
          'so its version and license are unknown. Copy it again.',
      );
    }
  }
  const notice = await packageNotice({ folder, files: [] }, undefined);
  return { ...notice, origin: `${notice.origin} (${what})` };
}
