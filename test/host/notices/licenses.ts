/**
 * Licenses under which code may be part of an MIT-licensed package, by SPDX identifier, with phrases of their
 * texts. All of them allow distribution together with the license text.
 */
const allowedLicenses: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({
    '0BSD': /modify, and\/or distribute this software for any purpose with or without fee is hereby granted\./i,
    'Apache-2.0': /Apache License,? Version 2\.0/i,
    'BlueOak-1.0.0': /Blue Oak Model License/i,
    'BSD-2-Clause': /Redistribution and use in source and binary forms, with or without modification, are permitted/i,
    'BSD-3-Clause': /Redistribution and use in source and binary forms, with or without modification, are permitted/i,
    'CC-BY-4.0': /Attribution 4\.0 International/i,
    'CC0-1.0': /CC0 1\.0 Universal/i,
    ISC: /modify,? and(\/or)? distribute this software for any purpose with or without fee is hereby granted, provided/i,
    MIT: /Permission is hereby granted, free of charge, to any person obtaining a copy of this software/i,
    'MIT-0': /Permission is hereby granted, free of charge, to any person obtaining a copy of this software/i,
    'Python-2.0': /PYTHON SOFTWARE FOUNDATION LICENSE/i,
    'Unicode-3.0': /UNICODE LICENSE V3/i,
    Unlicense: /This is free and unencumbered software released into the public domain/i,
    Zlib: /This software is provided 'as-is', without any express or implied warranty/i,
  }),
);

/** An SPDX license expression. An exception ("WITH …") or a later version ("GPL-2.0+") is part of the identifier. */
export type LicenseExpression =
  | { readonly id: string }
  | { readonly all: readonly LicenseExpression[] }
  | { readonly any: readonly LicenseExpression[] };

/** Parses an SPDX license expression, where AND binds more tightly than OR. Returns undefined for anything else. */
export function parseLicense(text: string): LicenseExpression | undefined {
  const tokens = text.match(/[()]|[^\s()]+/gu) ?? [];
  let at = 0;
  type Parse = () => LicenseExpression | undefined;
  const parseList = (word: string, parsePart: Parse): readonly LicenseExpression[] | undefined => {
    const parts: LicenseExpression[] = [];
    do {
      const part = parsePart();
      if (part === undefined) return undefined;
      parts.push(part);
    } while (tokens[at]?.toUpperCase() === word && (at += 1) > 0);
    return parts;
  };
  const parseOr = (): LicenseExpression | undefined => {
    const parts = parseList('OR', parseAnd);
    return parts === undefined || parts.length > 1 ? parts && { any: parts } : parts[0];
  };
  const parseAnd = (): LicenseExpression | undefined => {
    const parts = parseList('AND', parseOne);
    return parts === undefined || parts.length > 1 ? parts && { all: parts } : parts[0];
  };
  const parseOne = (): LicenseExpression | undefined => {
    const token = tokens[at];
    at += 1;
    if (token === '(') {
      const inner = parseOr();
      const closed = tokens[at] === ')';
      at += 1;
      return closed ? inner : undefined;
    }
    if (token === undefined || !/^[A-Za-z\d.-]+\+?$/u.test(token) || /^(and|or|with)$/iu.test(token)) return undefined;
    if (tokens[at]?.toUpperCase() !== 'WITH') return { id: token };
    const exception = tokens[at + 1];
    at += 2;
    const isException = exception !== undefined && /^[A-Za-z\d.-]+$/u.test(exception);
    return isException ? { id: `${token} WITH ${exception}` } : undefined;
  };
  const whole = parseOr();
  return at === tokens.length ? whole : undefined;
}

/** Returns whether the accepted licenses satisfy an expression: one of an OR, all of an AND. */
export function satisfies(expression: LicenseExpression, accept: (id: string) => boolean): boolean {
  if ('id' in expression) return accept(expression.id);
  return 'any' in expression
    ? expression.any.some((part) => satisfies(part, accept))
    : expression.all.every((part) => satisfies(part, accept));
}

export function isAllowedLicense(id: string): boolean {
  return allowedLicenses.has(id);
}

/** Returns the allowed licenses whose phrases a text contains: all BSD licenses, or MIT and MIT-0, if one matches. */
export function licensesInText(text: string): ReadonlySet<string> {
  const oneLine = text.replace(/\s+/gu, ' ');
  return new Set([...allowedLicenses].filter(([, words]) => words.test(oneLine)).map(([id]) => id));
}
