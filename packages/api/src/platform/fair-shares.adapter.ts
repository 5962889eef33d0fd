export type FairShares = ReturnType<typeof fairShares>;

/**
 * A client may use at most half as many slots as are free: a third of all when alone, less as others come. Some slots
 * always stay free for a client without any (dynamic thresholds, Choudhury and Hahne 1998).
 */
export function fairShares(slots: number) {
  const heldByClient = new Map<string, number>();
  let inUse = 0;
  const hasRoom = (client: string) => (heldByClient.get(client) ?? 0) < (slots - inUse) / 2;
  return {
    hasRoom,
    /** Returns a function that releases the slot, or undefined when this client has no room. */
    take: (client: string) => {
      if (!hasRoom(client)) return undefined;
      inUse += 1;
      heldByClient.set(client, (heldByClient.get(client) ?? 0) + 1);
      return () => {
        inUse -= 1;
        const left = (heldByClient.get(client) ?? 0) - 1;
        if (left > 0) heldByClient.set(client, left);
        else heldByClient.delete(client);
      };
    },
  };
}
