import type { TextEdit } from '../kit/localeFormat.ts';
import { insertionPlaces } from '../kit/insertionOrder.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { elementLayout, laidOut, type ElementLayout } from '../xml/elementLayout.ts';
import { insertElements, locationBetween } from '../xml/xmlSiblings.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import type { QtContext, QtDocument, QtMessage } from './qtDocument.ts';

/**
 * Edits that insert the messages and contexts that the target lacks in the source's order. `created` contains only
 * those messages, as in a file of the target's language.
 */
export function insertMessages(target: QtDocument, source: QtDocument, created: QtDocument): readonly TextEdit[] {
  const samples = [...target.contexts, ...source.contexts].flatMap(({ messages }) =>
    messages.slice(0, 1).map((message) => message.element),
  );
  const own = target.contexts.flatMap(({ messages }) => messages.map((message) => message.element));
  const { level } = elementLayout({
    text: source.text,
    elements: samples.slice(target.contexts.length),
    isText,
    lineEnd: '\n',
    fallbackLevel: '    ',
  });
  const { text } = target;
  const layout = elementLayout({ text, elements: own, isText, lineEnd: lineEndOf(text), fallbackLevel: level });
  const inserting = { target, created, layout };
  const contexts = contextsByName(target);
  const edits: TextEdit[] = [];
  const missing = new Map<string, XmlElement>();
  const sources = contextsByName(source);
  for (const context of created.contexts) {
    const present = contexts.get(context.name);
    if (present === undefined) missing.set(context.name, context.element);
    else
      edits.push(
        ...insertInto(
          present.element,
          {
            order: (sources.get(context.name) ?? context).messages,
            present: present.messages,
            missing: context.messages,
          },
          inserting,
        ),
      );
  }
  const present = new Map([...contexts].map(([name, { element }]) => [name, element]));
  return [...edits, ...insertAll(target.root, { order: [...sources.keys()], present, missing }, inserting)];
}

interface Inserting {
  readonly target: QtDocument;
  readonly created: QtDocument;
  readonly layout: ElementLayout;
}

interface Messages {
  readonly order: readonly QtMessage[];
  readonly present: readonly QtMessage[];
  readonly missing: readonly QtMessage[];
}

function insertInto(
  context: XmlElement,
  { order, present, missing }: Messages,
  inserting: Inserting,
): readonly TextEdit[] {
  const elements = (messages: readonly QtMessage[]): ReadonlyMap<string, XmlElement> =>
    new Map(messages.map(({ id, element }) => [id, element]));
  const ids = order.map(({ id }) => id);
  return insertAll(context, { order: ids, present: elements(present), missing: elements(missing) }, inserting);
}

/** Elements by their names or ids. */
interface Elements {
  readonly order: readonly string[];
  readonly present: ReadonlyMap<string, XmlElement>;
  readonly missing: ReadonlyMap<string, XmlElement>;
}

function insertAll(
  parent: XmlElement,
  { order, present, missing }: Elements,
  { target, created, layout }: Inserting,
): readonly TextEdit[] {
  const locations = insertionPlaces(order, new Set(present.keys()), new Set(missing.keys()));
  return locations.map(({ ids, after, before }) => {
    const [previous, next] = [after, before].map((key) => (key === undefined ? undefined : present.get(key)));
    const location = locationBetween(parent, previous, next);
    return insertElements(target.text, location, layout, (indent) =>
      ids.flatMap((id) => missing.get(id) ?? []).map((element) => laidOut(created.text, element, indent, layout)),
    );
  });
}

/** The first context with each name; duplicates are ignored. */
function contextsByName({ contexts }: QtDocument): ReadonlyMap<string, QtContext> {
  const byName = new Map<string, QtContext>();
  for (const context of contexts) if (!byName.has(context.name)) byName.set(context.name, context);
  return byName;
}

/** Whitespace between words is text, and so is whitespace around `<byte value="…"/>`. */
function isText({ children }: XmlElement): boolean {
  return children.some((child) => child.kind === 'element' && child.name === 'byte');
}
