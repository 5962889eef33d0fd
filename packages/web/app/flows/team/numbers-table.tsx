import type { ReactNode } from "react";

/** At the largest text on a small phone the table scrolls, also by keyboard, and the page does not. */
export function NumbersTable({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to be scrolled by keyboard
    <section className="numbers-scroll" aria-labelledby={labelledBy} tabIndex={0}>
      <table className="numbers" aria-labelledby={labelledBy}>
        {children}
      </table>
    </section>
  );
}
