import { present } from '../../../base/present.ts';
import { isBlank } from '../../../formats/encoding.ts';
import { targetUnitsById } from '../../../formats/targetUnit.ts';
import { because, FormatError, holdsSeveralLocales, type FileLocales, type Unit } from '../../../formats/format.ts';
import {
  allLocalesLayout,
  detectLayout,
  existingLocales,
  projectLocales,
  existingPaths,
  translationsIn,
  isSingleFile,
  targetPath,
  withSourceLocale,
  type Layout,
} from '../../../locales/layout.ts';
import { filesWithoutSuffix, sourceFor, type StringSource } from '../../../locales/source/stringSource.ts';
import { isSameLocale, languageOf } from '../../../base/locale.ts';
import { documentFile } from '../../../locales/localeFileExtension.ts';
import { isOlderRelease } from '../../../locales/stores/storeLocales.ts';
import { parseLayoutPatterns } from '../../../locales/layoutPattern.ts';
import { apostropheRulesOf } from '../../../placeholders/project/apostropheRules.ts';
import { syntaxesOfUnits } from '../../../placeholders/project/syntaxes.ts';
import type { ApostropheRule } from '../../../placeholders/read/apostropheRule.ts';
import type { PlaceholderSyntax } from '../../../placeholders/read/placeholder.ts';
import { OrderError } from '../../model/orderError.ts';
import type { Project } from '../../model/project.ts';
import type { FileEntries, Reading, UnitFormat } from '../../model/unitFormat.ts';
import {
  areTexts,
  hasTextsAsKeys,
  lacksSource,
  withOwnSource,
  withKeysForEmptyTexts,
  withTextsAsKeys,
} from './keysAsSource.ts';
import { isVariant, roleOfSecond, type SourceRole } from './sourceRole.ts';
import { identityOf, omittedStrings, type OmittedString } from './omittedStrings.ts';
import { otherNamesIn, targetsInSource } from './localesInFile.ts';
import { pluralRuleFiles, pluralUseOf, type PluralUse } from './pluralUse.ts';
import type { LayoutSettings } from '../../model/layoutSettings.ts';
import { UnreadableFileError } from '../../model/errors/unreadableFileError.ts';
import type { FailedLocale } from '../../model/plan/plan.ts';
import type { FileRef } from '../../model/plan/skippedFile.ts';
import { mapLimited } from '../../../base/mapLimited.ts';
import { RefusedFileError } from '../../model/errors/refusedFileError.ts';

/** A locale file that is ordered from, read once. */
export interface SourceFile {
  readonly project: Project;
  readonly path: string;
  /** BCP 47. */
  readonly locale: string;
  readonly layout: Layout;
  readonly text: string;
  readonly format: UnitFormat;
  readonly units: readonly Unit[];
  /** Entries that are no units although they should be; absent without any. */
  readonly omitted?: readonly OmittedString[];
  /** Names in the file in place of locales that are none; absent without any. */
  readonly otherNames?: readonly string[];
  /** The placeholder families of a unit, see `syntaxes.ts`. Throws PlaceholderSettingError. */
  readonly syntaxesOf: (unit: Unit) => readonly PlaceholderSyntax[];
  /** Returns how the program reads the apostrophes of a unit, see `apostropheRules.ts`. */
  readonly apostrophesOf: (unit: Unit) => ApostropheRule | undefined;
  /** The project's other locales. Of a file that has the source texts of its own translations, only its own. */
  readonly targetLocales: readonly string[];
  /**
   * The project translates its kind of file only into `targetLocales`, and the interface perhaps into many more: a
   * document, a text of a store.
   */
  readonly hasOwnLocales?: true;
  /**
   * Which of its units have their source in this file, by target locale: one of several bilingual files without a
   * template, see `shareEntries`. Undefined for a locale into which it has none. Absent: all, into each locale.
   */
  readonly idsInto?: (locale: string) => ReadonlySet<string> | undefined;
  /** The file's own translations, if it has the source texts of these. Absent if they can't be read, too. */
  readonly ownTarget?: TargetFile;
  /** Why the file is not, or only in part, the source of its strings. Absent if it is. */
  readonly role?: SourceRole;
  readonly icuMessages: 'branches' | 'whole';
  readonly pluralMany: 'order' | 'copyOther';
  readonly decimalPlurals: 'order' | 'copy';
  /** How the program that reads the file uses plural forms. */
  readonly plurals: PluralUse;
}

