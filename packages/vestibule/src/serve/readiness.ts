/** Whether this server should get requests: not before it has started, nor once it is leaving. */
export interface Readiness {
  /** Asks what the server stands on; a failure is a no. */
  isReady(): Promise<boolean>;
  isDraining(): boolean;
  /** Whether it was held up and should answer nobody for the moment. */
  isBehind(): boolean;
  opened(): void;
  leaving(): void;
}

/** `ask` rejects while what the server stands on is away; `isBehind` says whether its own thread is held up. */
export function readiness(ask: () => Promise<unknown>, isBehind = (): boolean => false): Readiness {
  let state: "starting" | "open" | "draining" = "starting";
  return {
    isReady: async () => {
      if (state !== "open" || isBehind()) return false;
      return ask().then(
        () => true,
        () => false,
      );
    },
    isDraining: () => state === "draining",
    isBehind,
    opened: () => {
      if (state === "starting") state = "open";
    },
    leaving: () => {
      state = "draining";
    },
  };
}
