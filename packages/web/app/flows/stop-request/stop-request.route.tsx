import { useRouteLoaderData } from "react-router";
import { Button } from "../../design/button.tsx";
import { Notice } from "../../design/notice.tsx";
import { Opening } from "../../design/text.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { Telephone } from "../../frame/telephone.tsx";
import { PageTitle } from "../../i18n/page-title.tsx";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import type { loader as rootLoader } from "../../root.tsx";
import type { Route } from "./+types/stop-request.route";
import type { StopPage } from "./stop-request.server.ts";

export { action, loader } from "./stop-request.server.ts";

/** Asks whether to stop a link to an e-mail that is not on file. Only pressing the button stops it. */
export default function StopRequest({ loaderData: { page } }: Route.ComponentProps) {
  const t = useTranslate();
  const title = t(`stopRequest:${page.kind}.title`);
  return (
    <div className="stack stack-wide">
      <PageTitle isRefused={page.kind === "unknown" || page.kind === "wait" || page.kind === "away"}>{title}</PageTitle>
      {page.kind === "open" ? (
        <>
          <Opening title={title}>{t("stopRequest:open.what")}</Opening>
          <p>{t("stopRequest:open.when", { day: page.day, time: page.time, zone: page.zone })}</p>
          <ScreenForm rules={{}}>
            <Button busyText={t("common:sending")}>{t("stopRequest:open.submit")}</Button>
          </ScreenForm>
          <p>{t("stopRequest:open.you")}</p>
        </>
      ) : (
        <Outcome page={page} title={title} />
      )}
    </div>
  );
}

function Outcome({ page, title }: { page: Exclude<StopPage, { kind: "open" }>; title: string }) {
  const t = useTranslate();
  const number = useRouteLoaderData<typeof rootLoader>("root")?.help.telephone ?? "";
  const parts = { number: <Telephone number={number} /> };
  if (page.kind === "ended") return <Opening title={title}>{t("stopRequest:ended")}</Opening>;
  if (page.kind === "wait")
    return (
      <Opening title={title}>
        <RichText text="stopRequest:wait" parts={{ ...parts, time: page.time }} />
      </Opening>
    );
  if (page.kind !== "stopped")
    return (
      <Opening title={title}>
        <RichText text={`stopRequest:${page.kind}`} parts={parts} />
      </Opening>
    );
  return (
    <>
      <Opening title={title}>{t("stopRequest:stopped")}</Opening>
      <Notice tone="success">
        <p>
          <RichText text="stopRequest:stopped.call" parts={parts} />
        </p>
      </Notice>
    </>
  );
}
