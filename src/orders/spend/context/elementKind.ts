import type { Unit } from '../../../formats/format.ts';
import { keyPathOf, readableId } from '../../../formats/kit/unitId.ts';

/** What is known about a string and the code that uses it. */
export interface ElementClues extends Pick<Unit, 'id' | 'text' | 'note'> {
  /** The path of its file; absent for text without a file. */
  readonly path?: string | undefined;
  /** Lines of code that use it. */
  readonly code: readonly string[];
}

const aButton = 'on a button';
const aTitle = 'a title';
const aMenuItem = 'an item of a menu';
const aTab = 'the name of a tab';
const aLabel = 'a label';
const aHint = 'a hint in an empty field';
const aTooltip = 'a tooltip';
const anError = 'an error message';
const aWarning = 'a warning';
const aNotification = 'a notification';
const forScreenReaders = 'read out by screen readers';
const aLink = 'a link';
const aMail = 'in a mail';

/** The kinds that words of a key name. */
const kindsByWord: ReadonlyMap<string, string> = new Map(
  [
    ['button btn cta', aButton],
    ['title heading headline', aTitle],
    ['menu menuitem submenu', aMenuItem],
    ['tab', aTab],
    ['label lbl', aLabel],
    ['placeholder hint', aHint],
    ['tooltip', aTooltip],
    ['error errors err exception failure', anError],
    ['warning warnings', aWarning],
    ['toast snackbar notification notifications', aNotification],
    ['aria a11y accessibility', forScreenReaders],
    ['link', aLink],
    ['email emails mail mailer', aMail],
  ].flatMap(([words = '', kind = '']) => words.split(' ').map((word): [string, string] => [word, kind])),
);

/** Kinds that say less than the word before them: the title of a button, the label of a menu. */
const generalKinds = new Set([aTitle, aLabel, aLink]);

/** Code around a key that shows what is drawn, in the order of preference. */
const kindsByCode: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/\b(?:aria-label|contentDescription|accessibilityLabel|semanticsLabel)\b/u, forScreenReaders],
  [/\bplaceholder\s*[=:]|\bhintText\s*:/u, aHint],
  [/\btooltip\b/iu, aTooltip],
  [/<(?:[A-Za-z-]*Button|button|v-btn|el-button|ion-button)\b|\b(?:Elevated|Text|Outlined)?Button\(/u, aButton],
  [/<(?:MenuItem|menuitem|v-list-item|DropdownMenuItem)\b|\bNSMenuItem\(/u, aMenuItem],
  [/<h[1-6][\s>]|<(?:Heading|Title)\b|\bnavigationTitle\(/u, aTitle],
  [/<(?:label|Label|FormLabel)\b/u, aLabel],
  [/\b(?:throw|raise)\s|\b\w*(?:Error|Exception)\(/u, anError],
  [/\b(?:toast|snackbar|showNotification|notify)\b/iu, aNotification],
];

/** Classes of Interface Builder, which its comments name: `Class = "UIButton"`. */
const kindsByClass: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/^(?:UIButton|NSButton)/u, aButton],
  [/^(?:NSMenu|UIMenu)/u, aMenuItem],
  [/^(?:UINavigationItem|NSWindow)/u, aTitle],
  [/^(?:UITabBarItem|NSTabViewItem)/u, aTab],
  [/^(?:UILabel|NSTextFieldCell)/u, aLabel],
];

/**
 * Returns a line that says what kind of element shows a string, as far as the code, a comment of Interface Builder, the
 * key or the name of the file tells: `It is probably on a button.` Undefined if none does.
 */
export function elementLine(clues: ElementClues): string | undefined {
  const kind = kindByCode(clues.code) ?? kindByNote(clues.note) ?? kindByKey(clues) ?? kindByFile(clues.path);
  return kind && `It is probably ${kind}.`;
}

function kindByCode(lines: readonly string[]): string | undefined {
  return kindsByCode.find(([pattern]) => lines.some((line) => pattern.test(line)))?.[1];
}

function kindByNote(note: string | undefined): string | undefined {
  const [, name] = /\bClass = "(\w+)"/u.exec(note ?? '') ?? [];
  return name === undefined ? undefined : kindsByClass.find(([pattern]) => pattern.test(name))?.[1];
}

/** Reads the last two words of a key: `signUp.submit_button`, `button.title`; a key that is a sentence says nothing. */
function kindByKey({ id, text }: Pick<Unit, 'id' | 'text'>): string | undefined {
  const key = readableId(keyPathOf(id));
  if (key === text || /\s/u.test(key)) return undefined;
  const words = key.split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u).filter((word) => word !== '');
  const [last, previous] = words.toReversed().map((word) => kindsByWord.get(word.toLowerCase()));
  if (last !== undefined && generalKinds.has(last) && previous !== undefined) return previous;
  // `errors.not_found`, `menu.file`: the first word is a group.
  return last ?? previous ?? kindsByWord.get(words[0]?.toLowerCase() ?? '');
}

/** Reads the name of a file or its folder, if it names a kind: `errors.json`, `mailer/en.yml`. */
function kindByFile(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const names = path.split('/').slice(-2).toReversed();
  for (const name of names) {
    const kind = kindsByWord.get(name.replace(/\..*$/u, '').toLowerCase());
    if (kind !== undefined && [anError, aWarning, aMenuItem, aNotification, aMail].includes(kind)) return kind;
  }
  return undefined;
}
