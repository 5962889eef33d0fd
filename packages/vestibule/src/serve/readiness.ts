/** Whether this server should get requests: not before it has started, nor once it is leaving. */
export interface Readiness {
  /** Asks what the server stands on; a failure is a no. */
  isReady(): Promise<boolean>;
  isDraining(): boolean;
  opened(): void;
  leaving(): void;
}

export function readiness(ask: () => Promise<unknown>): Readiness {
  let state: "starting" | "open" | "draining" = "starting";
  return {
    isReady: async () => {
      if (state !== "open") return false;
      return ask().then(
        () => true,
        () => false,
      );
    },
    isDraining: () => state === "draining",
    opened: () => {
      if (state === "starting") state = "open";
    },
    leaving: () => {
      state = "draining";
    },
  };
}
