import { Notice } from "../../design/notice.tsx";
import { Opening } from "../../design/text.tsx";
import { ExpiryLine } from "../../form/expiry-notice.tsx";
import { ReferenceDigits } from "../../frame/reference-number.tsx";
import { PageTitle } from "../../i18n/page-title.tsx";
import { RichText } from "../../i18n/rich-text.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { AgentBar, AgentEnd, Timeline } from "./agent-parts.tsx";
import type { AgentPage, CaseView } from "./agent-view.ts";
import { CaseActs } from "./case-acts.tsx";
import { LinkRequests } from "./link-requests.tsx";

export function CaseScreen({ page }: { page: Extract<AgentPage, { kind: "case" }> }) {
  const t = useTranslate();
  const { told, said, agent, role, limit } = page;
  const title = t("agent:case.title", { code: told.code });
  return (
    <div className="agent-desk">
      <AgentBar agent={agent} role={role} isCase />
      <div className="stack">
        <PageTitle isRefused={said?.kind === "refused"}>{title}</PageTitle>
        <Opening
          title={<RichText text="agent:case.title" parts={{ code: <ReferenceDigits reference={told.code} /> }} />}
        >
          {told.made}
        </Opening>
        {said === undefined ? null : <Ending said={said} />}
        <AgentEnd limit={limit} />
        <dl className="agent-facts">
          {told.facts.map(({ name, value }) => (
            <div key={name}>
              <dt className="small quiet">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="agent-columns">
        <div className="agent-acts stack stack-wide" id="acts">
          <CaseActs told={told} role={role} />
          <LinkRequests requests={told.requests} where="case" />
        </div>
        <div className="stack stack-wide">
          <a className="agent-jump" href="#acts">
            {t("agent:acts.jump")}
          </a>
          <Guide rows={told.guide} />
          <section className="stack stack-tight">
            <h2 className="heading">{t("agent:steps.title")}</h2>
            {told.steps.length === 0 ? (
              <p className="quiet">{t("agent:steps.none")}</p>
            ) : (
              <Timeline entries={told.steps} />
            )}
          </section>
          {told.messages.length === 0 ? null : (
            <section className="stack stack-tight">
              <h2 className="heading">{t("agent:messages.title")}</h2>
              <Timeline entries={told.messages} />
            </section>
          )}
        </div>
      </div>
      <ExpiryLine limit={limit} idle="agent:endsAt" last="agent:endsAt.last" />
    </div>
  );
}

function Ending({ said }: { said: NonNullable<Extract<AgentPage, { kind: "case" }>["said"]> }) {
  const t = useTranslate();
  if (said.kind === "done")
    return (
      <Notice tone={said.what === "nothing" ? "calm" : "success"} takesFocus>
        {t(`agent:done.${said.what}`)}
      </Notice>
    );
  return (
    <Notice tone="error" title={t("agent:refused.title")} takesFocus>
      {t(`agent:refused.${said.why}`)}
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
