import { Notice } from "../../design/notice.tsx";
import { Spoken } from "../../design/spoken.tsx";
import { Opening } from "../../design/text.tsx";
import { EndLine } from "../../form/end-notice.tsx";
import { StepForm } from "../../form/step-form.tsx";
import { PageTitle } from "../../visit/page-title.tsx";
import { useSay } from "../../visit/texts.tsx";
import { AgentEnd } from "./agent-end.tsx";
import { AgentBar, agentPath, FindForm, SearchForm } from "./agent-parts.tsx";
import type { AgentPage, SearchView } from "./agent-view.ts";
import { LinkRequests } from "./link-requests.tsx";

/** Where a call begins: by the reference, else by policy number or e-mail. */
export function FindScreen({
  page,
  searched,
}: {
  page: Extract<AgentPage, { kind: "find" }>;
  searched: { search: SearchView; subject: string } | undefined;
}) {
  const say = useSay();
  const { agent, role, limit, typed, notice, there, requests, againAt = "" } = page;
  const isRefused = notice !== undefined || (searched !== undefined && searched.search.kind !== "found");
  return (
    <div className="agent-desk">
      <AgentBar agent={agent} role={role} isCase={false} />
      <PageTitle isRefused={isRefused}>{say("agent:find.title")}</PageTitle>
      <Opening title={say("agent:find.title")}>{say("agent:find.lead")}</Opening>
      {notice === undefined ? null : (
        <Notice tone="error" title={say(`agent:find.${notice}.title`, { brand: there?.brand ?? "" })} takesFocus>
          {say(`agent:find.${notice}`, { time: againAt })}{" "}
          {there?.address ? <a href={there.address}>{there.address}</a> : null}
        </Notice>
      )}
      <AgentEnd limit={limit} />
      <div className="agent-ways">
        <FindForm typed={typed} />
        <section className="stack stack-tight">
          <h2 className="heading">{say("agent:search.title")}</h2>
          <SearchForm typed={searched?.subject ?? ""} isRefused={searched !== undefined && isRefused} />
          {searched === undefined ? null : <SearchEnd search={searched.search} />}
        </section>
      </div>
      <LinkRequests requests={requests} where="list" />
      <EndLine limit={limit} idle="agent:endsAt" last="agent:endsAt.last" />
    </div>
  );
}

function SearchEnd({ search }: { search: SearchView }) {
  const say = useSay();
  switch (search.kind) {
    case "found":
      return (
        <>
          <Notice tone="calm" title={say("agent:search.found")} takesFocus>
            {say("agent:search.foundHelp")}
          </Notice>
          <ul className="agent-found">
            {search.journeys.map(({ kind, id, what, when }) => (
              <li key={`${kind}/${id}`}>
                <div>
                  <p className="agent-limit-name">{what}</p>
                  <p className="small quiet">{when}</p>
                </div>
                <StepForm action={agentPath} kind="quiet" sends={{ act: "open", kind, id }}>
                  <Spoken seen={say("agent:search.open")} heard={`${say("agent:search.open")}, ${what}, ${when}`} />
                </StepForm>
              </li>
            ))}
          </ul>
        </>
      );
    case "none":
      return (
        <Notice tone="error" id="search-end" title={say("agent:search.none")} takesFocus>
          {say("agent:search.noneHelp")}
        </Notice>
      );
    case "format":
      return <Notice tone="error" id="search-end" title={say("agent:search.format")} takesFocus />;
    case "limited":
      return (
        <Notice tone="error" id="search-end" title={say("agent:find.limited.title")} takesFocus>
          {say("agent:find.limited", { time: search.againAt })}
        </Notice>
      );
    case "away":
      return (
        <Notice tone="error" id="search-end" title={say("agent:find.away.title")} takesFocus>
          {say("agent:find.away")}
        </Notice>
      );
  }
}
