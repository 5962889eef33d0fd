import { useState } from "react";

/** Number of times that `answer` has changed. As a React key, it gives the focus to a message that appears again. */
export function useSerial(answer: unknown): number {
  const [seen, setSeen] = useState({ answer, serial: 0 });
  if (seen.answer !== answer) setSeen({ answer, serial: seen.serial + 1 });
  return seen.serial;
}
