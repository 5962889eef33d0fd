import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and during hydration: guards content that needs a script. */
export function useReady(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
