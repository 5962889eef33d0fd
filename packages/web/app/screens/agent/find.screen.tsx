import { Notice } from "../../design/notice.tsx";
import { Opening } from "../../design/text.tsx";
import { EndLine } from "../../form/end-notice.tsx";
import { PageTitle } from "../../visit/page-title.tsx";
import { useSay } from "../../visit/texts.tsx";
import { AgentEnd } from "./agent-end.tsx";
import { FindForm, SignOut } from "./agent-parts.tsx";
import type { AgentPage } from "./agent-view.ts";
import { LinkRequests } from "./link-requests.tsx";

export function FindScreen({ page }: { page: Extract<AgentPage, { kind: "find" }> }) {
  const say = useSay();
  const { agent, limit, typed, notice, there, requests, againAt = "" } = page;
  return (
    <div className="stack stack-wide">
      <PageTitle isRefused={notice !== undefined}>{say("agent:find.title")}</PageTitle>
      <Opening title={say("agent:find.title")}>{say("agent:find.lead")}</Opening>
      {notice === undefined ? null : (
        <Notice tone="error" title={say(`agent:find.${notice}.title`, { brand: there?.brand ?? "" })} takesFocus>
          {say(`agent:find.${notice}`, { time: againAt })}{" "}
          {there?.address ? <a href={there.address}>{there.address}</a> : null}
        </Notice>
      )}
      <AgentEnd limit={limit} />
      <FindForm typed={typed} />
      <LinkRequests requests={requests} where="list" />
      <EndLine limit={limit} idle="agent:endsAt" last="agent:endsAt.last" />
      <SignOut agent={agent} />
    </div>
  );
}
