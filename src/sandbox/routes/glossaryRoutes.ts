import type { WireGlossary } from '../../service/wire.ts';
import { okAnswer } from '../http/envelope.ts';
import { refused } from '../http/errors.ts';
import { findGlossary, type SandboxGlossary } from '../world/glossaries.ts';
import type { SandboxApp } from './routing.ts';
import type { World } from '../world/world.ts';

/** The account's number, as glossaries name their owner. */
const customerNumber = 2401;

/** Reading glossaries, as public material shows it. */
export function addGlossaryRoutes(app: SandboxApp, { setup: { glossaries } }: World): void {
  app.get('/v2/translate/glossary', () => okAnswer(glossaries.map(glossaryRecord)));

  app.get('/v2/translate/glossary/:id', (c) => {
    const glossary = findGlossary(glossaries, c.req.param('id'));
    if (glossary === undefined) throw refused(404);
    return okAnswer(glossaryRecord(glossary));
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
    unit_count: glossary.unitCount,
    description: glossary.description ?? null,
    ctime: glossary.createdAt,
    title: glossary.title,
    status: 1,
  };
}
