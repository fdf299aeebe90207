import { indexOfFirstTrue } from '../../base/pluralForms.ts';

/** A header's Plural-Forms: the number of forms, and which form a number uses. */
export interface PluralForms {
  readonly count: number;
  /** The index of the form for a whole number; NaN if the formula divides by zero. */
  readonly formOf: (n: number) => number;
}

/** gettext's default if a header declares none: that of English. */
export const germanicForms: PluralForms = { count: 2, formOf: (n) => indexOfFirstTrue(n === 1) };

/** Longer formulas, and more forms, are invalid. */
const maxFormulaLength = 1000;
const maxForms = 20;

/** Parses `nplurals=3; plural=n==1 ? 0 : …` (GNU gettext manual, "Plural forms"); undefined if it is invalid. */
export function parsePluralForms(value: string): PluralForms | undefined {
  const count = Number(/\bnplurals\s*=\s*(\d{1,2})\s*(?:;|$)/.exec(value)?.[1] ?? 0);
  const formula = /\bplural\s*=([^;]*)/.exec(value)?.[1];
  if (count < 1 || count > maxForms || formula === undefined || formula.length > maxFormulaLength) return undefined;
  const formOf = parseExpression(formula);
  return formOf && { count, formOf };
}

type Expression = (n: number) => number;

/** Matches a number or `n`, or an operator or a parenthesis, after whitespace. */
const tokenPattern = /\s*(?:(\d{1,9}|n)|(\|\||&&|[=!<>]=|[-+*/%<>!?:()]))/y;

function tokensOf(formula: string): readonly string[] | undefined {
  const tokens: string[] = [];
  const end = formula.trimEnd().length;
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < end) {
    const match = tokenPattern.exec(formula);
    if (match === null) return undefined;
    tokens.push(match[1] ?? match[2] ?? '');
  }
  return tokens;
}

type Operator = (a: number, b: number) => number;

/** The operators of C, from the lowest precedence to the highest. `Number` is 1 for true and 0 for false, as in C. */
const precedenceLevels: readonly ReadonlyMap<string, Operator>[] = [
  new Map([['||', (a, b) => Number(a !== 0 || b !== 0)]]),
  new Map([['&&', (a, b) => Number(a !== 0 && b !== 0)]]),
  new Map([
    ['==', (a, b) => Number(a === b)],
    ['!=', (a, b) => Number(a !== b)],
  ]),
  new Map([
    ['<', (a, b) => Number(a < b)],
    ['>', (a, b) => Number(a > b)],
    ['<=', (a, b) => Number(a <= b)],
    ['>=', (a, b) => Number(a >= b)],
  ]),
  new Map([
    ['+', (a, b) => a + b],
    ['-', (a, b) => a - b],
  ]),
  new Map([
    ['*', (a, b) => a * b],
    ['/', (a, b) => Math.trunc(a / b)],
    ['%', (a, b) => a % b],
  ]),
];

/** Parses a formula by recursive descent into a function of numbers; the formula is never run as code. */
function parseExpression(formula: string): Expression | undefined {
  const tokens = tokensOf(formula);
  if (tokens === undefined || tokens.length === 0) return undefined;
  const state = { nextToken: 0, isInvalid: false };
  const take = (token: string): boolean => {
    if (tokens[state.nextToken] !== token) return false;
    state.nextToken += 1;
    return true;
  };
  const fail = (): Expression => {
    state.isInvalid = true;
    state.nextToken = tokens.length;
    return () => NaN;
  };
  // `n==1 ? 0 : 1`
  const parseChoice = (): Expression => {
    const condition = parseOperation(0);
    if (!take('?')) return condition;
    const ifTrue = parseChoice();
    if (!take(':')) return fail();
    const ifFalse = parseChoice();
    return (n) => (condition(n) !== 0 ? ifTrue(n) : ifFalse(n));
  };
  // Operators of one precedence, or of the higher ones: `n%10 - 1`.
  const parseOperation = (precedence: number): Expression => {
    const operators = precedenceLevels[precedence];
    if (operators === undefined) return parseOperand();
    let expression = parseOperation(precedence + 1);
    for (;;) {
      const operator = operators.get(tokens[state.nextToken] ?? '');
      if (operator === undefined) return expression;
      state.nextToken += 1;
      const [leftOperand, rightOperand] = [expression, parseOperation(precedence + 1)];
      expression = (n) => operator(leftOperand(n), rightOperand(n));
    }
  };
  // `!n`, `(n > 1)`, `n` or `10`
  const parseOperand = (): Expression => {
    if (take('!')) {
      const negated = parseOperand();
      return (n) => Number(negated(n) === 0);
    }
    if (take('(')) {
      const enclosed = parseChoice();
      return take(')') ? enclosed : fail();
    }
    if (take('n')) return (n) => n;
    const number = Number(tokens[state.nextToken] ?? NaN);
    if (Number.isNaN(number)) return fail();
    state.nextToken += 1;
    return () => number;
  };
  const expression = parseChoice();
  return state.isInvalid || state.nextToken < tokens.length ? undefined : expression;
}