/** A locale file that translations are written to. `text` is undefined if the file does not exist yet. */
export interface TargetFile {
  /** The source's own path if one file holds both. */
  readonly path: string;
  readonly locale: string;
  readonly text: string | undefined;
  readonly units: ReadonlyMap<string, Unit>;
  /** Entries that are no units although they should be, and that the source's text doesn't have; absent without any. */
  readonly omitted?: readonly OmittedString[];
}

/** Reads a locale file. Rejects with OrderError 'not-a-locale-file', or UnreadableFileError if it is broken. */
export async function openSourceFile(
  project: Project,
  path: string,
  settings: LayoutSettings,
  signal?: AbortSignal,
): Promise<SourceFile> {
  return readSource(project, await locate(project, path, settings), settings, signal);
}

/** The source to order from, and the locale of the selected file if that file is a translation. */
export interface SelectedSource {
  readonly source: SourceFile;
  readonly into?: string;
}

/**
 * Opens the file to order from when the user selects a locale file. Selecting the file of a target locale means
 * ordering that locale, not translating from it: then `into` is that locale. Rejects as `openSourceFile`.
 */
export async function openSelectedSource(
  project: Project,
  path: string,
  settings: LayoutSettings,
  signal?: AbortSignal,
): Promise<SelectedSource> {
  const { into, open } = await locateSource(project, path, settings);
  const source = await open(signal);
  if (source.role?.kind === 'variant') throw new OrderError('not-a-locale-file', path);
  return { source, ...present({ into }) };
}

/** The file to order from when the user selects a locale file, before it is read. */
export interface LocatedSource {
  /** See `StringSource`. */
  readonly kind: StringSource['kind'];
  readonly path: string;
  /** The path of a translation with the locale in braces: equal for all files of a group. The path of any other file. */
  readonly pattern: string;
  /** The paths of the file's group that exist, for `own-texts`; otherwise empty. */
  readonly group: readonly string[];
  /** As in `SelectedSource`. */
  readonly into?: string;
  /**
   * If the selected file is a translation: the locales of the translations of its group, by path. Each of them has the
   * same source.
   */
  readonly translations: ReadonlyMap<string, string>;
  /** Reads the file. Rejects as `openSourceFile`. */
  readonly open: (signal?: AbortSignal) => Promise<SourceFile>;
}

/** Finds the file to order from by names of files alone; it may not be a locale file, or not exist. */
export async function locateSource(project: Project, path: string, settings: LayoutSettings): Promise<LocatedSource> {
  const selected = await locate(project, path, settings);
  const { layout, siblings } = selected;
  const stringSource: StringSource =
    layout === undefined ? { kind: 'file', path } : sourceFor(layout, siblings, settings.sourceLocale);
  const { kind, path: sourcePath, into } = stringSource;
  const hasOwnTexts = kind === 'own-texts' && layout !== undefined;
  return {
    kind,
    path: sourcePath,
    pattern: layout?.pattern ?? path,
    group: hasOwnTexts ? existingPaths(layout, siblings) : [],
    translations:
      kind === 'file' && into !== undefined && layout !== undefined
        ? translationsIn(layout, siblings, settings.sourceLocale)
        : new Map(),
    ...present({ into }),
    open: async (signal) => {
      const located = sourcePath === path ? selected : await locate(project, sourcePath, settings);
      const source = await readSource(project, located, settings, signal);
      if (kind === 'own-texts') {
        // Read while the format remembers the text, rather than parsed again later.
        const ownTarget = await openTargetFile(source, stringSource.into, signal).catch(() => undefined);
        return { ...source, targetLocales: [stringSource.into], ...present({ ownTarget }) };
      }
      const openFirst = (first: string): Promise<SourceFile> => openSourceFile(project, first, settings, signal);
      return withRole(source, { located, stringSource, sourceLocale: settings.sourceLocale }, openFirst);
    },
  };
}

