import { useState } from "react";

/** Counts refusals, so that a repeated message receives the focus again. */
export function useSerial(refusal: unknown): number {
  const [seen, setSeen] = useState({ refusal, serial: 0 });
  if (seen.refusal !== refusal) setSeen({ refusal, serial: seen.serial + 1 });
  return seen.serial;
}
