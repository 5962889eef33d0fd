import { useEffect } from "react";
import { useReady } from "../design/ready.ts";

export const hydratedEvent = "hydrated";

/** Announces that forms and buttons of the page are served by its scripts. */
export function useHydratedEvent(): void {
  const isReady = useReady();
  useEffect(() => {
    if (isReady) dispatchEvent(new Event(hydratedEvent));
  }, [isReady]);
}
