/** Places that several clients share at the same time. */
export interface FairShares {
  hasRoom(client: string): boolean;
  /** The way to give the place back, or undefined where this client has no room. */
  take(client: string): (() => void) | undefined;
}

/**
 * A client may hold at most half as many places as are free. Alone it gets a third of all; as others come its share
 * shrinks, and some places always stay free for a client that holds none (dynamic thresholds, Choudhury and Hahne 1998).
 */
export function fairShares(places: number): FairShares {
  const held = new Map<string, number>();
  let taken = 0;
  const hasRoom = (client: string) => (held.get(client) ?? 0) < (places - taken) / 2;
  return {
    hasRoom,
    take: (client) => {
      if (!hasRoom(client)) return undefined;
      taken += 1;
      held.set(client, (held.get(client) ?? 0) + 1);
      return () => {
        taken -= 1;
        const left = (held.get(client) ?? 0) - 1;
        if (left > 0) held.set(client, left);
        else held.delete(client);
      };
    },
  };
}
