import { reportLengths } from "@vestibule/catalogue/team.table.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Notice } from "../../design/notice.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { TeamFrame } from "./team-frame.tsx";
import type { JourneyView, NumbersPage, NumbersView, StepRow } from "./team-view.ts";

/** What happens: each journey as a funnel of its steps, then roadblocks and waivers. */
export function NumbersScreen({ page }: { page: NumbersPage }) {
  const t = useTranslate();
  return (
    <TeamFrame
      page={page}
      title={t("team:numbers.title")}
      lead={page.kind === "numbers" ? page.numbers.period : null}
      isRefused={page.kind === "noNumbers"}
    >
      {page.kind === "numbers" ? (
        <Numbers numbers={page.numbers} />
      ) : (
        <>
          <Notice tone="error" title={t(`team:numbers.${page.why}.title`)} takesFocus>
            {t(`team:numbers.${page.why}`, { time: page.retryAt ?? "" })}
          </Notice>
          {page.why === "unavailable" ? (
            <p>
              <Link to="/team/numbers?days=7">{t("team:numbers.days", { count: 7 })}</Link>
            </p>
          ) : null}
        </>
      )}
    </TeamFrame>
  );
}

function Numbers({ numbers }: { numbers: NumbersView }) {
  const t = useTranslate();
  const { journeys, roadblocks, waivers, query } = numbers;
  return (
    <>
      <Choices numbers={numbers} />
      {journeys.length === 0 ? <p>{t("team:numbers.none")}</p> : <Legend />}
      {journeys.map((journey) => (
        <Journey key={journey.id} journey={journey} />
      ))}
      {roadblocks.length === 0 ? null : (
        <section className="stack stack-tight">
          <h2 className="heading" id="roadblocks">
            {t("team:roadblocks.title")}
          </h2>
          <p className="small quiet">{t("team:roadblocks.lead")}</p>
          <NumbersTable labelledBy="roadblocks">
            <thead>
              <tr>
                <th scope="col">{t("team:roadblocks.roadblock")}</th>
                <th scope="col">{t("team:roadblocks.shown")}</th>
              </tr>
            </thead>
            <tbody>
              {roadblocks.map(({ code, title, count, share }) => (
                <tr key={`${code} ${title}`}>
                  <th scope="row">
                    <div className="numbers-row">
                      <span>
                        {title} <span className="small quiet">{code}</span>
                      </span>
                      <Bar on={0} stuck={share} left={0} />
                    </div>
                  </th>
                  <td>{count}</td>
                </tr>
              ))}
            </tbody>
          </NumbersTable>
        </section>
      )}
      {waivers.length === 0 ? null : (
        <section className="stack stack-tight">
          <h2 className="heading">{t("team:waivers.title")}</h2>
          <Figures figures={waivers} />
        </section>
      )}
      <p className="print-hidden">
        <a href={`/team/numbers.csv?${query}`}>{t("team:numbers.file")}</a>
      </p>
    </>
  );
}

/** Links to the same page for another length or brand. */
function Choices({ numbers: { days, brand, brands } }: { numbers: NumbersView }) {
  const t = useTranslate();
  const to = (change: { days?: string; of?: string | undefined }) => {
    const { of, ...chosen } = { days, of: brand, ...change };
    return `/team/numbers?${new URLSearchParams({ ...chosen, ...(of !== undefined && { of }) })}`;
  };
  return (
    <nav className="numbers-choices stack stack-tight print-hidden" aria-label={t("team:numbers.choices")}>
      <ul className="cluster">
        {reportLengths.map((length) => (
          <li key={length}>
            <Link to={to({ days: length })} aria-current={length === days ? "true" : undefined}>
              {t("team:numbers.days", { count: Number(length) })}
            </Link>
          </li>
        ))}
      </ul>
      <ul className="cluster">
        {[{ id: undefined, name: t("team:numbers.everyBrand") }, ...brands].map(({ id, name }) => (
          <li key={id ?? ""}>
            <Link to={to({ of: id })} aria-current={id === brand ? "true" : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Legend() {
  const t = useTranslate();
  return (
    <ul className="cluster small">
      {(["on", "stuck", "left"] as const).map((part) => (
        <li key={part}>
          <svg className="numbers-key" viewBox="0 0 10 10" aria-hidden="true">
            <rect className={`bar-${part}`} width="10" height="10" />
          </svg>{" "}
          {t(`team:legend.${part}`)}
        </li>
      ))}
    </ul>
  );
}

function Journey({ journey: { id, title, figures, steps } }: { journey: JourneyView }) {
  const t = useTranslate();
  return (
    <section className="stack stack-tight">
      <h2 className="heading" id={id}>
        {title}
      </h2>
      <Figures figures={figures} />
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
            {steps.map(({ name, bar, reached, stuck, left }) => (
              <tr key={name}>
                <th scope="row">
                  <div className="numbers-row">
                    <span>{name}</span>
                    <Bar {...bar} />
                  </div>
                </th>
                <td>{reached}</td>
                <td>{stuck}</td>
                <td>{left}</td>
              </tr>
            ))}
          </tbody>
        </NumbersTable>
      )}
    </section>
  );
}

function Figures({ figures }: Pick<JourneyView, "figures">) {
  return (
    <dl className="numbers-figures">
      {figures.map(({ name, count }) => (
        <div key={name}>
          <dt className="small quiet">{name}</dt>
          <dd className="figures">{count}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Parts of one bar as shares of the width. The numbers are in the row. */
function Bar({ on, stuck, left }: StepRow["bar"]) {
  return (
    <svg className="numbers-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className="bar-on" width={100 * on} height="10" />
      <rect className="bar-stuck" x={100 * on} width={100 * stuck} height="10" />
      <rect className="bar-left" x={100 * (on + stuck)} width={100 * left} height="10" />
    </svg>
  );
}

/** At the largest text on a small phone the table scrolls, also by keyboard, and the page does not. */
function NumbersTable({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to be scrolled by keyboard
    <section className="numbers-scroll" aria-labelledby={labelledBy} tabIndex={0}>
      <table className="numbers" aria-labelledby={labelledBy}>
        {children}
      </table>
    </section>
  );
}
