import { Notice } from "../../design/notice.tsx";
import { useChangeCount } from "../../design/use-change-count.ts";
import { PostButton } from "../../form/post-button.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { DeskList } from "./desk-list.tsx";
import type { FindingView, StatePage, StateResult, StateView } from "./desk-view.ts";
import { TeamFrame } from "./team-frame.tsx";

const parts = ["queues", "limits", "keys", "applications", "webhooks"] as const satisfies (keyof StateView)[];

/** What the portal sends, counts and is connected to, and what a check of the server finds. */
export function StateScreen({ page, result }: { page: StatePage; result: StateResult | undefined }) {
  const t = useTranslate();
  const changeCount = useChangeCount(result);
  const { state } = page;
  const failed = result?.kind === "failed" ? result : undefined;
  const findings = result?.kind === "checked" ? result.findings : undefined;
  const isWell = findings?.every((finding) => finding.state === "ok") ?? true;
  return (
    <TeamFrame
      page={page}
      title={t("teamDesk:state.title")}
      lead={t("teamDesk:state.lead")}
      isRefused={state === undefined || failed !== undefined || !isWell}
    >
      {failed === undefined ? null : (
        <Notice
          key={changeCount}
          tone="error"
          title={t(`teamDesk:state.${failed.why}`, { time: failed.time ?? "" })}
          takesFocus
        />
      )}
      {state === undefined ? (
        <Notice tone="error" title={t("teamDesk:people.unavailable")} takesFocus />
      ) : (
        parts.map((part) => <Part key={part} part={part} rows={state[part]} />)
      )}
      <section className="stack stack-tight" aria-labelledby="checks">
        <h2 className="heading" id="checks">
          {t("teamDesk:state.checks")}
        </h2>
        <p>{t("teamDesk:state.checksLead")}</p>
        {findings === undefined ? null : <Findings findings={findings} isWell={isWell} />}
        <div className="team-action print-hidden">
          <PostButton kind="quiet" sends={{ act: "check" }}>
            {t(findings ? "teamDesk:state.checkAgain" : "teamDesk:state.check")}
          </PostButton>
        </div>
      </section>
    </TeamFrame>
  );
}

function Part({ part, rows }: { part: (typeof parts)[number]; rows: StateView[keyof StateView] }) {
  const t = useTranslate();
  return (
    <section className="stack stack-tight">
      <h2 className="heading" id={part}>
        {t(`teamDesk:state.${part}`)}
      </h2>
      {rows.length === 0 ? <p>{t(`teamDesk:state.none.${part}`)}</p> : <DeskList rows={rows} labelledBy={part} />}
    </section>
  );
}

function Findings({ findings, isWell }: { findings: readonly FindingView[]; isWell: boolean }) {
  const t = useTranslate();
  return (
    <>
      <Notice
        tone={isWell ? "success" : "error"}
        title={t(`teamDesk:state.${isWell ? "well" : "unwell"}`)}
        takesFocus
      />
      <ul className="team-events">
        {findings.map(({ state, subject, detail, certificate }) => (
          <li key={`${subject} ${detail}`} className="team-event">
            <span className={state === "ok" ? "quiet" : "team-finding"} data-state={state}>
              {t(`teamDesk:finding.${state}`)}
            </span>
            <div>
              <p>{t("teamDesk:state.finding", { subject, detail })}</p>
              {certificate === undefined ? null : <p className="small quiet">{certificate}</p>}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
