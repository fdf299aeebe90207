import { present as definedMembers } from '../../base/present.ts';
import { once } from '../../base/once.ts';
import { spellLike } from '../../base/locale.ts';
import type { TextEdit } from '../kit/localeFormat.ts';
import type { FileOf } from '../kit/keptWhileWriting.ts';
import { refusal, type WantedChange } from '../kit/provenFormat.ts';
import { sortEdits, spliceEdits } from '../kit/spliceEdits.ts';
import { because } from '../reasons/reason.ts';
import { findBranch, type Branch } from './codeBranches.ts';
import { renderConcatenation } from './concatenation.ts';
import { insertMembers, type Insertion } from './codeInsert.ts';
import { isNull } from './isNull.ts';
import type { CodeLanguage } from './codeLanguage.ts';
import { namesLocale } from './isLocaleName.ts';
import type { RenderContext, WantedNode } from './codeRender.ts';
import { styleOf, textStyleOf, type CodeStyle, type TextStyle } from './codeStyle.ts';
import { keysOf, localePath, unitsOf, type CodeFile } from './codeUnits.ts';

/** Returns the edits for a wanted change; for an empty file, a copy of the source's. Throws FormatError. */
export function writeCode(change: WantedChange, language: CodeLanguage, fileOf: FileOf<CodeFile>): readonly TextEdit[] {
  const { text, present, replaced, added, context } = change;
  if (text.trim() === '') return [{ start: 0, end: text.length, text: createText(change, language, fileOf) }];
  const { defaults } = language;
  const textStyle = once(() => textStyleOf(text, defaults, textStyleOf(context.sourceText, defaults, undefined)));
  const edits: TextEdit[] = [];
  const missing = new Map(added);
  for (const [id, translation] of replaced) {
    const unit = present.get(id);
    // A unit without a text yet, in a file with several locales.
    if (unit === undefined || unit.start === unit.end) missing.set(id, translation);
    else edits.push(replacement(text, unit, translation, { language, textStyle }));
  }
  if (missing.size > 0) {
    const target = fileOf(text, context.sourceText);
    const source = fileOf(context.sourceText);
    const style = styleIn(target, source, language);
    const renderContext: RenderContext = { language, sourceText: context.sourceText, style };
    const sourcePath = localePath(source, undefined) ?? [];
    const path = localePath(target, context.targetLocale) ?? newLocalePath(target, context.targetLocale);
    for (const insertion of insertionsOf({ text, target, path, source, sourcePath, missing }, language))
      edits.push(...insertMembers(insertion, renderContext));
  }
  return sortEdits(edits);
}

/** Returns the style of the file; conventions that it does not show are those of the source. */
function styleIn(target: CodeFile, source: CodeFile, { defaults }: CodeLanguage): CodeStyle {
  if (target === source) return styleOf(target.tree, defaults);
  return styleOf(target.tree, defaults, styleOf(source.tree, defaults));
}

/** Returns the edit that replaces a unit's literal, with the same quotes, or its concatenated literals. */
function replacement(
  text: string,
  unit: { readonly start: number; readonly end: number },
  translation: string,
  { language, textStyle }: { readonly language: CodeLanguage; readonly textStyle: () => TextStyle },
): TextEdit {
  const { start, end } = unit;
  const oldLiteral = text.slice(start, end);
  const concatenation = renderConcatenation(translation, oldLiteral, { language, textStyle: textStyle() });
  if (concatenation !== undefined) return { start, end, text: concatenation };
  const quote = (['"', '`'] as const).find((mark) => oldLiteral.startsWith(mark)) ?? "'";
  return { start, end, text: language.quoteText(translation, { ...textStyle(), quote, old: oldLiteral }) };
}

/** Returns the source's text with the wanted translations and with its locale's names replaced. */
function createText(change: WantedChange, language: CodeLanguage, fileOf: FileOf<CodeFile>): string {
  const { sourceText, sourceLocale, targetLocale } = change.context;
  const source = fileOf(sourceText);
  if ((source.locales?.names.length ?? 0) > 1) throw refusal(because('code-several-locales'));
  const sourceUnits = new Map(unitsOf(source, undefined, language.rules).map((unit) => [unit.id, unit]));
  const style = styleOf(source.tree, language.defaults);
  const path = localePath(source, undefined) ?? [];
  const edits: TextEdit[] = localeEdits(source, sourceLocale, targetLocale);
  const missing = new Map<string, string>();
  for (const [id, text] of change.added) {
    const unit = sourceUnits.get(id);
    // A plural form that the source's language lacks.
    if (unit === undefined) missing.set(id, text);
    else if (unit.text !== text) edits.push(replacement(sourceText, unit, text, { language, textStyle: () => style }));
  }
  const insertionInput = { target: source, path, source, sourcePath: path, missing, text: sourceText };
  for (const insertion of insertionsOf(insertionInput, language))
    edits.push(...insertMembers(insertion, { language, sourceText, style }));
  return spliceEdits(sourceText, sortEdits(edits));
}

/** Replaces identifiers, fields and the key that name the source's locale by names of the target's. */
function localeEdits(source: CodeFile, sourceLocale: string, targetLocale: string): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const { start, end, name, isIdentifier } of source.tree.marks) {
    if (namesLocale(name, sourceLocale)) edits.push({ start, end, text: spellLike(targetLocale, name, isIdentifier) });
  }
  const { locales } = source;
  const member = findBranch(source.root, locales?.path)?.entries.get(locales?.source ?? '')?.member;
  if (locales === undefined || member === undefined) return edits;
  const { keyStart, keyEnd } = member;
  const key = source.tree.text.slice(keyStart, keyEnd);
  const isQuoted = /^['"]/.test(key);
  const newName = spellLike(targetLocale, locales.source, !isQuoted);
  // `pt-BR` is no identifier.
  const needsQuotes = !isQuoted && !/^[A-Za-z_$][\w$]*$/.test(newName);
  const newKey = needsQuotes ? `'${newName}'` : key.replace(locales.source, newName);
  return [...edits, { start: keyStart, end: keyEnd, text: newKey }];
}

