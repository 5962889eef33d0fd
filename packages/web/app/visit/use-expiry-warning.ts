import { useEffect, useState } from "react";

export interface TimeLimit {
  /** Time of day at which it is over, in words. */
  endsAt: string;
  /** Until the page begins to warn of it. */
  warnsInSeconds: number;
}

/** An end that comes when nothing happens; it may be put off, until another that comes in any case. */
export interface SessionLimit extends TimeLimit {
  isExtended: boolean;
}

/** Whether the end is near enough to be told. Begins anew with each answer of the server, which may have moved it. */
export function useExpiryWarning(limit: TimeLimit): boolean {
  const [near, setNear] = useState(limit.warnsInSeconds === 0);
  useEffect(() => {
    setNear(limit.warnsInSeconds === 0);
    const timer = setTimeout(() => setNear(true), limit.warnsInSeconds * 1000);
    return () => clearTimeout(timer);
  }, [limit]);
  return near;
}