/** Returns a source with the part of its strings of which it is the source, see `SourceRole`. */
async function withRole(
  source: SourceFile,
  facts: { readonly located: LocatedFile; readonly stringSource: StringSource; readonly sourceLocale: string },
  openFirst: (path: string) => Promise<SourceFile>,
): Promise<SourceFile> {
  const { located, stringSource, sourceLocale } = facts;
  const { layout, siblings } = located;
  // A translation into no locale: other languages are not counted from it.
  if (stringSource.kind === 'unknown') {
    const locales = [source.locale, ...source.targetLocales];
    return { ...source, targetLocales: [], role: { kind: 'unknown', locales } };
  }
  if (stringSource.kind === 'second') {
    const role = roleOfSecond(source.units, await openFirst(stringSource.first));
    const ids = role.onlyHere.size > 0 && !source.layout.isBilingual ? role.onlyHere : undefined;
    return { ...source, role, idsInto: () => ids };
  }
  const [of] = layout === undefined ? [] : filesWithoutSuffix(layout, siblings, sourceLocale);
  if (of === undefined || source.targetLocales.length > 0) return source;
  const isVariantOfFirst = isVariant(source.units, (await openFirst(of)).units);
  return isVariantOfFirst ? { ...source, role: { kind: 'variant', of } } : source;
}

/** A file of a project, and its layout if its path is a locale file's. */
interface LocatedFile {
  readonly path: string;
  readonly siblings: readonly string[];
  readonly layout: Layout | undefined;
  /** Whether the keys of the file are the texts of its source: see `hasTextsAsKeys`. */
  readonly hasTextsAsKeys: boolean;
  /** Whether the path shows the layout. Otherwise the file is a locale file only if its text holds several locales. */
  readonly isLayoutDetected: boolean;
}

/** Detects the layout of a file from paths alone. */
async function locate(
  project: Project,
  path: string,
  { patterns, sourceLocale }: LayoutSettings,
): Promise<LocatedFile> {
  const siblings = await project.siblings(path);
  const layout = detectLayout(path, siblings, parseLayoutPatterns(patterns), sourceLocale);
  const located = { path, siblings, isLayoutDetected: layout !== undefined };
  const mayHaveTextsAsKeys =
    layout !== undefined && lacksSource(layout, sourceFor(layout, siblings, sourceLocale), sourceLocale);
  if (mayHaveTextsAsKeys && (await keysAreSource(project, path)))
    return { ...located, layout: withOwnSource(layout, sourceLocale), hasTextsAsKeys: true };
  return { ...located, layout: layout ?? allLocalesLayout(path, sourceLocale), hasTextsAsKeys: false };
}

/** Whether the keys of a file are its source texts, by the project's framework or by the keys themselves. */
async function keysAreSource(project: Project, path: string): Promise<boolean> {
  if (hasTextsAsKeys(path, await project.dependencies(path))) return true;
  try {
    const text = await project.read(path);
    const format = text === undefined ? undefined : await project.format(path, text);
    if (text === undefined || format === undefined || format.idsArePositions) return false;
    return areTexts(await format.read(text));
  } catch {
    // The file is read again, which reports the error.
    return false;
  }
}

/**
 * Whether a file can hold the locales that its layout expects of it. `locales` are those in the file; one is enough,
 * because others are added. Undefined: its format has no locales, so a translation would overwrite the source.
 */
function canHoldAll(layout: Layout, locales: FileLocales | undefined, formatId: string): boolean {
  if (!isSingleFile(layout) || layout.isBilingual) return true;
  // A table of pairs of texts names no locale.
  const isTableOfPairs = formatId === 'csv';
  return locales !== undefined && (isTableOfPairs || locales.all === true || locales.source !== undefined);
}

