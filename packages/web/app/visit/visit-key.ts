import { createContext, useContext } from "react";

/** Changes with province and language: React key of components that must be reset by such a change. */
export const VisitKeyContext = createContext("");

export function useVisitKey(): string {
  return useContext(VisitKeyContext);
}
