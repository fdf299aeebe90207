import type { TextEdit, WriteContext } from '../kit/localeFormat.ts';
import { attributeEdit, attributeRemoval } from '../xml/xmlAttribute.ts';
import type { XmlElement } from '../xml/xmlTree.ts';
import type { XliffDocument } from './xliffDocument.ts';
import type { XliffSegment } from './xliffTree.ts';

/** XLIFF 2 has no state for "needs review", but allows sub-states of `translated` (4.3.1.33, `subState`). */
const needsReview = 'human-translation:needs-review';

/** XLIFF 1.2, 3.2.1: the states of a target that needs review. */
const unfinishedStates: ReadonlySet<string> = new Set([
  'new',
  'needs-adaptation',
  'needs-l10n',
  'needs-review-adaptation',
  'needs-review-l10n',
  'needs-review-translation',
  'needs-translation',
]);

/** Whether a segment's recorded state says that there is work to do. Missing states say nothing. */
export function needsWork({ target, element }: XliffSegment, { version }: XliffDocument): boolean {
  if (version === 1) return unfinishedStates.has(target?.attributes['state'] ?? '');
  return element.attributes['state'] === 'initial' || (element.attributes['subState'] ?? '').includes(':needs-');
}

/** Whether any of a document's segments has a recorded state; a file without states gets none for finished texts. */
export function recordsStates(segments: readonly XliffSegment[], { version }: XliffDocument): boolean {
  return segments.some(({ target, element }) => {
    const elementWithState = version === 1 ? target : element;
    return elementWithState?.attributes['state'] !== undefined;
  });
}

/** How to write the state of a segment. */
export interface StateChange {
  readonly state: NonNullable<WriteContext['state']>;
  /** Whether the text has changed: only then is a state beyond `translated` (reviewed, signed off) reset. */
  readonly isNewText: boolean;
  /** Whether a finished text gets a state, too: not in a file that has no states. */
  readonly marksFinished: boolean;
}

/** The attributes of a new target, each after a space: XLIFF 1.2 keeps the state there. */
export function newTargetAttributes(state: WriteContext['state'], marksFinished: boolean): string {
  if (state === 'needs-review') return ' state="needs-review-translation"';
  return state === 'translated' && marksFinished ? ' state="translated"' : '';
}

/** The edits of attributes that change a segment's state. */
export function stateEdits(
  { text, version }: XliffDocument,
  segment: XliffSegment,
  change: StateChange,
): readonly TextEdit[] {
  const { target, unit, element } = segment;
  if (version === 2) return segmentState(text, element, change);
  const edits: TextEdit[] = [];
  if (target !== undefined) edits.push(...targetState(text, target, change));
  // An approved unit whose translation needs review is no longer approved (XLIFF 1.2, 3.2.1).
  if (change.state === 'needs-review' && unit.attributes['approved'] === 'yes')
    edits.push(attributeEdit(text, unit, 'approved', 'no'));
  // TYPO3 shows no translation of a unit that says that it is not approved (`requireApprovedLocalizations`).
  if (change.state === 'translated' && change.isNewText && unit.attributes['approved'] === 'no')
    edits.push(attributeEdit(text, unit, 'approved', 'yes'));
  return edits;
}

function targetState(
  text: string,
  target: XmlElement,
  { state, isNewText, marksFinished }: StateChange,
): readonly TextEdit[] {
  const presentState = target.attributes['state'];
  if (state === 'translated') {
    if (presentState === undefined && !marksFinished) return [];
    const isFinished = presentState !== undefined && !unfinishedStates.has(presentState);
    if (isFinished && !isNewText) return [];
  }
  const value = state === 'translated' ? 'translated' : 'needs-review-translation';
  const edits = [attributeEdit(text, target, 'state', value)];
  // The origin of a replaced text (a fuzzy match, a suggestion) does not apply to the new one.
  const qualifier = attributeRemoval(text, target, 'state-qualifier');
  if (isNewText && qualifier !== undefined) edits.push(qualifier);
  return edits;
}

/** XLIFF 2, 4.3.1.31: initial, translated, reviewed or final. Setting it requires setting or removing the sub-state. */
function segmentState(
  text: string,
  segment: XmlElement,
  { state, isNewText, marksFinished }: StateChange,
): readonly TextEdit[] {
  const { state: presentState, subState = '' } = segment.attributes;
  const stateEdit = attributeEdit(text, segment, 'state', 'translated');
  if (state === 'needs-review') return [stateEdit, attributeEdit(text, segment, 'subState', needsReview)];
  if (presentState === undefined && !marksFinished) return [];
  const isFinished = presentState !== undefined && presentState !== 'initial' && !subState.includes(':needs-');
  // `reviewed` and `final` stay as long as the text does.
  if (isFinished && !isNewText) return [];
  const removal = attributeRemoval(text, segment, 'subState');
  return removal === undefined ? [stateEdit] : [stateEdit, removal];
}
