import type { ReactNode } from "react";
import type { DeskRow } from "./desk-view.ts";

/** Rows with their facts, and what can be done with each. */
export function DeskList({
  rows,
  labelledBy,
  act,
}: {
  rows: readonly DeskRow[];
  labelledBy: string;
  act?: (row: DeskRow) => ReactNode;
}) {
  return (
    <ul className="team-events" aria-labelledby={labelledBy}>
      {rows.map((row) => (
        <li key={row.id} className="team-row">
          <div>
            <p>{row.name}</p>
            <p className="small quiet team-facts">{row.facts.join(" · ")}</p>
          </div>
          {act?.(row)}
        </li>
      ))}
    </ul>
  );
}
