import { type AuditSearch, auditSpans } from "@vestibule/catalogue/team.table.ts";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { SelectField } from "../../form/select-field.tsx";
import { TextField } from "../../form/text-field.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import type { AuditEventView, AuditPage, AuditView } from "./audit-view.ts";
import { SearchSection } from "./search-section.tsx";
import { TeamFrame } from "./team-frame.tsx";

/** Search of the audit trail by reference, agent or event, and what it found. */
export function AuditScreen({ page }: { page: AuditPage }) {
  const t = useTranslate();
  const { audit } = page;
  const { refused, found } = audit;
  return (
    <TeamFrame
      page={page}
      title={t("teamDesk:audit.title")}
      lead={t("teamDesk:audit.lead")}
      isRefused={refused !== undefined}
    >
      {refused === undefined ? null : (
        <Notice tone="error" title={t(`teamDesk:audit.${refused.why}`, { time: refused.time ?? "" })} takesFocus />
      )}
      <div className="print-hidden">
        <div className="team-searches">
          <Search by="reference" title={t("teamDesk:audit.byReference")}>
            <TextField
              name="value"
              id="reference"
              inputMode="numeric"
              width="medium"
              label={t("teamDesk:audit.reference")}
              help={t("teamDesk:audit.referenceHelp")}
              defaultValue={searchedBy("reference", audit)}
            />
          </Search>
          <Search by="agent" title={t("teamDesk:audit.byAgent")}>
            <TextField
              name="value"
              id="agent"
              autoCapitalize="none"
              label={t("teamDesk:audit.agent")}
              help={t("teamDesk:audit.agentHelp")}
              defaultValue={searchedBy("agent", audit)}
            />
            <Span id="agentDays" audit={audit} />
          </Search>
          <Search by="event" title={t("teamDesk:audit.byEvent")}>
            <SelectField
              name="value"
              id="event"
              label={t("teamDesk:audit.event")}
              emptyLabel={t("teamDesk:audit.chooseEvent")}
              options={audit.events}
              defaultValue={searchedBy("event", audit)}
            />
            <Span id="eventDays" audit={audit} />
          </Search>
        </div>
      </div>
      {found === undefined ? null : <Found found={found} zone={audit.zone} />}
    </TeamFrame>
  );
}

const searchedBy = (by: AuditSearch, { searched }: AuditView) => (searched?.by === by ? searched.value : "");

function Search({ by, title, children }: { by: AuditSearch; title: string; children: ReactNode }) {
  const t = useTranslate();
  return (
    <SearchSection id={`by-${by}`} title={title}>
      <Form className="form" method="get" role="search" aria-labelledby={`by-${by}`}>
        <input type="hidden" name="by" value={by} />
        {children}
        <Button kind="quiet">{t(`teamDesk:audit.search.${by}`)}</Button>
      </Form>
    </SearchSection>
  );
}

function Span({ id, audit: { searched } }: { id: string; audit: AuditView }) {
  const t = useTranslate();
  return (
    <SelectField
      name="days"
      id={id}
      label={t("teamDesk:audit.days")}
      options={auditSpans.map((days) => ({ value: days, label: t("teamDesk:audit.span", { count: Number(days) }) }))}
      defaultValue={searched?.days ?? "7"}
    />
  );
}

function Found({ found: { events, isCut, query }, zone }: { found: NonNullable<AuditView["found"]>; zone: string }) {
  const t = useTranslate();
  if (events.length === 0) return <p role="status">{t("teamDesk:audit.none")}</p>;
  return (
    <section className="stack stack-tight" aria-labelledby="found">
      <h2 className="heading" id="found">
        {t("teamDesk:audit.found", { count: events.length })}
      </h2>
      <p className="small quiet">
        {t("teamDesk:audit.times", { zone })} {isCut ? t("teamDesk:audit.cut") : null}
      </p>
      <p className="print-hidden">
        <a href={`/team/audit.csv?${query}`}>{t("teamDesk:audit.file")}</a>
      </p>
      <ol className="team-events">
        {events.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ol>
    </section>
  );
}

function Event({ event: { when, what, who, details } }: { event: AuditEventView }) {
  return (
    <li className="team-event">
      <span className="small quiet figures">{when}</span>
      <div>
        <p>
          {what} <span className="quiet">– {who}</span>
        </p>
        {details.length === 0 ? null : <p className="small quiet team-facts">{details.join(" · ")}</p>}
      </div>
    </li>
  );
}
