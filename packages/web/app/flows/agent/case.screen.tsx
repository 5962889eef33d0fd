import { Disclosure } from "../../design/disclosure.tsx";
import { Notice } from "../../design/notice.tsx";
import { PageIntro } from "../../design/text.tsx";
import { useChangeCount } from "../../design/use-change-count.ts";
import { ExpiryLine } from "../../form/expiry-notice.tsx";
import { ReferenceDigits } from "../../frame/reference-on-demand.tsx";
import { PageTitle } from "../../i18n/page-title.tsx";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import type { AgentResult } from "../../staff/session-slice.server.ts";
import { StaffSessionEnd } from "../../staff/staff-parts.tsx";
import { AgentBar, Timeline } from "./agent-parts.tsx";
import type { CasePage } from "./agent-view.ts";
import { CaseActs } from "./case-acts.tsx";
import type { CaseView } from "./case-view.server.ts";
import { LinkRequests } from "./link-requests.tsx";

export function CaseScreen({ page }: { page: CasePage }) {
  const t = useTranslate();
  const { supportCase, flash, agent, role, limit } = page;
  const changeCount = useChangeCount(flash);
  const title = t("agent:case.title", { code: supportCase.code });
  const toDecide = supportCase.requests.filter(({ canApprove }) => canApprove);
  const others = supportCase.requests.filter(({ canApprove }) => !canApprove);
  return (
    <div className="staff-desk">
      <AgentBar agent={agent} role={role} isCase />
      <div className="stack">
        <PageTitle isRefused={flash?.kind === "refused"}>{title}</PageTitle>
        <PageIntro
          title={
            <RichText text="agent:case.title" parts={{ code: <ReferenceDigits reference={supportCase.code} /> }} />
          }
        >
          {supportCase.made}
        </PageIntro>
        {flash === undefined ? null : <Ending key={changeCount} flash={flash} />}
        <StaffSessionEnd limit={limit} />
        <dl className="agent-facts">
          {supportCase.facts.map(({ name, value, tone }) => (
            <div key={name} data-tone={tone}>
              <dt className="small quiet">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="agent-columns">
        <div className="agent-acts stack stack-wide" id="acts">
          <LinkRequests requests={toDecide} where="case" />
          <CaseActs supportCase={supportCase} role={role} />
          <LinkRequests requests={others} where="case" />
        </div>
        <div className="stack stack-wide">
          <a className="agent-jump" href="#acts">
            {t("agent:acts.jump")}
          </a>
          <Guide rows={supportCase.guide} />
          <section className="stack stack-tight">
            <h2 className="heading">{t("agent:steps.title")}</h2>
            {supportCase.steps.length === 0 ? (
              <p className="quiet">{t("agent:steps.none")}</p>
            ) : (
              <Timeline entries={supportCase.steps} />
            )}
            {supportCase.moves.length === 0 ? null : (
              <Disclosure question={t("agent:steps.moves")}>
                <Timeline entries={supportCase.moves} />
              </Disclosure>
            )}
          </section>
          {supportCase.messages.length === 0 ? null : (
            <section className="stack stack-tight">
              <h2 className="heading">{t("agent:messages.title")}</h2>
              <Timeline entries={supportCase.messages} />
            </section>
          )}
        </div>
      </div>
      <ExpiryLine limit={limit} idle="agent:endsAt" last="agent:endsAt.last" />
    </div>
  );
}

function Ending({ flash }: { flash: AgentResult }) {
  const t = useTranslate();
  if (flash.kind === "done")
    return (
      <Notice tone={flash.what === "nothing" ? "calm" : "success"} takesFocus>
        {t(`agent:done.${flash.what}`)}
      </Notice>
    );
  return (
    <Notice tone="error" title={t("agent:refused.title")} takesFocus>
      {t(`agent:refused.${flash.why}`)}
    </Notice>
  );
}

function Guide({ rows }: { rows: CaseView["guide"] }) {
  const t = useTranslate();
  return (
    <section className="stack stack-tight">
      <h2 className="heading">{t("agent:guide.title")}</h2>
      <dl className="agent-guide">
        {rows.map(({ part, name, text }) => (
          <div key={part} data-part={part}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
