import type { CDPSession, Frame, Page } from 'playwright-core';
import { hostileIconCode } from '../../e2e/hostileText.ts';

/** A node of the browser's accessibility tree. */
export interface AccessibleNode {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly focusable: boolean;
  readonly focused: boolean;
  /** The active row of a list that keeps the focus for its rows. */
  readonly active: AccessibleNode | undefined;
  /** The closest node above it that is not ignored. */
  readonly parent: AccessibleNode | undefined;
}

/** The part of a node that this uses, as the DevTools protocol describes it. */
interface RawNode {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly backendDOMNodeId?: number;
  readonly ignored: boolean;
  readonly role?: { readonly value?: string };
  readonly name?: { readonly value?: string };
  readonly description?: { readonly value?: string };
  readonly properties?: readonly {
    readonly name: string;
    readonly value: {
      readonly value?: unknown;
      readonly relatedNodes?: readonly { readonly backendDOMNodeId: number }[];
    };
  }[];
}

interface FrameTree {
  readonly frame: { readonly id: string; readonly name?: string };
  readonly childFrames?: readonly FrameTree[];
}

/**
 * Returns the accessibility tree of a document, as the browser gives it to screen readers.
 * @param within selector of the elements whose nodes are returned; all if absent
 */
export async function accessibleTree(target: Page | Frame, within?: string): Promise<readonly AccessibleNode[]> {
  const page = 'page' in target ? target.page() : target;
  const { session, frameId } = await sessionOf(page, target);
  try {
    const { nodes } = (await session.send('Accessibility.getFullAXTree', frameId === undefined ? {} : { frameId })) as {
      readonly nodes: readonly RawNode[];
    };
    return shownNodes(nodes, within === undefined ? undefined : await elementsOf(session, within));
  } finally {
    await session.detach();
  }
}

/** Returns the ids of the elements that a selector finds. */
async function elementsOf(session: CDPSession, selector: string): Promise<ReadonlySet<number>> {
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  const described = await Promise.all(nodeIds.map((nodeId) => session.send('DOM.describeNode', { nodeId })));
  return new Set(described.map(({ node }) => node.backendNodeId));
}

/** A frame of another process has a session of its own; others are found in that of a frame
 * around them. */
async function sessionOf(
  page: Page,
  target: Page | Frame,
): Promise<{ readonly session: CDPSession; readonly frameId?: string }> {
  const context = page.context();
  if (!('page' in target)) return { session: await context.newCDPSession(page) };
  let around: Frame | null = target;
  let session: CDPSession | undefined;
  while (session === undefined && around !== null) {
    session = await context.newCDPSession(around).catch(() => undefined);
    around = around.parentFrame();
  }
  session ??= await context.newCDPSession(page);
  const { frameTree } = (await session.send('Page.getFrameTree')) as { readonly frameTree: FrameTree };
  // A document that is written by a script has another address there, so frames are compared by their names.
  const parent = target.parentFrame();
  const names = `${parent === null ? '' : await frameName(parent)}/${await frameName(target)}`;
  const frameId = framesOf(frameTree).find((frame) => frame.names === names)?.id;
  if (frameId === undefined) throw new Error(`There is no frame with the names ${names}.`);
  return { session, frameId };
}

/** Returns the present name of a frame, which VS Code changes when its document is loaded. */
async function frameName(frame: Frame): Promise<string> {
  if (frame.parentFrame() === null) return '';
  const element = await frame.frameElement();
  return (await element.getAttribute('name')) ?? (await element.getAttribute('id')) ?? '';
}

/** Returns the frames of a tree, each with its name and that of the frame around it. */
function framesOf(
  { frame, childFrames = [] }: FrameTree,
  around = '',
): readonly { readonly id: string; readonly names: string }[] {
  const { id, name = '' } = frame;
  return [{ id, names: `${around}/${name}` }, ...childFrames.flatMap((child) => framesOf(child, name))];
}

