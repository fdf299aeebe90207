import type { ContractRow } from './contractRows.ts';

/** A numeric field of an answer, and a row of the contract that names it. */
export interface StatedType {
  readonly row: string;
  readonly field: string;
  readonly type: 'integer' | 'number';
}

/** Rows with types of answer fields; other rows are about requests. */
const answerRows = /^§2 Job, |^§2 Other records, row|^§4 (?:Job|Service) endpoints, row|^§7 Errors, rule/u;

/**
 * Returns the numeric fields of answers that the contract's rows name: fields that a row types itself, in a table
 * column or as `rating (integer, …)`, and in descriptions of responses also fields that another row types.
 */
export function readStatedTypes(rows: readonly ContractRow[]): readonly StatedType[] {
  const typed = rows.filter(({ id }) => answerRows.test(id)).flatMap(typesIn);
  const typeOf = new Map(typed.map(({ field, type }) => [field, type]));
  const named = rows
    .filter(({ id }) => /^§4 (?:Job|Service) endpoints, row/u.test(id))
    .flatMap((row) => namesIn(row, typeOf));
  return [...new Map([...typed, ...named].map((stated) => [`${stated.row} ${stated.field}`, stated])).values()];
}

function typesIn({ id, text }: ContractRow): readonly StatedType[] {
  const [, field, type] = /^\| (\w+) \| (integer|number) \|/u.exec(text) ?? [];
  if (field !== undefined) return [{ row: id, field, type: type as StatedType['type'] }];
  return [...text.matchAll(/\b(\w+)`? \(?(integer|number)\b/gu)].map(([, name = '', kind]) => ({
    row: id,
    field: name,
    type: kind as StatedType['type'],
  }));
}

/** The last cell of a row describes the response. Fields that are present only sometimes are not included. */
function namesIn({ id, text }: ContractRow, typeOf: ReadonlyMap<string, StatedType['type']>): readonly StatedType[] {
  const response = (text.split('|').at(-2) ?? '').replace(/sometimes \w+/gu, '');
  return [...response.matchAll(/\w+/gu)].flatMap(([field]) => {
    const type = typeOf.get(field);
    return type === undefined ? [] : [{ row: id, field, type }];
  });
}
