import { useState } from "react";

/** A value that the server sends once: the newest that is not undefined, also after the page was loaded again. */
export function useLastReceived<Value>(value: Value | undefined): Value | undefined {
  const [kept, keep] = useState(value);
  if (value !== undefined && value !== kept) keep(value);
  return value ?? kept;
}
