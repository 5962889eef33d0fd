import { useLayoutEffect } from "react";

export const hydratedEvent = "hydrated";

/** Announces that the page's scripts handle its forms, before the effects of the page send one. */
export function useHydratedEvent(): void {
  useLayoutEffect(() => {
    dispatchEvent(new Event(hydratedEvent));
  }, []);
}
