import * as vscode from 'vscode';
import { projectFileOf } from '../../editor/workspace/projects.ts';
import { readSettings } from '../../editor/settings.ts';
import { isSameLocale } from '../../base/locale.ts';
import { OrderError } from '../../orders/model/orderError.ts';
import type { RefusedDocument } from '../../orders/model/plan/refusedDocument.ts';
import { locateDocument, openDocument, type SourceDocument } from '../../orders/units/files/sourceDocument.ts';

/** Whole files that are not locale files. */
export interface DocumentScope {
  readonly kind: 'documents';
  readonly sourceLocale: string;
  readonly documents: readonly SourceDocument[];
  /** Files that cannot be ordered. */
  readonly refused: readonly RefusedDocument[];
  /** Locales in which translations of some documents exist. */
  readonly projectLocales: readonly string[];
  /** Locales of the translations on which the command was run. */
  readonly into: readonly string[];
}

/**
 * Reads documents, each once. Throws OrderError 'not-a-document' for a file outside the open folders, and
 * 'mixed-documents' for documents of several folders or source locales.
 */
export async function documentScope(uris: readonly vscode.Uri[]): Promise<DocumentScope> {
  const documents = new Map<string, SourceDocument>();
  const refused = new Map<string, RefusedDocument>();
  const into: string[] = [];
  let sourceLocale: string | undefined;
  for (const uri of uris) {
    const file = projectFileOf(uri);
    if (file === undefined) throw new OrderError('not-a-document', vscode.workspace.asRelativePath(uri));
    const { layouts, sourceLocale: defaultLocale } = readSettings(uri);
    const located = await locateDocument(file.project, file.path, layouts, defaultLocale);
    sourceLocale ??= located.layout.sourceLocale;
    if (located.into !== undefined) into.push(located.into);
    const name = JSON.stringify([file.project.id, located.path]);
    if (documents.has(name) || refused.has(name)) continue;
    const document = await openDocument(file.project, located, layouts);
    if ('content' in document) documents.set(name, document);
    else refused.set(name, document);
  }
  const all = [...documents.values()];
  const [first] = all;
  // The plan would throw the same error, but only after the wizard.
  if (
    first !== undefined &&
    all.some(({ project, locale }) => project.id !== first.project.id || !isSameLocale(locale, first.locale))
  )
    throw new OrderError('mixed-documents');
  return {
    kind: 'documents',
    sourceLocale: first?.locale ?? sourceLocale ?? readSettings().sourceLocale,
    documents: all,
    refused: [...refused.values()],
    projectLocales: [...new Set([...into, ...all.flatMap(({ targetLocales }) => targetLocales)])],
    into: [...new Set(into)],
  };
}
