import { useState } from "react";

/** Number of times that `response` has changed. As a React key, it gives the focus to a message that appears again. */
export function useChangeCount(response: unknown): number {
  const [seen, setSeen] = useState({ response, count: 0 });
  if (seen.response !== response) setSeen({ response, count: seen.count + 1 });
  return seen.count;
}
