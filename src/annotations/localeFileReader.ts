import * as vscode from 'vscode';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/event.ts';
import { layoutSettings } from '../editor/settings.ts';
import type { LocaleFileContext } from '../editor/workspace/localeFileContext.ts';
import { projectFileOf } from '../editor/workspace/projects.ts';
import type { Unit } from '../formats/format.ts';
import { openSelectedSource, openTargetFile, type SourceFile } from '../orders/units/files/localeFile.ts';
import { OrderError } from '../orders/model/orderError.ts';
import { UnreadableFileError } from '../orders/model/errors/unreadableFileError.ts';

/** Changes are collected until there was none for this time, in milliseconds: a checkout changes many files. */
const pauseMs = 400;

/** A locale file that is open in an editor. */
export interface OpenLocaleFile {
  /** The file itself, or the source that it is translated from. */
  readonly source: SourceFile;
  /** The target locale of the file, if it is a translation; absent for a source. */
  readonly into?: string;
  /** The file's own text and strings. */
  readonly text: string;
  readonly units: readonly Unit[];
}

/** The reading of one version of a document. Its file is undefined if the document is invalid. */
interface Reading {
  readonly version: string;
  readonly file: Promise<OpenLocaleFile | undefined>;
}

/**
 * Reads the locale files that are open in editors, each version of a document once for all annotations. Other files
 * are never read.
 */
export class LocaleFileReader implements Disposable {
  readonly #localeFiles: Pick<LocaleFileContext, 'has' | 'onDidChange'>;
  readonly #log: (line: string) => void;
  readonly #changed = new Emitter<undefined>();
  /** The last reading of each document, by its URI. */
  readonly #readings = new Map<string, Reading>();
  /** The URIs of the open documents that are sources. */
  readonly #sourceUris = new Set<string>();
  readonly #subscriptions: readonly Disposable[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Increases when a locale file changes, or when other files count as locale files. */
  #changeCount = 0;

  constructor(localeFiles: Pick<LocaleFileContext, 'has' | 'onDidChange'>, log: (line: string) => void) {
    this.#localeFiles = localeFiles;
    this.#log = log;
    const watcher = vscode.workspace.createFileSystemWatcher('**');
    const noteChangeOf = (uri: vscode.Uri): void => {
      if (this.#localeFiles.has(uri)) this.#noteChange();
    };
    this.#subscriptions = [
      this.#changed,
      watcher,
      watcher.onDidChange(noteChangeOf),
      watcher.onDidCreate(noteChangeOf),
      watcher.onDidDelete(noteChangeOf),
      localeFiles.onDidChange(this.#noteChange),
      // Unsaved translations count. VS Code itself asks again for the annotations of the document that was edited.
      vscode.workspace.onDidChangeTextDocument(({ document: { uri }, contentChanges }) => {
        if (contentChanges.length > 0 && !this.#sourceUris.has(uri.toString())) noteChangeOf(uri);
      }),
      // On Linux, VS Code misses changes in folders that were created together with their parent folder
      // (https://github.com/parcel-bundler/watcher/issues/97). A document that is opened may show such a change, and
      // another program may have made one while the window did not have the focus.
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        if (this.#readings.size > 0 && !this.#readings.has(uri.toString())) noteChangeOf(uri);
      }),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused && this.#readings.size > 0) this.#noteChange();
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#readings.delete(uri.toString());
        this.#sourceUris.delete(uri.toString());
        noteChangeOf(uri);
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('humanTranslation')) this.#noteChange();
      }),
    ];
  }

  /** Fires when locale files have changed. */
  readonly onDidChange: Event<undefined> = (listener) => this.#changed.event(listener);

  /** Whether a document is a locale file that can be read. */
  isLocaleFile({ uri }: vscode.TextDocument): boolean {
    return this.#localeFiles.has(uri);
  }

  /** Returns a text that is different when a document, or a locale file that it depends on, has changed. */
  versionOf({ version }: vscode.TextDocument): string {
    return `${version} ${this.#changeCount}`;
  }

  /** Reads a document; undefined if it is not a locale file, or is invalid at the moment. Never rejects. */
  async read(document: vscode.TextDocument): Promise<OpenLocaleFile | undefined> {
    if (!this.isLocaleFile(document)) return undefined;
    const uriText = document.uri.toString();
    const version = this.versionOf(document);
    const lastReading = this.#readings.get(uriText);
    if (lastReading?.version === version) return lastReading.file;
    const file = openLocaleFile(document.uri).catch((error: unknown) => {
      // While someone is typing, a file is often invalid for a moment. The next change reads it again.
      const isExpected = error instanceof UnreadableFileError || error instanceof OrderError;
      if (!isExpected) this.#log(`The strings of ${document.uri.path} could not be annotated: ${String(error)}`);
      return undefined;
    });
    this.#readings.set(uriText, { version, file });
    const openedFile = await file;
    if (openedFile === undefined) return undefined;
    const isSource = openedFile.into === undefined;
    if (isSource) this.#sourceUris.add(uriText);
    else this.#sourceUris.delete(uriText);
    return openedFile;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  readonly #noteChange = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#changeCount += 1;
      this.#changed.fire(undefined);
    }, pauseMs);
  };
}

async function openLocaleFile(uri: vscode.Uri): Promise<OpenLocaleFile | undefined> {
  const file = projectFileOf(uri);
  if (file === undefined) return undefined;
  const { source, into } = await openSelectedSource(file.project, file.path, layoutSettings(uri));
  if (into === undefined) return { source, text: source.text, units: source.units };
  const target = await openTargetFile(source, into);
  return { source, into, text: target.text ?? '', units: [...target.units.values()] };
}
