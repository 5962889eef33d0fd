import { useState } from "react";

/** Counts the values of successive answers: as a key, it gives the focus to a repeated message again. */
export function useSerial(answer: unknown): number {
  const [seen, setSeen] = useState({ answer, serial: 0 });
  if (seen.answer !== answer) setSeen({ answer, serial: seen.serial + 1 });
  return seen.serial;
}
