import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { challengeMilliseconds } from "../../../gateway/passkey-challenge.rule.ts";

const renderMilliseconds = 1000;

/** Returns a function that resolves to the options of the page, loaded again if their challenge is old. */
export function useFreshOptions<Options>(options: Options): () => Promise<Options> {
  const { revalidate } = useRevalidator();
  const latest = useRef({ options, loadedAt: 0 });
  const rendered = useRef<() => void>(undefined);
  useEffect(() => {
    latest.current = { options, loadedAt: performance.now() };
    rendered.current?.();
  }, [options]);

  return async () => {
    if (performance.now() - latest.current.loadedAt > challengeMilliseconds) {
      const next = new Promise<void>((resolve) => {
        rendered.current = resolve;
      });
      await revalidate();
      // The page renders the new options after the revalidation; without a connection there are none.
      await Promise.race([next, new Promise((resolve) => setTimeout(resolve, renderMilliseconds))]);
      rendered.current = undefined;
    }
    return latest.current.options;
  };
}
