import * as vscode from 'vscode';
import { present } from '../../base/present.ts';
import { plain } from '../../words/plain.ts';
import { join, fromOutside, type Words } from '../../words/words.ts';

/** A comment of a thread. */
export interface ShownComment {
  readonly author: Words;
  /** VS Code shows it as text, since it is a string and not Markdown. */
  readonly body: Words;
  /** Shown next to the author. */
  readonly label?: Words;
  /** Milliseconds since the epoch. */
  readonly at?: number;
  /** The `comment` context key of the manifest's menus. */
  readonly contextValue?: string;
}

/** The contents of a thread. */
export interface ShownThread {
  readonly label: Words;
  readonly comments: readonly ShownComment[];
  /** The `commentThread` context key of the manifest's menus. */
  readonly contextValue: string;
  readonly canReply: boolean;
}

/**
 * Comment threads in editors. As soon as there is one, VS Code opens its Comments panel by itself. There are no
 * commenting ranges, so that users can't create threads themselves.
 */
export class CommentThreads implements vscode.Disposable {
  readonly #controller: vscode.CommentController;

  constructor(id: string, label: Words, options: { readonly prompt: Words; readonly placeholder: Words }) {
    this.#controller = vscode.comments.createCommentController(id, plain(label));
    this.#controller.options = { prompt: plain(options.prompt), placeHolder: plain(options.placeholder) };
  }

  /** Adds a thread below a range. */
  add(uri: vscode.Uri, range: vscode.Range, content: ShownThread, isExpanded: boolean): vscode.CommentThread {
    const thread = this.#controller.createCommentThread(uri, range, content.comments.map(toComment));
    const { Expanded, Collapsed } = vscode.CommentThreadCollapsibleState;
    thread.collapsibleState = isExpanded ? Expanded : Collapsed;
    setContext(thread, content);
    return thread;
  }

  dispose(): void {
    this.#controller.dispose();
  }
}

/** Changes what a thread shows. */
export function updateThread(thread: vscode.CommentThread, content: ShownThread): void {
  thread.comments = content.comments.map(toComment);
  setContext(thread, content);
}

function setContext(thread: vscode.CommentThread, { label, contextValue, canReply }: ShownThread): void {
  thread.label = plain(label);
  thread.contextValue = contextValue;
  thread.canReply = canReply;
}

function toComment({ author, body, label, at, contextValue }: ShownComment): vscode.Comment {
  return {
    author: { name: plain(author) },
    body: plain(body),
    mode: vscode.CommentMode.Preview,
    ...present({
      label: label && plain(label),
      timestamp: at === undefined ? undefined : new Date(at),
      contextValue,
    }),
  };
}

/** The most characters of a line of a comment; the service's comments have at most 25,000. */
const maxLineLength = 25_000;

/** Returns text of the service or of other people with its line breaks, which `outside` alone would replace. */
export function outsideLines(text: string): Words {
  return join(
    text.split(/\r\n|\r|\n/u).map((line) => fromOutside(line, maxLineLength)),
    '\n',
  );
}
