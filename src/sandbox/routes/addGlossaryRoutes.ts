import type { WireGlossary } from '../../service/interface/wire.ts';
import { formatGlossary, parseGlossary, UnreadableGlossaryError } from '../documents/glossaryCsv.ts';
import type { WireCall } from '../http/call.ts';
import { downloadAnswer } from '../http/downloadAnswer.ts';
import { okAnswer } from '../http/answers.ts';
import { refused } from '../http/errors.ts';
import { findGlossary } from '../world/accountGlossaries.ts';
import type { SandboxGlossary, GlossaryContent } from '../records/glossary.ts';
import type { SandboxApp } from './routing.ts';
import type { World } from '../world/world.ts';

/** The account's number, which glossaries use to name their owner. */
const customerNumber = 2401;
const maxGlossaryBytes = 1024 * 1024;

/**
 * Adds the account's glossaries. Public clients read and download them below `/v2/translate/glossary`, and read,
 * upload, replace and delete them below `/glossary`, without a version. No answers to the latter were recorded, so here
 * they are the same as the former.
 */
export function addGlossaryRoutes(app: SandboxApp, world: World): void {
  const { glossaries } = world;
  const glossaryOf = (id: string): SandboxGlossary => {
    const glossary = findGlossary(glossaries.all, id);
    if (glossary === undefined) throw refused(404);
    return glossary;
  };

  app.get('/v2/translate/glossary', () => okAnswer(glossaries.all.map(glossaryRecord)));

  app.get('/v2/translate/glossary/:id', (c) => okAnswer(glossaryRecord(glossaryOf(c.req.param('id')))));

  app.get('/v2/translate/glossary/download/:id', (c) => {
    const glossary = glossaryOf(c.req.param('id'));
    return downloadAnswer(
      { filename: `${glossary.title}.csv`, mimeType: 'text/csv' },
      Buffer.from(formatGlossary(glossary)),
    );
  });

  app.get('/glossary/:id', (c) => {
    const glossary = glossaryOf(c.req.param('id'));
    return okAnswer({ ...glossaryRecord(glossary), terms: termRecords(glossary) });
  });

  app.post('/glossary', async (c) => {
    const { title, content } = await readUpload(c.env.call);
    const glossary = glossaries.add({ ...content, title, isPublic: false, createdAt: formatTime(world.now) });
    if (glossary === undefined) throw refused(400, 'the account has too many glossaries; delete one first');
    return okAnswer(glossaryRecord(glossary));
  });

  app.put('/glossary/:id', async (c) => {
    glossaryOf(c.req.param('id'));
    const { content } = await readUpload(c.env.call);
    // Looked up again because it may have been deleted while the file was read.
    const replaced = { ...glossaryOf(c.req.param('id')), ...content };
    glossaries.put(replaced);
    return okAnswer(glossaryRecord(replaced));
  });

  app.delete('/glossary/:id', (c) => {
    glossaries.remove(glossaryOf(c.req.param('id')));
    return okAnswer();
  });
}

function glossaryRecord(glossary: SandboxGlossary): WireGlossary {
  return {
    id: glossary.id,
    customer_user_id: customerNumber,
    source_language_id: glossary.source.id,
    source_language_code: glossary.source.code,
    target_languages: glossary.targets.map(({ id, code }) => [id, code] as const),
    is_public: glossary.isPublic,
    unit_count: glossary.terms.length,
    description: glossary.description ?? null,
    ctime: glossary.createdAt,
    title: glossary.title,
    status: 1,
  };
}

/** Returns each term by its language codes, without languages that have no text. */
function termRecords({ source, targets, terms }: GlossaryContent): readonly Readonly<Record<string, string>>[] {
  const codes = [source, ...targets].map(({ code }) => code);
  return terms.map((term) =>
    Object.fromEntries(codes.flatMap((code, index) => (term[index] ? [[code, term[index]] as const] : []))),
  );
}

/** Reads the only file of a multipart body, whatever its part's name. Refuses with 1306 or 1802. */
async function readUpload({
  files = [],
}: WireCall): Promise<{ readonly title: string; readonly content: GlossaryContent }> {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) throw refused(1802, 'a glossary is one CSV file in a multipart body');
  if (file.size > maxGlossaryBytes || file.content === undefined)
    throw refused(1306, `a glossary has at most ${maxGlossaryBytes} bytes`);
  try {
    return {
      title: file.filename.replace(/\.csv$/iu, '') || 'Glossary',
      content: parseGlossary(await file.content.read()),
    };
  } catch (error) {
    if (error instanceof UnreadableGlossaryError) throw refused(1802, error.message);
    throw error;
  }
}

/** Formats a time as recorded: `2024-02-06 09:41:17.208511`. */
function formatTime(ms: number): string {
  return `${new Date(ms).toISOString().replace('T', ' ').replace('Z', '')}000`;
}
