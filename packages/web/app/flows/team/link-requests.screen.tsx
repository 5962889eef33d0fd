import { Notice } from "../../design/notice.tsx";
import { useTranslate } from "../../i18n/translate.tsx";
import { DeskList } from "./desk-list.tsx";
import type { LinkRequestsPage } from "./desk-view.ts";
import { TeamFrame } from "./team-frame.tsx";

/** Requests that wait for a second agent, who decides at the call centre's page. */
export function LinkRequestsScreen({ page }: { page: LinkRequestsPage }) {
  const t = useTranslate();
  const { requests } = page;
  return (
    <TeamFrame
      page={page}
      title={t("teamDesk:links.title")}
      lead={t("teamDesk:links.lead")}
      isRefused={requests === undefined}
    >
      {requests === undefined ? (
        <Notice tone="error" title={t("teamDesk:people.unavailable")} takesFocus />
      ) : (
        <section className="stack stack-tight">
          <h2 className="heading" id="requests">
            {requests.length === 0 ? t("teamDesk:links.none") : t("teamDesk:links.waiting", { count: requests.length })}
          </h2>
          <DeskList rows={requests} labelledBy="requests" />
        </section>
      )}
    </TeamFrame>
  );
}
