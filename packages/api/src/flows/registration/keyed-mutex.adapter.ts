/** Runs the calls of one session one after another within this process. */
export interface KeyedMutex {
  take<Result>(sessionId: string, call: () => Promise<Result>): Promise<Result>;
}

/**
 * The row lock decides between servers. Within one, calls of a session queue here, so that many concurrent calls of a
 * client use one pooled connection and repeated ones find the stored reply.
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
