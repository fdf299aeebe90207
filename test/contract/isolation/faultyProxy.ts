import { buffer } from 'node:stream/consumers';
import { present } from '../../../src/base/present.ts';
import { callOf, serveOnLoopback } from '../loopbackServer.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The answer sent instead of the good one. */
export interface BadAnswer {
  readonly status: number;
  readonly body: string;
}

/** Makes a bad answer from a good one. A fault of records changes records that match `isVictim`, and no others. */
export type Fault = (answer: unknown, isAffected: (record: Fields) => boolean) => BadAnswer;

const whole =
  (body: string, status = 200): Fault =>
  () => ({ status, body });

/** Changes each matching record, at any depth in the answer. */
const ofRecords =
  (change: (record: Fields) => unknown): Fault =>
  (answer, isAffected) => {
    const withFault = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(withFault);
      if (typeof value !== 'object' || value === null) return value;
      const fields = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withFault(member)]));
      return isAffected(fields) ? change(fields) : fields;
    };
    return { status: 200, body: JSON.stringify(withFault(answer)) };
  };

const withFields = (names: RegExp, value: unknown): Fault =>
  ofRecords((record) =>
    Object.fromEntries(Object.entries(record).map(([name, member]) => [name, names.test(name) ? value : member])),
  );

const amounts = /credits|units?_count|total_units/u;
const ids = /^(?:job|order|rev)_id$/u;
/** Fields of this endpoint's records that are lists or text. */
const contents = /^(?:jobs_\w+|status|body\w*|author|for_translator)$/u;

/** All kinds of bad answers, by name. */
export const faults: Readonly<Record<string, Fault>> = {
  'HTTP 500 with JSON': whole('{"opstat":"error","err":{"code":500,"msg":"internal error"}}', 500),
  'HTTP 500 with a page': whole('<html><h1>Internal Server Error</h1></html>', 500),
  'an empty err': whole('{"opstat":"error","err":{}}'),
  'a response of the wrong kind': whole('{"opstat":"ok","response":"none"}'),
  'no response': whole('{"opstat":"ok"}'),
  'JSON of something else': whole('{"message":"moved"}'),
  'half an answer': (answer) => ({ status: 200, body: JSON.stringify(answer).slice(0, -7) }),
  'empty amounts': withFields(amounts, ''),
  'amounts with separators': withFields(amounts, '1,234.50'),
  'negative amounts': withFields(amounts, -3),
  'missing ids': ofRecords((record) => Object.fromEntries(Object.entries(record).filter(([name]) => !ids.test(name)))),
  'ids of the wrong kind': withFields(ids, { id: 1 }),
  'contents of the wrong kind': withFields(contents, 5.5),
  'null records': ofRecords(() => null),
};

/** Faults after which the affected record is still usable. */
export const amountFaults: ReadonlySet<string> = new Set([
  'empty amounts',
  'amounts with separators',
  'negative amounts',
]);

/**
 * Starts a proxy between a client and the sandbox. `spoil` returns a bad answer to a call, or undefined to pass on the
 * good one.
 */
export function startFaultyProxy(
  upstream: string,
  badAnswerTo: (call: string, answer: unknown) => BadAnswer | undefined,
) {
  return serveOnLoopback(async (incoming, outgoing) => {
    const { method = 'GET', headers, url = '' } = incoming;
    const body = await buffer(incoming);
    const type = headers['content-type'];
    const answer = await fetch(new URL(url, upstream), {
      method,
      ...present({
        headers: type === undefined ? undefined : { 'content-type': type },
        body: body.length === 0 ? undefined : body,
      }),
    });
    const text = await answer.text();
    const badAnswer = badAnswerTo(callOf(incoming), JSON.parse(text));
    outgoing
      .writeHead(badAnswer?.status ?? answer.status, { 'content-type': 'application/json' })
      .end(badAnswer?.body ?? text);
  });
}
