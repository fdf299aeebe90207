import path from 'node:path';
import { outFolder } from '../host/paths.ts';

export const themes = ['light', 'dark', 'high-contrast'] as const;

export type Theme = (typeof themes)[number];

const numbers = new Map<string, number>();

/**
 * Where the picture of a step goes. Steps are numbered in the order in which they are first taken, and a name keeps its
 * number in every theme, so that the same step lies at the same place in each folder.
 */
export function pictureFile(theme: Theme, name: string): string {
  if (!/^[a-z0-9-]+$/.test(name)) throw new Error(`"${name}" is no name for a picture: use small letters, digits and hyphens.`);
  const number = numbers.get(name) ?? numbers.size + 1;
  numbers.set(name, number);
  return path.join(outFolder, 'screenshots', theme, `${String(number).padStart(2, '0')}-${name}.png`);
}
