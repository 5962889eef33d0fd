import type { ReportTime } from "@vestibule/catalogue/team.table.ts";
import { Disclosure } from "../../design/disclosure.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { lineBox } from "./numbers-line.rule.ts";
import { AmountRows, ColumnHeadings, NumbersTable } from "./numbers-table.tsx";
import { type LineView, lineNames } from "./team-view.ts";

/**
 * How a journey changes over time: three lines, each with its greatest count, those of the period before where they are
 * compared, and their numbers as a table.
 */
export function NumbersLine({ journeyId, line, by }: { journeyId: string; line: LineView; by: ReportTime }) {
  const t = useTranslate();
  const { paths, before, most, rows } = line;
  const { width, height } = lineBox;
  const heading = `${journeyId}-line`;
  return (
    <div className="stack stack-tight">
      <h3 className="numbers-name" id={heading}>
        {t(`team:line.${by}`)}
      </h3>
      <ul className="cluster small">
        {lineNames.map((name) => (
          <li key={name}>
            <svg className="numbers-line-key" viewBox="0 0 30 10" aria-hidden="true">
              <path className={`line-${name}`} d="M0 5H30" />
            </svg>{" "}
            {t("team:line.most", { name: t(`team:figure.${name}`), count: most[name] })}
          </li>
        ))}
        {before === undefined ? null : (
          <li>
            <svg className="numbers-line-key" viewBox="0 0 30 10" aria-hidden="true">
              <path className="line-before line-started" d="M0 5H30" />
            </svg>{" "}
            {t("team:line.before")}
          </li>
        )}
      </ul>
      <svg
        className="numbers-line"
        viewBox={`0 -1 ${width} ${height + 2}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className="line-ground" d={`M0 ${height}H${width}`} />
        {before === undefined ? null : (
          <g className="line-before">
            {lineNames.map((name) => (
              <path key={name} className={`line-${name}`} d={before[name]} />
            ))}
          </g>
        )}
        {lineNames.map((name) => (
          <path key={name} className={`line-${name}`} d={paths[name]} />
        ))}
      </svg>
      <p className="numbers-ends small quiet" aria-hidden="true">
        <span>{rows[0]?.name}</span>
        <span>{rows.at(-1)?.name}</span>
      </p>
      <Disclosure question={t("team:line.table")}>
        <NumbersTable labelledBy={`${journeyId} ${heading}`}>
          <ColumnHeadings first={t(`team:line.time.${by}`)} columns={lineNames} />
          <AmountRows rows={rows} columns={lineNames} />
        </NumbersTable>
      </Disclosure>
    </div>
  );
}
