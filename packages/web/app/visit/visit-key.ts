import { createContext, useContext } from "react";

/** Changes with province and language: what must not outlive such a switch takes it as its key. */
export const VisitKeyContext = createContext("");

export function useVisitKey(): string {
  return useContext(VisitKeyContext);
}