function shownNodes(raw: readonly RawNode[], within: ReadonlySet<number> | undefined): readonly AccessibleNode[] {
  const byId = new Map(raw.map((node) => [node.nodeId, node]));
  const byElement = new Map(raw.map((node) => [node.backendDOMNodeId, node]));
  const shown = new Map<string, AccessibleNode>();
  const find = (id: string | undefined): AccessibleNode | undefined => {
    const node = id === undefined ? undefined : byId.get(id);
    if (node === undefined) return undefined;
    return node.ignored ? find(node.parentId) : make(node);
  };
  const make = (node: RawNode): AccessibleNode => {
    const known = shown.get(node.nodeId);
    if (known !== undefined) return known;
    const has = (name: string): boolean =>
      node.properties?.some((property) => property.name === name && property.value.value === true) === true;
    const activeId = node.properties?.find(({ name }) => name === 'activedescendant')?.value.relatedNodes?.[0];
    const active = activeId === undefined ? undefined : byElement.get(activeId.backendDOMNodeId);
    const made = {
      role: node.role?.value ?? '',
      name: node.name?.value ?? '',
      description: node.description?.value ?? '',
      focusable: has('focusable'),
      focused: has('focused'),
      // The parent of the row may be this node, so it is not made before this one.
      get active() {
        return active === undefined || active.ignored ? undefined : make(active);
      },
      parent: find(node.parentId),
    };
    shown.set(node.nodeId, made);
    return made;
  };
  const isWithin = (node: RawNode | undefined): boolean =>
    node !== undefined &&
    (within?.has(node.backendDOMNodeId ?? -1) !== false || isWithin(byId.get(node.parentId ?? '')));
  return raw.filter((node) => !node.ignored && isWithin(node)).map(make);
}

/** Codes of icons, such as `$(check)`, and characters of icon fonts. */
const iconCode = /\$\([a-z-]+(?:~[a-z]+)?\)|[\u{E000}-\u{F8FF}]/u;

/** The texts inside of other nodes. VS Code draws its icons as such, and names the nodes around them without these. */
const texts = new Set(['StaticText', 'InlineTextBox']);

/** Returns the node that a screen reader reads when the focus arrives there; undefined if the focus is lost. */
export function focusedNode(nodes: readonly AccessibleNode[]): AccessibleNode | undefined {
  const focused = nodes.find((node) => node.focused && node.role !== 'RootWebArea');
  return focused?.active ?? focused;
}

/** Roles that are in the tab order although they do nothing. */
const documents = new Set(['RootWebArea', 'Iframe']);
const withoutRole = new Set(['', 'none', 'generic', 'presentation']);

/** Roles that lead somewhere or do something. Two with one name next to each other can't be distinguished. */
const actions = new Set([
  ...['button', 'link', 'menuitem', 'checkbox', 'radio', 'tab', 'option'],
  ...['textbox', 'searchbox', 'combobox'],
]);

/**
 * Returns what a screen reader couldn't name in a tree, one line each: focusable nodes without a role or a name, names
 * with codes of icons, and actions next to each other that have one name.
 */
export function nameProblems(nodes: readonly AccessibleNode[]): readonly string[] {
  const found: string[] = [];
  const names = new Map<AccessibleNode | undefined, Set<string>>();
  for (const { role, name, focusable, parent } of nodes) {
    const place = `${role} “${name.slice(0, 60)}”`;
    // Texts from outside are named as they are; only the tests' own have such a code.
    if (iconCode.test(name.replaceAll(hostileIconCode, '')) && !texts.has(role))
      found.push(`${place}: the name has the code of an icon`);
    if ((!focusable && !actions.has(role)) || documents.has(role)) continue;
    if (withoutRole.has(role)) found.push(`${place}: focusable, but without a role`);
    if (name.trim() === '')
      found.push(`${role} in ${parent?.role ?? ''} “${parent?.name.slice(0, 60) ?? ''}”: no name`);
    if (!actions.has(role)) continue;
    const siblings = names.get(parent) ?? new Set();
    names.set(parent, siblings);
    if (siblings.has(`${role} ${name}`)) found.push(`${place}: another one next to it has this name`);
    siblings.add(`${role} ${name}`);
  }
  return found;
}

/** Returns what the tree of one of our pages lacks: a title, a language, one main heading, one main part, and names. */
export async function pageTreeProblems(target: Page | Frame): Promise<readonly string[]> {
  const nodes = await accessibleTree(target);
  const { title, language, headings } = await target.evaluate(() => ({
    title: document.title,
    language: document.documentElement.lang,
    headings: document.querySelectorAll('h1').length,
  }));
  const mains = nodes.filter(({ role }) => role === 'main').length;
  return [
    ...(title.trim() === '' ? ['The document has no title.'] : []),
    ...(language === '' ? ['The document has no language.'] : []),
    // The tree has nothing outside a modal dialog.
    ...(headings === 1 ? [] : [`The document has ${headings} headings of the first level.`]),
    ...(mains === 1 || nodes.some(({ role }) => role === 'dialog') ? [] : [`The document has ${mains} main parts.`]),
    ...nameProblems(nodes),
  ];
}
