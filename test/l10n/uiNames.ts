import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../host/paths.ts';
import type { Message } from './messages.ts';
import type { Texts } from './languageFiles.ts';

/** A text in which a command, a view, or a button is named. */
const quoted = /“([^”]*)”/gu;
/** In Markdown. */
const emphasized = /(?<![*\w])\*([^*\n]+)\*(?![*\w])/gu;

/** Returns the names that a text mentions: texts in quotation marks, and emphasized ones if it is Markdown. */
export function mentionedNames(text: string, isMarkdown = false): readonly string[] {
  const withoutCode = isMarkdown ? text.replace(/`[^`]*`/gu, '') : text;
  const matches = [...withoutCode.matchAll(quoted), ...(isMarkdown ? withoutCode.matchAll(emphasized) : [])];
  return matches.map(([, name = '']) => name).filter((name) => !/^\{\d+\}…?$/u.test(name));
}

/**
 * Returns the translations of the interface's names, by the English name without its ellipsis: titles of commands and
 * views, and messages that are labels. A name that both have may have two translations.
 */
export function translatedNames(
  messages: readonly Message[],
  bundle: Texts,
  manifest: Texts,
  manifestBundle: Texts,
): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  const add = (english: string, translated: string | undefined): void => {
    if (translated === undefined || !isName(english)) return;
    const name = withoutEllipsis(english);
    names.set(name, (names.get(name) ?? new Set()).add(withoutEllipsis(translated)));
    // “Right As It Is: Don’t Offer This String Again” is also mentioned by its first part.
    const [first, ...rest] = name.split(': ');
    if (first !== undefined && rest.length > 0) add(first, translated.split(/[\s\u00A0\u202F]?[:：]/u)[0]);
  };
  for (const { key, message } of messages) add(message, bundle[key]);
  for (const [key, english] of Object.entries(manifest)) add(english, manifestBundle[key]);
  return names;
}

/** Returns the names of settings as VS Code shows them, which are the same in all languages. */
export function settingNames(): ReadonlySet<string> {
  const manifest = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as {
    readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, unknown>> } };
  };
  const title = (word: string): string => word.replace(/[A-Z]/gu, ' $&').replace(/^./u, (first) => first.toUpperCase());
  return new Set(
    Object.keys(manifest.contributes.configuration.properties).flatMap((id) => {
      const parts = id.split('.').map(title);
      const label = parts.at(-1) ?? '';
      const category = parts.slice(0, -1).join(' › ');
      return [label, `${category}: ${label}`];
    }),
  );
}

function isName(text: string): boolean {
  return /^\p{Lu}/u.test(text) && !/[.?!:]$/u.test(text) && !text.includes('{') && text.length <= 60;
}

function withoutEllipsis(text: string): string {
  return text.replace(/…$/u, '');
}
