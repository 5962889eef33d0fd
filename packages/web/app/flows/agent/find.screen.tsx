import type { TextKey } from "@vestibule/wording/tables.ts";
import { Notice } from "../../design/notice.tsx";
import { ScreenReaderText } from "../../design/screen-reader-text.tsx";
import { ExpiryLine } from "../../form/expiry-notice.tsx";
import { PostButton } from "../../form/post-button.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { StaffSessionEnd } from "../../staff/staff-parts.tsx";
import { AgentBar, agentPath, FindForm, SearchForm } from "./agent-parts.tsx";
import type { FindPage, SearchView } from "./agent-view.ts";
import { LinkRequests } from "./link-requests.tsx";

/** Start of a support call: by reference, else by policy number or e-mail. */
export function FindScreen({
  page,
  searched,
}: {
  page: FindPage;
  searched: { search: SearchView; subject: string } | undefined;
}) {
  const t = useTranslate();
  const { agent, role, limit, typed, notice, otherBrand, requests, retryAt = "" } = page;
  const isRefused = notice !== undefined || (searched !== undefined && searched.search.kind !== "found");
  return (
    <div className="staff-desk">
      <AgentBar agent={agent} role={role} isCase={false} />
      <PageOpening title={t("agent:find.title")} isRefused={isRefused} />
      {notice === undefined ? null : (
        <Notice tone="error" title={t(`agent:find.${notice}.title`, { brand: otherBrand?.brand ?? "" })} takesFocus>
          {t(`agent:find.${notice}`, { time: retryAt })}{" "}
          {otherBrand?.url ? <a href={otherBrand.url}>{otherBrand.url}</a> : null}
        </Notice>
      )}
      <StaffSessionEnd limit={limit} />
      <div className="agent-options">
        <section className="stack stack-tight">
          <h2 className="heading">{t("agent:find.heading")}</h2>
          <FindForm typed={typed} />
        </section>
        <section className="stack stack-tight">
          <h2 className="heading">{t("agent:search.title")}</h2>
          <SearchForm typed={searched?.subject ?? ""} isRefused={searched !== undefined && isRefused} />
          {searched === undefined ? null : <SearchEnd search={searched.search} />}
        </section>
      </div>
      <LinkRequests requests={requests} where="list" />
      <ExpiryLine limit={limit} idle="agent:endsAt" last="agent:endsAt.last" />
    </div>
  );
}

function SearchEnd({ search }: { search: SearchView }) {
  const t = useTranslate();
  switch (search.kind) {
    case "found":
      return (
        <>
          <Notice tone="calm" title={t("agent:search.found")} takesFocus>
            {t("agent:search.foundHelp")}
          </Notice>
          <ul className="agent-found">
            {search.journeys.map(({ kind, id, what, when }) => (
              <li key={`${kind}/${id}`}>
                <div>
                  <p className="agent-limit-name">{what}</p>
                  <p className="small quiet">{when}</p>
                </div>
                <PostButton action={agentPath} kind="quiet" sends={{ act: "open", kind, id }}>
                  <ScreenReaderText
                    visible={t("agent:search.open")}
                    spoken={`${t("agent:search.open")}, ${what}, ${when}`}
                  />
                </PostButton>
              </li>
            ))}
          </ul>
        </>
      );
    case "none":
      return <SearchFailure title="agent:search.none" text="agent:search.noneHelp" />;
    case "format":
      return <SearchFailure title="agent:search.format" />;
    case "limited":
      return <SearchFailure title="agent:find.limited.title" text="agent:find.limited" time={search.retryAt} />;
    case "unavailable":
      return <SearchFailure title="agent:find.unavailable.title" text="agent:find.unavailable" />;
  }
}

interface SearchFailureProps {
  title: TextKey;
  text?: TextKey;
  time?: string;
}

function SearchFailure({ title, text, time = "" }: SearchFailureProps) {
  const t = useTranslate();
  return (
    <Notice tone="error" id="search-end" title={t(title)} takesFocus>
      {text && t(text, { time })}
    </Notice>
  );
}
