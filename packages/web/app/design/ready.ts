import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and on the first paint: what only a script can do appears once it can. */
export function useReady(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
