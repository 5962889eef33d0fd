import { useEffect, useState } from "react";

export interface TimeLimit {
  /** Local time of day at which it expires, as text. */
  endsAt: string;
  /** Seconds until the page shows the warning. */
  warnsInSeconds: number;
}

/** `isExtended`: the idle expiry can still be extended, because the absolute expiry is later. */
export interface SessionLimit extends TimeLimit {
  isExtended: boolean;
}

/** Whether to show the warning. The timer restarts with each `limit` from the server. */
export function useExpiryWarning(limit: TimeLimit): boolean {
  const [reached, setReached] = useState<TimeLimit>();
  useEffect(() => {
    const timer = setTimeout(() => setReached(limit), limit.warnsInSeconds * 1000);
    return () => clearTimeout(timer);
  }, [limit]);
  return limit.warnsInSeconds === 0 || reached === limit;
}
