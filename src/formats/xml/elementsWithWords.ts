import { hasWords } from '../../base/text/hasWords.ts';
import { isElement, type XmlElement } from './xmlTree.ts';

/** Returns the children of an element that contain words, at any depth, and that `isRead` does not say are read. */
export function elementsWithWords(
  text: string,
  parent: XmlElement,
  isRead: (child: XmlElement) => boolean,
): readonly XmlElement[] {
  return parent.children.filter(isElement).filter((child) => !isRead(child) && containsWords(text, child));
}

/** Whether an element contains words outside of tags and comments. */
export function containsWords(text: string, element: XmlElement): boolean {
  let position = element.innerStart;
  for (const child of element.children) {
    if (hasWords(withoutReferences(text.slice(position, child.start)))) return true;
    if (child.kind === 'cdata' && hasWords(child.text)) return true;
    if (child.kind === 'element' && containsWords(text, child)) return true;
    position = child.end;
  }
  return hasWords(withoutReferences(text.slice(position, element.innerEnd)));
}

/** Returns a text without references such as `&#160;`, whose letters are no words. */
function withoutReferences(raw: string): string {
  return raw.replace(/&#?\w+;/g, '');
}
