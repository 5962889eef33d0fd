import { useEffect, useRef } from "react";

/** Moves the focus to the title where the question changes and the URL stays. */
export function useFocusOnNewQuestion(kind: string): void {
  const before = useRef(kind);
  useEffect(() => {
    if (before.current === kind) return;
    before.current = kind;
    document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [kind]);
}
