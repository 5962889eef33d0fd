import { type SignInSignalId, signInSignalIds } from "@vestibule/catalogue/sign-in-signal.table.ts";

/** Signals as one fact of an audit event. */
export const signalsFact = (signals: readonly SignInSignalId[]) => signals.join(".");

/** The signals in a fact of an audit event; none without it. */
export function readSignals(fact: unknown): SignInSignalId[] {
  const ids = typeof fact === "string" ? fact.split(".") : [];
  return signInSignalIds.filter((id) => ids.includes(id));
}
