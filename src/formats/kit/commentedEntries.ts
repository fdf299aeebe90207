import { createEntries, insertEntries, type EntryBlock } from './entryLines.ts';
import type { TextEdit } from './localeFormat.ts';
import { lineEndOf } from './lineEnd.ts';
import { refusal, type WantedChange } from './provenFormat.ts';

/** A file of entries below each other, each with the comments that belong to it. */
export interface CommentedFile<Entry extends Commented> {
  readonly byId: ReadonlyMap<string, Entry>;
  /** In the file's order. */
  readonly blocks: () => readonly EntryBlock[];
}

interface Commented {
  readonly comments: readonly unknown[];
}

/** An entry that is to be written as its source has it, with another text. */
export interface NewEntry<Entry extends Commented> {
  readonly translation: string;
  /** In the source. */
  readonly entry: Entry;
  /** The neighbour in the target, which shows how its entries look; undefined in a file that has none. */
  readonly near: Entry | undefined;
  readonly copiesComments: boolean;
  readonly lineEnd: string;
}

/** The lines of an entry, the last without its line end. */
export type RenderEntry<Entry extends Commented> = (entry: NewEntry<Entry>) => string;

/** Edits that put the added entries where the source's order has them. Throws FormatError for an id that the source lacks. */
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

/** The text of a new file that has the added entries, with comments and headings as the source has them. */
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
  if (entry === undefined) throw refusal(`The source has no entry “${id}”.`);
  return entry;
}

/** Whether a file has the comments of its source, for most of the entries that it shares with it. */
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
