import { because } from '../reasons/reason.ts';
import { createEntries, insertEntries, type EntryBlock } from './entryLines.ts';
import type { TextEdit } from './localeFormat.ts';
import { lineEndOf } from './lineEnd.ts';
import { refusal, type WantedChange } from './provenFormat.ts';

/** A file with a list of entries, each with the comments that belong to it. */
export interface CommentedFile<Entry extends Commented> {
  readonly byId: ReadonlyMap<string, Entry>;
  /** In the file's order. */
  readonly blocks: () => readonly EntryBlock[];
}

interface Commented {
  readonly comments: readonly unknown[];
}

/** An entry to be written like its source's, with another text. */
export interface NewEntry<Entry extends Commented> {
  readonly translation: string;
  /** The entry in the source. */
  readonly entry: Entry;
  /** The neighboring entry in the target, whose style is copied; undefined in a file without entries. */
  readonly near: Entry | undefined;
  readonly copiesComments: boolean;
  readonly lineEnd: string;
}

/** Renders the lines of an entry, the last without its line end. */
export type RenderEntry<Entry extends Commented> = (entry: NewEntry<Entry>) => string;

/** Edits that insert the added entries in the source's order. Throws FormatError for an id that the source lacks. */
export function insertCommented<Entry extends Commented>(
  { text, added }: WantedChange,
  target: CommentedFile<Entry>,
  source: CommentedFile<Entry>,
  render: RenderEntry<Entry>,
): TextEdit[] {
  const lineEnd = lineEndOf(text);
  const copiesComments = keepsComments(target, source);
  return insertEntries({
    text,
    lineEnd,
    present: target.blocks(),
    source: source.blocks(),
    missing: added,
    foot: text.length,
    render: (id, near) => {
      const like = near === undefined ? undefined : target.byId.get(near.id);
      return render({
        translation: added.get(id) ?? '',
        entry: entryOf(source, id),
        near: like,
        copiesComments,
        lineEnd,
      });
    },
  });
}

/** The text of a new file with the added entries, with the source's comments and headings. */
export function createCommented<Entry extends Commented>(
  { context: { sourceText }, added }: WantedChange,
  source: CommentedFile<Entry>,
  render: RenderEntry<Entry>,
): string {
  const lineEnd = lineEndOf(sourceText);
  return createEntries({
    sourceText,
    lineEnd,
    source: source.blocks(),
    wanted: added,
    render: (id) =>
      render({
        translation: added.get(id) ?? '',
        entry: entryOf(source, id),
        near: undefined,
        copiesComments: true,
        lineEnd,
      }),
  });
}

function entryOf<Entry extends Commented>({ byId }: CommentedFile<Entry>, id: string): Entry {
  const entry = byId.get(id);
  if (entry === undefined) throw refusal(because('unit-not-in-source', id));
  return entry;
}

/** Whether a file has its source's comments for most of the entries that both have. */
function keepsComments<Entry extends Commented>(target: CommentedFile<Entry>, source: CommentedFile<Entry>): boolean {
  let kept = 0;
  let dropped = 0;
  for (const [id, { comments }] of source.byId) {
    if (comments.length === 0) continue;
    const own = target.byId.get(id);
    if (own === undefined) continue;
    if (own.comments.length > 0) kept += 1;
    else dropped += 1;
  }
  return kept > 0 && kept >= dropped;
}
