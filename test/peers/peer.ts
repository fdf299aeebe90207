/** A library that other tools read and write locale files with: parse, set one text, print, as its users do by default. */
export interface Peer<Model = unknown> {
  /** The package, and what of it is used where it has several ways. */
  readonly library: string;
  /** Ids of our formats. */
  readonly formats: readonly string[];
  parse(text: string): Model | Promise<Model>;
  /** Sets the one text that is `from`; false where it is not to be found. Absent: `setText`. */
  set?(model: Model, from: string, to: string): boolean;
  print(model: Model, text: string): string | Promise<string>;
}

/** Replaces, in plain data or a tree of nodes, the first text that is `from`, else the first that holds it. */
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

/** The blanks that the first indented line begins with: what a person would set the tool's option to. */
export function indentOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
}
