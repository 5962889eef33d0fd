import type { AgentRole } from "@vestibule/catalogue/support.table.ts";
import { Link } from "react-router";
import { Button } from "../../design/button.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { TextField } from "../../form/text-field.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { StaffBar } from "../../staff/staff-parts.tsx";
import type { TimelineEntry } from "./timeline-view.server.ts";

export const agentPath = "/agent";
/** URL that the forms of a case post to, without the support reference in the query. */
export const caseActionPath = "/agent/case";
export const casePath = (reference: string) => `${caseActionPath}?${new URLSearchParams({ reference })}`;

export function FindForm({ typed }: { typed?: string | undefined }) {
  const t = useTranslate();
  return (
    <ScreenForm rules={{}} action={agentPath}>
      <input type="hidden" name="act" value="find" />
      <TextField
        name="reference"
        label={t("agent:find.label")}
        help={t("agent:find.lead")}
        inputMode="numeric"
        enterKeyHint="go"
        width="medium"
        defaultValue={typed ?? ""}
      />
      <Button busyText={t("common:checking")}>{t("agent:find.submit")}</Button>
    </ScreenForm>
  );
}

/** Searches by policy number or e-mail, for a caller who has no support reference. */
export function SearchForm({ typed, isRefused }: { typed: string; isRefused: boolean }) {
  const t = useTranslate();
  return (
    <ScreenForm rules={{}} action={agentPath}>
      <input type="hidden" name="act" value="search" />
      <TextField
        name="subject"
        label={t("agent:search.label")}
        help={t("agent:search.help")}
        autoCapitalize="none"
        enterKeyHint="go"
        defaultValue={typed}
        refusedBy={isRefused ? "search-end" : undefined}
      />
      <Button kind="quiet" busyText={t("common:checking")}>
        {t("agent:search.submit")}
      </Button>
    </ScreenForm>
  );
}

/** Shows the signed-in agent and the navigation of the page. */
export function AgentBar({ agent, role, isCase }: { agent: string; role: AgentRole; isCase: boolean }) {
  const t = useTranslate();
  return (
    <StaffBar at="agent" who={role === "act" ? agent : t("agent:bar.readOnly", { agent })}>
      {isCase ? <Link to={agentPath}>{t("agent:find.again")}</Link> : null}
    </StaffBar>
  );
}

/** Audit entries, newest first, grouped by day. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map(({ at, day, time, text, notes, tone }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn once and never reordered
        <li key={index} data-tone={tone}>
          {day === undefined ? null : <h3 className="timeline-day small">{day}</h3>}
          <time className="small quiet figures" dateTime={at}>
            {time}
          </time>
          <div>
            <p className="timeline-text">{text}</p>
            {notes.length === 0 ? null : <p className="small quiet">{notes.join(" · ")}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
