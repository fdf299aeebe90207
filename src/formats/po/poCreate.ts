import type { TextEdit, WriteContext } from '../kit/localeFormat.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { spliceEdits } from '../kit/spliceEdits.ts';
import { parsePluralForms } from './pluralFormula.ts';
import { pluralFormsFor } from './pluralTable.ts';
import { clearFuzzy, flagsOfNewText } from './poFlags.ts';
import { bcp47Of, gettextLocale, mayBeSame, withField, type PoHeader } from './poHeader.ts';
import { renderString, type EntryTexts, type RenderStyle } from './poRender.ts';
import type { PoComment, PoEntry } from './poScan.ts';
import { gnuLayout, isHeader, layoutOf } from './poStyle.ts';
import { pluralPlan, type PluralPlan, type PoCatalog } from './poUnits.ts';

/**
 * Returns a new file from a template, or from the file of another language: every msgid with its comments, the wanted
 * texts, and a header for the target with its Language, its Plural-Forms and UTF-8. Fields that msginit fills from a
 * prompt or a clock (translator, team, date of revision) stay as in the template. Texts, `fuzzy` and obsolete entries
 * of another language are omitted.
 */
export function createPo(
  context: WriteContext,
  source: PoCatalog,
  textsOf: (plan: PluralPlan) => ReadonlyMap<string, EntryTexts>,
): string {
  const { sourceText, targetLocale } = context;
  const lineEnd = lineEndOf(sourceText);
  const style: RenderStyle = { layout: layoutOf(sourceText, source.file, gnuLayout), lineEnd };
  const pluralForms = formsFor(source.header, targetLocale);
  const plan = pluralPlan(
    { entry: emptyHeader, field: (name) => (name === 'Plural-Forms' ? pluralForms : '') },
    targetLocale,
  );
  const texts = textsOf(plan);
  const edits: TextEdit[] = [];
  for (const [index, entry] of source.file.entries.entries()) {
    if (isHeader(entry)) edits.push(...headerEdits(context, entry, pluralForms, style));
    else {
      const own = texts.get(source.ids[index] ?? '') ?? noTexts;
      edits.push(...entryEdits(context, entry, own, { plan, style }));
    }
  }
  for (const { start, end } of source.file.obsolete) edits.push({ start, end, text: '' });
  const created = spliceEdits(
    sourceText,
    edits.sort((a, b) => a.start - b.start || a.end - b.end),
  );
  const whole =
    source.header === undefined ? newHeader(targetLocale, pluralForms, style) + lineEnd.repeat(2) + created : created;
  return source.file.obsolete.length === 0 ? whole : withoutEmptyLinesAtEnd(whole, lineEnd);
}

const noTexts: EntryTexts = new Map();

/** Stands for a missing header; only its fields are read. */
const emptyHeader: PoEntry = {
  domain: undefined,
  context: undefined,
  id: { start: 0, end: 0, text: '', parts: 1, isExact: true },
  plural: undefined,
  forms: [],
  comments: [],
  start: 0,
  keyword: 0,
  end: 0,
  gap: 0,
};

/** Returns the formula of a source that is already in the target's language, else the usual one. */
function formsFor(header: PoHeader | undefined, targetLocale: string): string {
  const own = header?.field('Plural-Forms') ?? '';
  const language = header?.field('Language') ?? '';
  if (language !== '' && mayBeSame(language, targetLocale) && parsePluralForms(own) !== undefined) return own;
  return pluralFormsFor(bcp47Of(targetLocale) ?? targetLocale);
}

function headerEdits(
  { sourceText, targetLocale }: WriteContext,
  entry: PoEntry,
  pluralForms: string,
  { layout, lineEnd }: RenderStyle,
): readonly TextEdit[] {
  const [form] = entry.forms;
  if (form === undefined) return [];
  let header = withField(form.text, 'Language', languageFor(form.text, targetLocale), 'Language-Team');
  header = withField(header, 'MIME-Version', '1.0', 'Language');
  header = withField(header, 'Content-Type', 'text/plain; charset=UTF-8', 'MIME-Version');
  header = withField(header, 'Content-Transfer-Encoding', '8bit', 'Content-Type');
  header = withField(header, 'Plural-Forms', pluralForms, 'Content-Transfer-Encoding');
  const unchanged =
    header === form.text
      ? []
      : [
          {
            start: form.start,
            end: form.end,
            text: renderString('msgstr', header, {
              layout: { ...layout, breaksAtLineEnds: true, emptyFirst: true },
              lineEnd,
            }),
          },
        ];
  return [...clearFuzzy(sourceText, entry), ...unchanged];
}

/** A source in the target's language may spell its language differently. */
function languageFor(header: string, targetLocale: string): string {
  const own = /^Language:[ \t]*(\S+)/im.exec(header)?.[1];
  return own !== undefined && bcp47Of(own) !== undefined && bcp47Of(own) === bcp47Of(targetLocale)
    ? own
    : gettextLocale(targetLocale);
}

function newHeader(targetLocale: string, pluralForms: string, style: RenderStyle): string {
  const fields = [
    `Language: ${gettextLocale(targetLocale)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=UTF-8',
    'Content-Transfer-Encoding: 8bit',
    `Plural-Forms: ${pluralForms}`,
  ];
  const text = fields.map((field) => `${field}\n`).join('');
  const layout = { ...style.layout, breaksAtLineEnds: true, emptyFirst: true };
  return `msgid ""${style.lineEnd}msgstr ${renderString('msgstr', text, { ...style, layout })}`;
}

interface Forms {
  readonly plan: PluralPlan;
  readonly style: RenderStyle;
}

function entryEdits(
  { sourceText, state }: WriteContext,
  entry: PoEntry,
  texts: EntryTexts,
  { plan, style }: Forms,
): readonly TextEdit[] {
  const first = entry.forms.find((form) => form !== undefined);
  const last = entry.forms.at(-1);
  if (first === undefined || last === undefined) return [];
  const own = flagged(sourceText, entry.comments, 'no-wrap')
    ? { ...style, layout: { ...style.layout, width: undefined } }
    : style;
  const rendered = (keyword: string, index: number): string => renderString(keyword, texts.get(index) ?? '', own);
  const edits = [...flagsOfNewText(sourceText, entry, state === 'needs-review' && texts.size > 0, style.lineEnd)];
  if (entry.plural === undefined) edits.push({ start: first.start, end: first.end, text: rendered('msgstr', 0) });
  else {
    const lines = Array.from(
      { length: plan.count },
      (_, index) => `msgstr[${index}] ${rendered(`msgstr[${index}]`, index)}`,
    );
    edits.push({
      start: sourceText.lastIndexOf('msgstr', first.start),
      end: last.end,
      text: lines.join(style.lineEnd),
    });
  }
  return edits;
}

function flagged(text: string, comments: readonly PoComment[], flag: string): boolean {
  return comments.some(
    ({ kind, start, end }) =>
      kind === ',' &&
      text
        .slice(start + 2, end)
        .split(',')
        .some((each) => each.trim() === flag),
  );
}

function withoutEmptyLinesAtEnd(text: string, lineEnd: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end) + lineEnd;
}
