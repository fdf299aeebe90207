import { present } from '../../base/present.ts';
import { isRecord } from '../../base/isRecord.ts';
import type {
  WireLanguage,
  WireLanguagePair,
  WireQuoteAnswer,
  WireQuotedJob,
  WireUnitCount,
} from '../../service/interface/wire.ts';
import { callData, parameter, type WireCall } from '../http/call.ts';
import { jsonAnswer, okAnswer } from '../http/answers.ts';
import { refused } from '../http/errors.ts';
import { readFlag, refuse } from './fields.ts';
import { answerAsAsked } from './jobEntries.ts';
import { parseJson } from '../http/parseJson.ts';
import { detectLanguage } from '../world/detectLanguage.ts';
import { findLanguage, languages } from '../world/languages.ts';
import type { JobRequest } from '../world/orderRequest.ts';
import { estimateSeconds } from '../world/pace.ts';
import { currency, pairs } from '../world/prices.ts';
import type { SandboxApp } from './routing.ts';
import { countUnits } from '../world/countUnits.ts';
import { readJobs } from './validate.ts';
import { wireNumbers, type WireNumbers } from '../wire/wireNumbers.ts';
import type { World } from '../world/world.ts';

/** Unit counts: the contract's path without a version, and the path in a later digest. */
const unitCountPaths = ['/service/unit_count', '/v2/translate/service/unit_count'];

/** Calls that need no keys (contract §5). If keys are sent, they are not checked. */
export const openPaths: readonly string[] = [
  '/v2/translate/service/language_pairs',
  '/v2/translate/service/languages',
  ...unitCountPaths,
];

/** Adds rows 9 to 11 and 13 of contract §4. */
export function addServiceRoutes(app: SandboxApp, world: World, wire: WireNumbers): void {
  app.get('/v2/translate/service/language_pairs', (c) => {
    const source = parameter(c.env.call, 'lc_src');
    const answer = pairs
      .filter((pair) => source === undefined || pair.lcSrc === source)
      .map((pair): WireLanguagePair => ({
        lc_src: pair.lcSrc,
        lc_tgt: pair.lcTgt,
        tier: pair.tier,
        currency,
        unit_price: wire.price(pair.unitPrice),
      }));
    return okAnswer(answer);
  });

  app.get('/v2/translate/service/languages', () =>
    okAnswer(
      languages.map(({ lc, name, localizedName, unitType }): WireLanguage => ({
        language: name,
        localized_name: localizedName,
        lc,
        unit_type: unitType,
      })),
    ),
  );

  app.post('/v2/translate/service/quote', (c) => {
    const data = callData(c.env.call);
    readFlag(data, 'as_group', 1851, refuse);
    const quoted = [...readJobs(data, { kind: 'quote', setup: world.setup })].map(
      ([key, job]) => [key, quoteText(job, world)] as const,
    );
    const answer: WireQuoteAnswer = { jobs: answerAsAsked(data, quoted) };
    return okAnswer(answer);
  });

  // Outside /v2, and answered without the envelope. The contract's heading says GET, its sample POST.
  app.on(['GET', 'POST'], unitCountPaths, (c) =>
    jsonAnswer(readTexts(c.env.call).map(({ text, lc }) => count(text, lc))),
  );
}

/** Quotes one text: free if an identical job was approved, or at a discount with the translation memory. */
export function quoteText(job: JobRequest, world: World): WireQuotedJob {
  const { work } = job;
  const isKnown = world.knownJobs(job).length > 0;
  return {
    unit_count: work.unitCount,
    credits: wireNumbers.contract.credits(world.priceOf(job)),
    eta: isKnown ? 0 : estimateSeconds(work.unitCount, world.pace, work.edit),
    currency,
    type: 'text',
    lc_src_detected: detectLanguage(work.bodySrc, work.lcSrc),
    ...present({ custom_data: work.customData }),
  };
}

function count(text: string, lc: string): WireUnitCount {
  return { text, lc, unit_type: findLanguage(lc)?.unitType ?? 'word', unit_count: countUnits(text, lc) };
}

/** The array may be the body itself, or the parameter `data` of a body or a query. */
function readTexts(call: WireCall): readonly { readonly text: string; readonly lc: string }[] {
  const data = call.fields.get('data') ?? call.query.get('data') ?? call.json;
  if (data === undefined) throw refused(1250);
  const items = typeof data === 'string' ? parseJson(data) : data;
  if (!Array.isArray(items)) throw refused(1251, 'it must be an array');
  return items.map((item: unknown) => {
    const { text, lc } = isRecord(item) ? item : {};
    if (typeof text !== 'string' || typeof lc !== 'string') throw refused(1251, 'every entry needs "text" and "lc"');
    return { text, lc };
  });
}
