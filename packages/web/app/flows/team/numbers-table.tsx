import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate.tsx";
import type { lineNames } from "./team-view.ts";

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

/** The headings of a table with a figure in each column after the first. */
export function ColumnHeadings({
  first,
  columns,
}: {
  first: string;
  columns: readonly ((typeof lineNames)[number] | "left")[];
}) {
  const t = useTranslate();
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {columns.map((name) => (
          <th key={name} scope="col">
            {t(`team:figure.${name}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
