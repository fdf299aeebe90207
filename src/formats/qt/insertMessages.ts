import type { TextEdit } from '../kit/localeFormat.ts';
import { insertionPlaces } from '../kit/insertionOrder.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { elementLayout, layOutElement, type ElementLayout } from '../xml/elementLayout.ts';
import { insertElements, locationBetween } from '../xml/xmlSiblings.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import type { QtContext, QtDocument, QtMessage } from './qtDocument.ts';

/** Inserts messages and contexts that the target lacks; `created` has only these, but in the target's language. */
export function insertMessages(target: QtDocument, source: QtDocument, created: QtDocument): readonly TextEdit[] {
  const files = { target, created, layout: layoutOf(target, source) };
  const targetContexts = contextsByName(target);
  const sourceContexts = contextsByName(source);
  const edits: TextEdit[] = [];
  const missingContexts = new Map<string, XmlElement>();
  for (const context of created.contexts) {
    const { name, messages } = context;
    const targetContext = targetContexts.get(name);
    if (targetContext === undefined) {
      missingContexts.set(name, context.element);
      continue;
    }
    const order = (sourceContexts.get(name) ?? context).messages.map(({ id }) => id);
    const present = elementsById(targetContext.messages);
    edits.push(...insertMissing(targetContext.element, { order, present, missing: elementsById(messages) }, files));
  }
  const order = [...sourceContexts.keys()];
  const present = new Map([...targetContexts].map(([name, { element }]) => [name, element]));
  return [...edits, ...insertMissing(target.root, { order, present, missing: missingContexts }, files)];
}

function elementsById(messages: readonly QtMessage[]): ReadonlyMap<string, XmlElement> {
  return new Map(messages.map(({ id, element }) => [id, element]));
}

/** The layout of the target's messages; the indentation of a level is the source's if the target does not show it. */
function layoutOf(target: QtDocument, source: QtDocument): ElementLayout {
  const sourceLayout = elementLayout({
    text: source.text,
    elements: source.contexts.flatMap(({ messages }) => messages[0]?.element ?? []),
    isText,
    lineEnd: '\n',
    fallbackLevel: '    ',
  });
  return elementLayout({
    text: target.text,
    elements: target.contexts.flatMap(({ messages }) => messages.map(({ element }) => element)),
    isText,
    lineEnd: lineEndOf(target.text),
    fallbackLevel: sourceLayout.level,
  });
}

interface Files {
  readonly target: QtDocument;
  readonly created: QtDocument;
  /** The target's layout. */
  readonly layout: ElementLayout;
}

/** Messages by id, or contexts by name: the source's order, those that the target has, and those that it lacks. */
interface Elements {
  readonly order: readonly string[];
  readonly present: ReadonlyMap<string, XmlElement>;
  readonly missing: ReadonlyMap<string, XmlElement>;
}

function insertMissing(
  parent: XmlElement,
  { order, present, missing }: Elements,
  { target, created, layout }: Files,
): readonly TextEdit[] {
  return insertionPlaces(order, present, missing).map(({ ids, after = '', before = '' }) => {
    const location = locationBetween(parent, present.get(after), present.get(before));
    const elements = ids.flatMap((id) => missing.get(id) ?? []);
    return insertElements(target.text, location, layout, (indent) =>
      elements.map((element) => layOutElement(created.text, element, indent, layout)),
    );
  });
}

/** The first context with each name; duplicates are ignored. */
function contextsByName({ contexts }: QtDocument): ReadonlyMap<string, QtContext> {
  const byName = new Map<string, QtContext>();
  for (const context of contexts) if (!byName.has(context.name)) byName.set(context.name, context);
  return byName;
}

/** Whether whitespace between an element's children is text: around `<byte value="…"/>`, it is. */
function isText({ children }: XmlElement): boolean {
  return children.some((child) => child.kind === 'element' && child.name === 'byte');
}
