import { useEffect, useState } from "react";

export interface TimeLimit {
  /** Local time of day at which it expires, as text. */
  endsAt: string;
  /** Seconds until the page shows the warning. */
  warnsInSeconds: number;
}

/** An idle expiry; whether it can still be extended before the absolute expiry. */
export interface SessionLimit extends TimeLimit {
  isExtended: boolean;
}

/** Whether to show the warning. The timer restarts with each server response, which may have extended the limit. */
export function useExpiryWarning(limit: TimeLimit): boolean {
  const [near, setNear] = useState(limit.warnsInSeconds === 0);
  useEffect(() => {
    setNear(limit.warnsInSeconds === 0);
    const timer = setTimeout(() => setNear(true), limit.warnsInSeconds * 1000);
    return () => clearTimeout(timer);
  }, [limit]);
  return near;
}
