import { dataPeers } from './adapters/dataPeers.ts';
import { documentPeers } from './adapters/documentPeers.ts';
import { gettextPeers } from './adapters/gettextPeers.ts';
import { jsonPeers } from './adapters/jsonPeers.ts';
import { linePeers } from './adapters/linePeers.ts';
import { xmlPeers } from './adapters/xmlPeers.ts';
import type { Load } from './install.ts';
import type { Peer } from './peer.ts';

/** Loads all libraries to compare with. */
export async function allPeers(load: Load): Promise<readonly Peer[]> {
  const groups = await Promise.all(
    [jsonPeers, dataPeers, gettextPeers, xmlPeers, linePeers, documentPeers].map((peersOf) => peersOf(load)),
  );
  return groups.flat();
}
