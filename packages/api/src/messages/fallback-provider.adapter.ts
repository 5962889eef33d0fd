import { ConsecutiveBreaker, circuitBreaker, handleWhenResult, isBrokenCircuitError } from "cockatiel";
import type { Delivery, MessageProvider } from "./message-provider.port.ts";

const failuresBeforeFallback = 3;
const fallbackMilliseconds = 60_000;

/**
 * Delivers by `first`. After three temporary failures in a row, `fallback` takes over for a minute; then one message
 * tries `first` again. A message whose response was lost may be delivered by both.
 */
export function fallbackProvider(
  { first, fallback }: { first: MessageProvider; fallback: MessageProvider },
  onFallback: () => void,
): MessageProvider {
  const breaker = circuitBreaker(
    handleWhenResult((result) => (result as Delivery).kind === "later"),
    { halfOpenAfter: fallbackMilliseconds, breaker: new ConsecutiveBreaker(failuresBeforeFallback) },
  );
  breaker.onBreak(onFallback);
  return {
    deliver: async (message) => {
      try {
        return await breaker.execute(() => first.deliver(message));
      } catch (fault) {
        if (!isBrokenCircuitError(fault)) throw fault;
        return fallback.deliver(message);
      }
    },
    close: () => {
      first.close?.();
      fallback.close?.();
    },
  };
}
