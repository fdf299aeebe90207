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
  /** Locales that are selected at first: those of the translations on which the command was run. */
  readonly initialTargets: readonly string[];
}

/**
 * Reads documents, each once. Throws OrderError 'not-a-document' for a file outside the open folders, and
 * 'mixed-documents' for documents of several folders or source locales.
 */
export async function documentScope(uris: readonly vscode.Uri[]): Promise<DocumentScope> {
  const documents = new Map<string, SourceDocument>();
  const refused = new Map<string, RefusedDocument>();
  const initialTargets: string[] = [];
  let sourceLocale: string | undefined;
  for (const uri of uris) {
    const file = projectFileOf(uri);
    if (file === undefined) throw new OrderError('not-a-document', vscode.workspace.asRelativePath(uri));
    const { layouts, sourceLocale: defaultLocale } = readSettings(uri);
    const located = await locateDocument(file.project, file.path, layouts, defaultLocale);
    sourceLocale ??= located.layout.sourceLocale;
    if (located.into !== undefined) initialTargets.push(located.into);
    // A document and its translation have the same path here, which is that of the document.
    const documentName = JSON.stringify([file.project.id, located.path]);
    if (documents.has(documentName) || refused.has(documentName)) continue;
    const document = await openDocument(file.project, located, layouts);
    if ('content' in document) documents.set(documentName, document);
    else refused.set(documentName, document);
  }
  const openedDocuments = [...documents.values()];
  // The plan would throw the same error, but only after the wizard.
  throwIfMixed(openedDocuments);
  return {
    kind: 'documents',
    sourceLocale: openedDocuments[0]?.locale ?? sourceLocale ?? readSettings().sourceLocale,
    documents: openedDocuments,
    refused: [...refused.values()],
    projectLocales: [...new Set([...initialTargets, ...openedDocuments.flatMap(({ targetLocales }) => targetLocales)])],
    initialTargets: [...new Set(initialTargets)],
  };
}

function throwIfMixed(documents: readonly SourceDocument[]): void {
  const [first] = documents;
  if (first === undefined) return;
  const fitsFirst = ({ project, locale }: SourceDocument): boolean =>
    project.id === first.project.id && isSameLocale(locale, first.locale);
  if (!documents.every(fitsFirst)) throw new OrderError('mixed-documents');
}
