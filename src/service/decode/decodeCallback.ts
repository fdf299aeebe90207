import { parseWireJson } from '../interface/wireJson.ts';

const maxIdLength = 32;

/**
 * Returns the job id from a callback's form field `job` or `comment`, each a JSON object; undefined for anything else.
 * Nothing else is read, because anyone can send a callback.
 */
export function decodeCallback(form: string): string | undefined {
  const fields = new URLSearchParams(form);
  const json = fields.get('job') ?? fields.get('comment');
  if (json === null) return undefined;
  try {
    const record: unknown = parseWireJson(json);
    if (typeof record !== 'object' || record === null || !('job_id' in record)) return undefined;
    const { job_id: id } = record;
    if (typeof id === 'number' && Number.isSafeInteger(id)) return String(id);
    if (typeof id !== 'string' || id === '' || id.length > maxIdLength) return undefined;
    return id;
  } catch {
    return undefined;
  }
}