/** Reads and checks a located file. The file's own text may name its source locale and hold further locales. */
async function readSource(
  project: Project,
  { path, siblings, layout: layoutOfPath, hasTextsAsKeys: readsKeys, isLayoutDetected }: LocatedFile,
  settings: LayoutSettings,
  signal: AbortSignal | undefined,
): Promise<SourceFile> {
  const [text, dependencies] = await Promise.all([
    withPath(project, path, () => project.read(path)),
    project.dependencies(path),
  ]);
  if (text === undefined || layoutOfPath === undefined) throw new OrderError('not-a-locale-file', path);
  const formatOfFile = await project.format(path, text);
  if (formatOfFile === undefined) throw new OrderError('not-a-locale-file', path);
  const format = readsKeys ? withTextsAsKeys(formatOfFile) : formatOfFile;
  const locales = await withPath(project, path, () => format.locales(text));
  if (!canHoldAll(layoutOfPath, locales, format.id)) throw new OrderError('not-a-locale-file', path);

  const layout = locales?.source === undefined ? layoutOfPath : withSourceLocale(layoutOfPath, locales.source);
  const locale = layout.sourceLocale;
  // Of a file that holds several locales, all units are read.
  const localeToRead = locales === undefined ? locale : undefined;
  const entries = await withPath(project, path, () => format.entries(text, { locale: localeToRead, signal }));
  const omitted = omittedStrings(text, entries.omitted);
  const units = layout.isBilingual ? entries.units : withKeysForEmptyTexts(entries.units);
  const ruleFiles = pluralRuleFiles({ formatId: format.id, path });
  const sizes = await withPath(project, path, () => Promise.all(ruleFiles.map((file) => project.size(file))));
  const hasOwnRules = sizes.some((size) => size !== undefined);
  const hasSeveralLocales = locales !== undefined && holdsSeveralLocales(locales, units);
  if (!isLayoutDetected && !hasSeveralLocales) throw new OrderError('not-a-locale-file', path);

  const hasOwnLocales = documentFile.test(path) || format.id === 'store';
  // A document that exists only in another language is not the source of one in the project's.
  const isInSourceLanguage = languageOf(locale) === languageOf(settings.sourceLocale);
  const mayLackTranslations = isInSourceLanguage && !isOlderRelease(path, siblings);
  const projectFacts = { formatId: format.id, path, dependencies };
  const textFacts = { ...projectFacts, units, ...present({ settings: settings.placeholders }) };
  return {
    project,
    path,
    locale,
    layout,
    text,
    format,
    units,
    syntaxesOf: syntaxesOfUnits(textFacts),
    apostrophesOf: apostropheRulesOf(textFacts),
    targetLocales: [
      ...new Set([
        ...existingLocales(layout, siblings),
        ...targetsInSource(layout, locales),
        ...(hasOwnLocales && mayLackTranslations ? projectLocales(layout) : []),
      ]),
    ],
    ...present({ hasOwnLocales: hasOwnLocales ? (true as const) : undefined }),
    icuMessages: settings.icuMessages ?? 'branches',
    pluralMany: settings.pluralMany ?? 'order',
    decimalPlurals: settings.decimalPlurals ?? 'order',
    plurals: pluralUseOf({ ...projectFacts, hasOwnRules }),
    ...present({ omitted: omitted.length === 0 ? undefined : omitted, otherNames: otherNamesIn(locales) }),
  };
}

/**
 * Returns a function that reads the units of an earlier text of a source, as those of its present text were read. Rejects
 * with FormatError.
 */
export async function earlierReader({
  format,
  layout,
  locale,
  text,
}: SourceFile): Promise<(earlierText: string, signal: AbortSignal) => Promise<readonly Unit[]>> {
  // Of a file that holds several locales, all units are read.
  const localeToRead = (await format.locales(text)) === undefined ? locale : undefined;
  return async (earlierText, signal) => {
    const units = await format.read(earlierText, localeToRead, signal);
    return layout.isBilingual ? units : withKeysForEmptyTexts(units);
  };
}

