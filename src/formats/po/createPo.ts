import type { TextEdit, WriteContext } from '../kit/localeFormat.ts';
import { lineEndOf } from '../kit/lineEnd.ts';
import { spliceEdits } from '../kit/spliceEdits.ts';
import { parsePluralForms } from './pluralFormula.ts';
import { pluralFormsFor } from './pluralFormsFor.ts';
import { clearFuzzy, flagsOfNewText } from './poFlags.ts';
import { bcp47Of, gettextLocale, mayBeSame, withField, type PoHeader } from './poHeader.ts';
import { renderForms, renderString, styleOfEntry, type EntryTexts, type RenderStyle } from './poRender.ts';
import type { PoEntry } from './scanPo.ts';
import { gnuLayout, isHeader, layoutOf } from './poStyle.ts';
import { parsePlan, type PluralPlan, type PoCatalog } from './poUnits.ts';

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
  const pluralForms = pluralFormsOf(source.header, targetLocale);
  const plan = parsePlan(pluralForms, targetLocale);
  const texts = textsOf(plan);
  const edits: TextEdit[] = [];
  for (const [index, entry] of source.file.entries.entries()) {
    if (isHeader(entry)) {
      edits.push(...headerEdits(context, entry, pluralForms, style));
      continue;
    }
    const textsOfEntry = texts.get(source.ids[index] ?? '') ?? noTexts;
    edits.push(...entryEdits(context, entry, textsOfEntry, { plan, style }));
  }
  for (const { start, end } of source.file.obsolete) edits.push({ start, end, text: '' });
  edits.sort((a, b) => a.start - b.start || a.end - b.end);
  let created = spliceEdits(sourceText, edits);
  if (source.header === undefined) created = newHeader(targetLocale, pluralForms, style) + lineEnd.repeat(2) + created;
  return source.file.obsolete.length === 0 ? created : withoutEmptyLinesAtEnd(created, lineEnd);
}

const noTexts: EntryTexts = new Map();

/** Returns the Plural-Forms of a source that is already in the target's language, else the usual ones. */
function pluralFormsOf(header: PoHeader | undefined, targetLocale: string): string {
  const sourceForms = header?.field('Plural-Forms') ?? '';
  const language = header?.field('Language') ?? '';
  const isSameLanguage = language !== '' && mayBeSame(language, targetLocale);
  if (isSameLanguage && parsePluralForms(sourceForms) !== undefined) return sourceForms;
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
  // Each field replaces the present one, or is inserted after the field named last.
  let header = withField(form.text, 'Language', languageFor(form.text, targetLocale), 'Language-Team');
  header = withField(header, 'MIME-Version', '1.0', 'Language');
  header = withField(header, 'Content-Type', 'text/plain; charset=UTF-8', 'MIME-Version');
  header = withField(header, 'Content-Transfer-Encoding', '8bit', 'Content-Type');
  header = withField(header, 'Plural-Forms', pluralForms, 'Content-Transfer-Encoding');
  const edits = [...clearFuzzy(sourceText, entry)];
  if (header === form.text) return edits;
  const headerLayout = { ...layout, breaksAtLineEnds: true, beginsWithEmptyPart: true };
  const text = renderString('msgstr', header, { layout: headerLayout, lineEnd });
  return [...edits, { start: form.start, end: form.end, text }];
}

/** A source in the target's language may spell its language differently. */
function languageFor(header: string, targetLocale: string): string {
  const [, spelling = ''] = /^Language:[ \t]*(\S+)/im.exec(header) ?? [];
  const language = bcp47Of(spelling);
  if (language !== undefined && language === bcp47Of(targetLocale)) return spelling;
  return gettextLocale(targetLocale);
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
  const layout = { ...style.layout, breaksAtLineEnds: true, beginsWithEmptyPart: true };
  return `msgid ""${style.lineEnd}msgstr ${renderString('msgstr', text, { ...style, layout })}`;
}

function entryEdits(
  { sourceText, state }: WriteContext,
  entry: PoEntry,
  texts: EntryTexts,
  { plan, style }: { readonly plan: PluralPlan; readonly style: RenderStyle },
): readonly TextEdit[] {
  const firstForm = entry.forms.find((form) => form !== undefined);
  const lastForm = entry.forms.at(-1);
  if (firstForm === undefined || lastForm === undefined) return [];
  const entryStyle = styleOfEntry(sourceText, entry, style);
  const needsReview = state === 'needs-review' && texts.size > 0;
  const edits = [...flagsOfNewText(sourceText, entry, needsReview, style.lineEnd)];
  if (entry.plural === undefined) {
    const text = renderString('msgstr', texts.get(0) ?? '', entryStyle);
    return [...edits, { start: firstForm.start, end: firstForm.end, text }];
  }
  // All forms are replaced at once, because the target may have more or fewer: from the first keyword `msgstr[0]` on.
  const start = sourceText.lastIndexOf('msgstr', firstForm.start);
  edits.push({ start, end: lastForm.end, text: renderForms(texts, plan.count, entryStyle).join(style.lineEnd) });
  return edits;
}

function withoutEmptyLinesAtEnd(text: string, lineEnd: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '\n' || text[end - 1] === '\r')) end -= 1;
  return text.slice(0, end) + lineEnd;
}