/** Returns the keys above the units of a locale that the file lacks. */
function newLocalePath(file: CodeFile, locale: string): readonly string[] {
  const { locales } = file;
  if (locales === undefined) return [];
  // English, if present, is read as the source, so the file would be read differently.
  if (/^en(?:[-_]|$)/i.test(locale)) throw refusal(because('code-english-missing', locale));
  // Such a name shows the spelling of locales: `pt_BR`, `pt-BR`, `ptBR`.
  const nameWithRegion =
    locales.names.find((name) => name.includes('_') || name.includes('-') || /[a-z][A-Z]/.test(name)) ?? '';
  return [...locales.path, spellLike(locale, nameWithRegion, false)];
}

/** Translations that the target lacks. */
interface MissingTexts {
  readonly text: string;
  readonly target: CodeFile;
  /** The keys above the locale's units in the target; see `localePath`. */
  readonly path: readonly string[];
  readonly source: CodeFile;
  readonly sourcePath: readonly string[];
  /** Translations by the ids of units. */
  readonly missing: ReadonlyMap<string, string>;
}

/**
 * Groups the missing texts by the branches of the target into which they are inserted. Throws FormatError if the target
 * has a value of another kind at a path.
 */
function insertionsOf(
  { text, target, path, source, sourcePath, missing }: MissingTexts,
  language: CodeLanguage,
): Iterable<Insertion> {
  const insertions = new Map<Branch, Insertion & { readonly missing: Map<string, WantedNode> }>();
  /** The source's branch for keys of the target, whose locale has other keys above it. */
  const sourceOf = (keys: readonly string[]): Branch | undefined => {
    if (keys.length < path.length) return findBranch(source.root, keys);
    return findBranch(source.root, [...sourcePath, ...keys.slice(path.length)]);
  };
  for (const [id, translation] of missing) {
    const keys = [...path, ...(keysOf(id, language.rules) ?? [id])];
    const { branch, depth } = deepestBranch(target.root, keys);
    const key = keys[depth] ?? '';
    const isKeyOfText = depth === keys.length - 1;
    const member = branch.entries.get(key)?.member;
    // The value is no branch: a text in place of a container, or the reverse. Anything can replace null.
    if (branch.entries.has(key) && !isNull(text, member)) throw kindConflict(keys.slice(0, depth + 1), !isKeyOfText);
    let insertion = insertions.get(branch);
    if (insertion === undefined) {
      let sourceBranch = sourceOf(keys.slice(0, depth));
      // The last key of `path` is the locale.
      const isNewLocale = depth === path.length - 1;
      if (isNewLocale) sourceBranch = withLocale(sourceBranch, key, source, sourcePath);
      refuseMixedLists(branch, sourceBranch, keys.slice(0, depth));
      insertion = { text, branch, source: sourceBranch, missing: new Map() };
      insertions.set(branch, insertion);
    }
    addWantedText(insertion.missing, keys.slice(depth), translation);
  }
  return insertions.values();
}

/** Throws FormatError for a list whose elements have identifiers in only one of the two files. */
function refuseMixedLists({ containers }: Branch, source: Branch | undefined, path: readonly string[]): void {
  const [list] = containers;
  const [sourceList] = source?.containers ?? [];
  if (list?.kind !== 'list' || sourceList?.kind !== 'list' || list.members.length === 0) return;
  if ((list.unkeyed === undefined) === (sourceList.unkeyed === undefined)) return;
  throw refusal(because('list-ids-differ', path.join('.')));
}

/** Returns the last branch that exists on the path to a text, and how many of the keys lead to it. */
function deepestBranch(root: Branch, keys: readonly string[]): { readonly branch: Branch; readonly depth: number } {
  let branch = root;
  for (const [depth, key] of keys.slice(0, -1).entries()) {
    const childBranch = branch.entries.get(key)?.branch;
    if (childBranch === undefined) return { branch, depth };
    branch = childBranch;
  }
  return { branch, depth: keys.length - 1 };
}

/** Returns the source's branch of locales with a new one, which has the texts of the source's locale. */
function withLocale(
  branch: Branch | undefined,
  newLocale: string,
  source: CodeFile,
  sourcePath: readonly string[],
): Branch | undefined {
  const sourceLocaleBranch = findBranch(source.root, sourcePath);
  if (branch === undefined || sourceLocaleBranch === undefined) return branch;
  const member = findBranch(source.root, sourcePath.slice(0, -1))?.entries.get(sourcePath.at(-1) ?? '')?.member;
  const entries = new Map(branch.entries).set(newLocale, definedMembers({ branch: sourceLocaleBranch, member }));
  return { containers: branch.containers, entries };
}

/** Adds a text to a tree, under its keys. */
function addWantedText(wantedByKey: Map<string, WantedNode>, keys: readonly string[], text: string): void {
  let siblings = wantedByKey;
  for (const [index, key] of keys.entries()) {
    let wantedNode = siblings.get(key);
    if (wantedNode === undefined) {
      wantedNode = { text: undefined, children: new Map() };
      siblings.set(key, wantedNode);
    }
    if (index === keys.length - 1) wantedNode.text = text;
    siblings = wantedNode.children;
  }
}

/** The error about a value that is a text instead of a container, or the reverse. */
function kindConflict(path: readonly string[], needsContainer: boolean): Error {
  return refusal(because(needsContainer ? 'code-needs-container' : 'code-needs-string', path.join('.')));
}
