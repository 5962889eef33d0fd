import { useState } from "react";

/** Number of times that `answer` has changed. As a React key, it gives the focus to a message that appears again. */
export function useSerial(response: unknown): number {
  const [seen, setSeen] = useState({ response, serial: 0 });
  if (seen.response !== response) setSeen({ response, serial: seen.serial + 1 });
  return seen.serial;
}
