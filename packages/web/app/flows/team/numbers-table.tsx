import type { ReactNode } from "react";
import { useTranslate } from "../../i18n/translate.tsx";
import { AmountText } from "./numbers-amount.tsx";
import type { Amount, lineNames } from "./team-view.ts";

type Column = (typeof lineNames)[number] | "left";

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
export function ColumnHeadings({ first, columns }: { first: string; columns: readonly Column[] }) {
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

/** A row for each name, with a figure in each column. */
export function AmountRows<C extends Column>({
  rows,
  columns,
}: {
  rows: ({ name: string } & Record<C, Amount>)[];
  columns: readonly C[];
}) {
  return (
    <tbody>
      {rows.map((row) => (
        <tr key={row.name}>
          <th scope="row">{row.name}</th>
          {columns.map((column) => (
            <td key={column}>
              <AmountText {...row[column]} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
