import type { AgentRole } from "@vestibule/catalogue/support.table.ts";
import { Link } from "react-router";
import { Button } from "../../design/button.tsx";
import { ExpiryNotice, ExtendButton } from "../../form/expiry-notice.tsx";
import { PostButton } from "../../form/post-button.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { TextField } from "../../form/text-field.tsx";
import type { SessionLimit } from "../../form/use-expiry-warning.ts";
import { useTranslate } from "../../i18n/translate.tsx";
import type { TimelineEntry } from "./timeline-view.server.ts";

/** URL that the page's forms post to, without the support reference in the query. */
export const agentPath = "/agent";

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
    <div className="agent-bar">
      <span className="small quiet">{t("agent:bar")}</span>
      <div className="cluster">
        {isCase ? <Link to={agentPath}>{t("agent:find.again")}</Link> : null}
        <PostButton action={agentPath} sends={{ act: "signOut" }}>
          {t("agent:signOut", { agent: role === "act" ? agent : t("agent:bar.readOnly", { agent }) })}
        </PostButton>
      </div>
    </div>
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

/** Warns two minutes before the agent's session ends; reloading the page extends it until the absolute limit. */
export function AgentEnd({ limit }: { limit: SessionLimit }) {
  const t = useTranslate();
  return (
    <ExpiryNotice limit={limit} title={t("agent:ending.title", { time: limit.endsAt })}>
      <p>{t(limit.isExtended ? "agent:ending" : "agent:ending.last")}</p>
      {limit.isExtended ? <ExtendButton>{t("common:moreTime")}</ExtendButton> : null}
    </ExpiryNotice>
  );
}
