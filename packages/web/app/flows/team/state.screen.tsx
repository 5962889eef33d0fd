import { Disclosure } from "../../design/disclosure.tsx";
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
  const hasFault = findings?.some((finding) => finding.state === "fault") ?? false;
  return (
    <TeamFrame
      page={page}
      title={t("teamDesk:state.title")}
      lead={t("teamDesk:state.lead")}
      isRefused={state === undefined || failed !== undefined || hasFault}
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
        {findings === undefined ? null : <Findings findings={findings} />}
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

const noticeOf = {
  fault: { tone: "error", words: "unwell" },
  warning: { tone: "calm", words: "improvable" },
  ok: { tone: "success", words: "well" },
} as const;

function Findings({ findings }: { findings: readonly FindingView[] }) {
  const t = useTranslate();
  // Faults come first.
  const { tone, words } = noticeOf[findings[0]?.state ?? "ok"];
  const fine = findings.filter(({ state }) => state === "ok");
  return (
    <>
      <Notice tone={tone} title={t(`teamDesk:state.${words}`)} takesFocus />
      <ul className="team-events">
        {findings.map((finding) =>
          finding.state === "ok" ? null : (
            <li key={`${finding.subject} ${finding.detail}`} className="team-event">
              <span className="team-finding" data-state={finding.state}>
                {t(`teamDesk:finding.${finding.state}`)}
              </span>
              <FindingWords finding={finding} />
            </li>
          ),
        )}
      </ul>
      {fine.length === 0 ? null : (
        <Disclosure question={t("teamDesk:state.fine", { count: fine.length })}>
          <ul className="stack stack-tight">
            {fine.map((finding) => (
              <li key={`${finding.subject} ${finding.detail}`}>
                <FindingWords finding={finding} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  );
}

function FindingWords({ finding: { subject, detail, certificate } }: { finding: FindingView }) {
  const t = useTranslate();
  return (
    <div>
      <p>{t("teamDesk:state.finding", { subject, detail })}</p>
      {certificate === undefined ? null : <p className="small quiet">{certificate}</p>}
    </div>
  );
}
