import { formatErrorAt } from '../kit/textLocation.ts';
import { escapeKey } from '../kit/unitId.ts';
import { because } from '../reasons/reason.ts';
import { childOf, isElement, parseXml, type XmlDocument, type XmlElement } from '../xml/xmlTree.ts';

/** A `<data>` with a text. */
export interface ResxEntry {
  readonly id: string;
  readonly element: XmlElement;
  /** Undefined if it has none; then the entry cannot be written. */
  readonly value: XmlElement | undefined;
  readonly comment: XmlElement | undefined;
}

export interface ResxFile {
  readonly text: string;
  readonly document: XmlDocument;
  /** By id, in the file's order; if a name occurs twice, the last entry counts. */
  readonly entries: ReadonlyMap<string, ResxEntry>;
}

/** Properties of forms that people read, `$this.Text`; the designer stores all the others in such elements, too. */
const shownProperties: ReadonlySet<string> = new Set(
  (
    'Text ToolTip ToolTipText AccessibleName AccessibleDescription Caption Title Description HeaderText ' +
    'BalloonTipText BalloonTipTitle HelpString PlaceholderText WatermarkText NullText'
  ).split(' '),
);

/** Properties of controls that contain names for the program, although they are text. */
const hiddenProperties: ReadonlySet<string> = new Set(
  (
    'Name Type Parent ZOrder ImageKey ImeMode HelpKeyword HelpNamespace LayoutSettings DataPropertyName ' +
    'DisplayMember ValueMember FieldName'
  ).split(' '),
);

/** Reads the texts of a resource file. Throws FormatError for a text that is not a resource file. */
export function parseResx(text: string): ResxFile {
  const document = parseXml(text);
  const { root } = document;
  if (root.name !== 'root') throw formatErrorAt(text, root.start, because('resx-root', root.name));
  const dataElements = root.children.filter(isElement).filter(({ name }) => name === 'data');
  // The designer of forms writes names such as `>>button1.Name` and `$this.Text`.
  const isOfDesigner = dataElements.some(({ attributes }) => /^(?:>>|\$this\.)/.test(attributes['name'] ?? ''));
  const entries = new Map<string, ResxEntry>();
  for (const element of dataElements) {
    const name = element.attributes['name'];
    if (name === undefined || name === '' || !isText(element) || !isShown(name, isOfDesigner)) continue;
    const id = escapeKey(name);
    // Moves it to the end, in case the name has already occurred.
    entries.delete(id);
    entries.set(id, { id, element, value: childOf(element, 'value'), comment: childOf(element, 'comment') });
  }
  return { text, document, entries };
}

/** A `<data>` with a type is an object, serialized as text. */
function isText({ attributes }: XmlElement): boolean {
  const { type, mimetype } = attributes;
  return mimetype === undefined && (type === undefined || /^System\.String(?:,|$)/.test(type));
}

/** Whether people read a value: `$this.Text` and `button1.ToolTip`, but not `>>button1.Name` or `button1.ImeMode`. */
function isShown(name: string, isOfDesigner: boolean): boolean {
  if (name.startsWith('>>')) return false;
  if (name.startsWith('$this.')) return shownProperties.has(name.slice('$this.'.length));
  const dot = name.lastIndexOf('.');
  return !isOfDesigner || dot < 0 || !hiddenProperties.has(name.slice(dot + 1));
}
