import type { ReportTime } from "@vestibule/catalogue/team.table.ts";
import { Link } from "react-router";
import { Disclosure } from "../../design/disclosure.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { AmountText } from "./numbers-amount.tsx";
import { NumbersLine } from "./numbers-line.tsx";
import { AmountRows, ColumnHeadings, NumbersTable } from "./numbers-table.tsx";
import { type Amount, type DimensionView, type JourneyView, lineNames, type StepRow } from "./team-view.ts";

/** One journey: its figures, its line over time, the funnel of its steps, then what it is divided by. */
export function JourneySection({ journey, by }: { journey: JourneyView; by: ReportTime }) {
  const t = useTranslate();
  const { id, title, figures, line, steps, dimensions } = journey;
  return (
    <section className="stack stack-tight">
      <h2 className="heading" id={id}>
        {title}
      </h2>
      <Figures figures={figures} />
      <NumbersLine journeyId={id} line={line} by={by} />
      {steps.length === 0 ? null : (
        <NumbersTable labelledBy={id}>
          <thead>
            <tr>
              <th scope="col">{t("team:steps.step")}</th>
              {(["reached", "stuck", "left"] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`team:steps.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map(({ name, to, bar, reached, stuck, left }) => (
              <tr key={name}>
                <th scope="row">
                  <div className="numbers-row">
                    <span>
                      <SentenceLink to={to} name={name} of={title} />
                    </span>
                    <Bar {...bar} />
                  </div>
                </th>
                {[reached, stuck, left].map((amount, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
                  <td key={column}>
                    <AmountText {...amount} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </NumbersTable>
      )}
      {dimensions.length === 0 ? null : (
        <Disclosure question={t("team:dimension.open")}>
          <div className="stack">
            {dimensions.map((dimension) => (
              <Dimension key={dimension.id} journeyId={id} dimension={dimension} />
            ))}
          </div>
        </Disclosure>
      )}
    </section>
  );
}

function Dimension({ journeyId, dimension: { id, title, rows } }: { journeyId: string; dimension: DimensionView }) {
  const heading = `${journeyId}-${id}`;
  const columns = [...lineNames, "left"] as const;
  return (
    <section className="stack stack-tight">
      <h3 className="numbers-name" id={heading}>
        {title}
      </h3>
      <NumbersTable labelledBy={`${journeyId} ${heading}`}>
        <ColumnHeadings first={title} columns={columns} />
        <AmountRows rows={rows} columns={columns} />
      </NumbersTable>
    </section>
  );
}

/** Steps of several journeys have one name, so that the link's name also says of which it is. */
export function SentenceLink({ to, name, of }: { to: string | undefined; name: string; of: string }) {
  if (to === undefined) return name;
  return (
    <Link to={to} aria-label={`${name} (${of})`}>
      {name}
    </Link>
  );
}

export function Figures({ figures }: { figures: ({ name: string } & Amount)[] }) {
  return (
    <dl className="numbers-figures">
      {figures.map(({ name, ...amount }) => (
        <div key={name}>
          <dt className="small quiet">{name}</dt>
          <dd className="figures">
            <AmountText {...amount} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Parts of one bar as shares of the width. The numbers are in the row. */
export function Bar({ on, stuck, left }: StepRow["bar"]) {
  return (
    <svg className="numbers-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className="bar-on" width={100 * on} height="10" />
      <rect className="bar-stuck" x={100 * on} width={100 * stuck} height="10" />
      <rect className="bar-left" x={100 * (on + stuck)} width={100 * left} height="10" />
    </svg>
  );
}
