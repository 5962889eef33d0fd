import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the page is hydrated; false on the server. Guards content that needs a script. */
export function useReady(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
