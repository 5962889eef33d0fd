import { reportLengths, reportTimes } from "@vestibule/catalogue/team.table.ts";
import { Link } from "react-router";
import { Notice } from "../../design/notice.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { AmountText } from "./numbers-amount.tsx";
import { Figures, JourneySection } from "./numbers-parts.tsx";
import { Roadblocks } from "./numbers-roadblocks.tsx";
import { NumbersTable } from "./numbers-table.tsx";
import { TeamFrame } from "./team-frame.tsx";
import type { NumbersPage, NumbersView } from "./team-view.ts";

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
        <Notice tone="error" title={t(`team:numbers.${page.why}.title`)} takesFocus>
          {t(`team:numbers.${page.why}`, { time: page.retryAt ?? "" })}
        </Notice>
      )}
    </TeamFrame>
  );
}

function Numbers({ numbers }: { numbers: NumbersView }) {
  const t = useTranslate();
  const { journeys, roadblocks, applications, waivers, query } = numbers;
  return (
    <>
      <Choices numbers={numbers} />
      {journeys.length === 0 ? (
        <p>{t(numbers.isCompared ? "team:numbers.none.compared" : "team:numbers.none")}</p>
      ) : (
        <Legend />
      )}
      {numbers.canChange && journeys.length + roadblocks.length > 0 ? (
        <p className="small quiet print-hidden">{t("team:numbers.change")}</p>
      ) : null}
      {journeys.map((journey) => (
        <JourneySection key={journey.id} journey={journey} by={numbers.by} />
      ))}
      <Roadblocks roadblocks={roadblocks} />
      {applications.length === 0 ? null : (
        <section className="stack stack-tight">
          <h2 className="heading" id="applications">
            {t("team:applications.title")}
          </h2>
          <NumbersTable labelledBy="applications">
            <thead>
              <tr>
                <th scope="col">{t("team:applications.application")}</th>
                <th scope="col">{t("team:applications.signedIn")}</th>
              </tr>
            </thead>
            <tbody>
              {applications.map(({ name, brand, ...amount }) => (
                <tr key={`${brand} ${name}`}>
                  <th scope="row">
                    {name} <span className="small quiet">{brand}</span>
                  </th>
                  <td>
                    <AmountText {...amount} />
                  </td>
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

/** Links to the same page for another length, brand, division or comparison. */
function Choices({ numbers: { days, by, isCompared, brand, brands } }: { numbers: NumbersView }) {
  const t = useTranslate();
  const chosen = { days, by, of: brand, with: isCompared ? "before" : undefined };
  const to = (change: Partial<typeof chosen>) => {
    const given = Object.entries({ ...chosen, ...change }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    return `/team/numbers?${new URLSearchParams(given)}`;
  };
  const groups = [
    reportLengths.map((length) => ({
      to: to({ days: length }),
      name: t("team:numbers.days", { count: Number(length) }),
      isChosen: length === days,
    })),
    days === "7"
      ? reportTimes.map((time) => ({ to: to({ by: time }), name: t(`team:line.${time}`), isChosen: time === by }))
      : [],
    [{ id: undefined, name: t("team:numbers.everyBrand") }, ...brands].map(({ id, name }) => ({
      to: to({ of: id }),
      name,
      isChosen: id === brand,
    })),
    [
      { to: to({ with: undefined }), name: t("team:before.without"), isChosen: !isCompared },
      { to: to({ with: "before" }), name: t("team:before.with", { count: Number(days) }), isChosen: isCompared },
    ],
  ];
  return (
    <nav className="numbers-choices stack stack-tight print-hidden" aria-label={t("team:numbers.choices")}>
      {groups
        .filter((links) => links.length > 0)
        .map((links) => (
          <ul className="cluster" key={links[0]?.name}>
            {links.map((link) => (
              <li key={link.name}>
                <Link to={link.to} aria-current={link.isChosen ? "true" : undefined}>
                  {link.name}
                </Link>
              </li>
            ))}
          </ul>
        ))}
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
