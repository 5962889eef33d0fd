/** Lets the calls of one session come one after another in this process. */
export interface KeyedMutex {
  take<Result>(sessionId: string, call: () => Promise<Result>): Promise<Result>;
}

/**
 * The row's lock decides between servers. Within one, calls of a session wait here instead, so that a client that
 * sends fifty at once holds one connection of the pool and not all, and the repeated ones find their answer kept.
 */
export function keyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(sessionId, call) {
      const own = (last.get(sessionId) ?? Promise.resolve()).then(call);
      const settled = own.catch(() => {});
      last.set(sessionId, settled);
      try {
        return await own;
      } finally {
        if (last.get(sessionId) === settled) last.delete(sessionId);
      }
    },
  };
}