/** Returns a target's units, none of a missing or blank text. Rejects with FormatError or the signal's reason. */
export async function readTargetUnits(
  source: Pick<SourceFile, 'format' | 'text'>,
  text: string | undefined,
  locale: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Unit>> {
  const { units } = await targetEntries(source, text, { locale, signal });
  return targetUnitsById(units, source.format.keysArePaths);
}

/** Returns what a target has, nothing of a missing or blank text. */
function targetEntries(
  { format, text: sourceText }: Pick<SourceFile, 'format' | 'text'>,
  text: string | undefined,
  reading: Reading,
): Promise<FileEntries> {
  if (text === undefined || isBlank(text)) return Promise.resolve({ units: [], omitted: [] });
  return format.entries(text, { ...reading, sourceText });
}

/** Reads the file with a locale's translations. Rejects with UnreadableFileError if it is broken. */
export async function openTargetFile(source: SourceFile, locale: string, signal?: AbortSignal): Promise<TargetFile> {
  const { project, ownTarget } = source;
  if (ownTarget?.locale === locale) return ownTarget;
  const path = targetPath(source.layout, locale);
  const text = path === source.path ? source.text : await withPath(project, path, () => project.read(path));
  const entries = await withPath(project, path, () => targetEntries(source, text, { locale, signal }));
  const units = targetUnitsById(entries.units, source.format.keysArePaths);
  // A file that holds both omits some entries for both.
  const known = new Set(path === source.path ? source.omitted?.map(identityOf) : []);
  const omitted = omittedStrings(text ?? '', entries.omitted).filter((entry) => !known.has(identityOf(entry)));
  return { path, locale, text, units, ...present({ omitted: omitted.length === 0 ? undefined : omitted }) };
}

/** Turns a FormatError, and an error of the file system, into an UnreadableFileError that names the file. */
async function withPath<T>(project: Project, path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FormatError) throw new UnreadableFileError(project.id, path, error);
    if (!isFileSystemError(error)) throw error;
    const cause = new FormatError({ line: 1, column: 1, reason: because('file-system', error.message) });
    throw new UnreadableFileError(project.id, path, cause);
  }
}

/** Whether an error is Node's or VS Code's about a file: a folder of that name, no permission, a failing disk. */
function isFileSystemError(error: unknown): error is Error {
  return error instanceof Error && error.name !== 'AbortError' && 'code' in error && typeof error.code === 'string';
}

/** Whether a source's translations into a locale, in any spelling of it, may be written to a path. */
export function isTargetPath({ layout, path: sourcePath }: SourceFile, path: string, locale: string): boolean {
  const canHoldBoth = layout.isBilingual || isSingleFile(layout);
  if (path === targetPath(layout, locale)) return path !== sourcePath || canHoldBoth;
  return existingLocales(layout, [path]).some((localeOfPath) => isSameLocale(localeOfPath, locale));
}

/** How many targets are read at the same time. More would only wait for the disk. */
const targetsAtOnce = 8;

/** A locale whose target file can't be read, or may not be. */
export interface UnreadableLocale extends FailedLocale {
  readonly file: FileRef;
}

/** The targets of a source file that were opened, in the order of the locales, and those that can't be read. */
export interface OpenedTargets {
  readonly opened: readonly TargetFile[];
  readonly failed: readonly UnreadableLocale[];
}

/** Opens targets that `earlierTarget` lacks, and lists those that can't be read. Rejects with the signal's reason. */
export async function openTargets(
  source: SourceFile,
  locales: readonly string[],
  signal: AbortSignal,
  earlierTarget?: (locale: string) => TargetFile | undefined,
): Promise<OpenedTargets> {
  const failed: UnreadableLocale[] = [];
  const opened = await mapLimited(locales, targetsAtOnce, async (locale) => {
    try {
      return earlierTarget?.(locale) ?? (await openTargetFile(source, locale, signal));
    } catch (error) {
      if (!(error instanceof UnreadableFileError || error instanceof RefusedFileError)) throw error;
      failed.push({ locale, error, file: { project: source.project.id, path: targetPath(source.layout, locale) } });
      return undefined;
    }
  });
  return { opened: opened.filter((target) => target !== undefined), failed };
}
