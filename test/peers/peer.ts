/** A library with which other tools read and write locale files, used with its default options. */
export interface Peer<Model = unknown> {
  /** The package name and, if the package has several ways to write files, the one that is used. */
  readonly library: string;
  /** Ids of our formats. */
  readonly formats: readonly string[];
  parse(text: string): Model | Promise<Model>;
  /** Replaces the text `from`; returns false if it is not found. Default: `setText`. */
  set?(model: Model, from: string, to: string): boolean;
  print(model: Model, text: string): string | Promise<string>;
}

/** Replaces the first string in plain data or a tree that equals `from`, or else the first that contains it. */
export function setText(model: unknown, from: string, to: string): boolean {
  return (
    replaceWhere(model, (value) => (value.trim() === from ? value.replace(from, () => to) : undefined)) ||
    replaceWhere(model, (value) => (value.includes(from) ? value.replace(from, () => to) : undefined))
  );
}

function replaceWhere(model: unknown, replacement: (value: string) => string | undefined): boolean {
  const seen = new Set<unknown>();
  const open: unknown[] = [model];
  for (;;) {
    const node = open.pop();
    if (node === undefined) return false;
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    const record = node as Record<string, unknown>;
    const children: unknown[] = [];
    for (const key of Object.keys(record)) {
      const value = record[key];
      const text = typeof value === 'string' ? replacement(value) : undefined;
      if (text !== undefined) {
        record[key] = text;
        return true;
      }
      if (typeof value === 'object' && value !== null) children.push(value);
    }
    open.push(...children.reverse());
  }
}

/** Returns the indentation of the first indented line, to which a user would set the library's option. */
export function indentOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}
