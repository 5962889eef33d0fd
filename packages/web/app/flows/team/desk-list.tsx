import type { ReactNode } from "react";
import type { DeskRow } from "./desk-view.ts";

/** Rows with their facts, and what can be done with each; rows without an act have their facts beside their name. */
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
        <li key={row.id} className={act ? "team-row" : "team-event"}>
          {act === undefined ? (
            <>
              <p>{row.name}</p>
              <Facts row={row} />
            </>
          ) : (
            <>
              <div>
                <p>{row.name}</p>
                <Facts row={row} />
              </div>
              {act(row)}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Facts({ row: { facts, failing } }: { row: DeskRow }) {
  return (
    <div className="small team-facts">
      {failing === undefined ? null : <p className="team-finding">{failing}</p>}
      {facts.length === 0 ? null : <p className="quiet">{facts.join(" · ")}</p>}
    </div>
  );
}
