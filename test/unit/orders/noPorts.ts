import type { GapPorts } from '../../../src/orders/units/gaps/translationGaps.ts';

/** Ports of a project without settings and without a repository. */
export const noPorts: GapPorts = {
  rightAsItIs: () => new Map(),
  openHistory: () => Promise.resolve(undefined),
};
