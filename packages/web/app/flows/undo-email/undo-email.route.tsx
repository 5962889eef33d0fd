import { useRouteLoaderData } from "react-router";
import { Button, ButtonLink } from "../../design/button.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { Telephone } from "../../frame/telephone.tsx";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import type { loader as rootLoader } from "../../root.tsx";
import type { Route } from "./+types/undo-email.route";
import type { UndoPage } from "./undo-email.server.ts";

export { action, loader } from "./undo-email.server.ts";

/** Asks whether to undo a change of the e-mail. Only pressing the button undoes it. */
export default function UndoEmail({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate();
  const page: UndoPage = actionData?.page ?? loaderData.page;
  const isRefused = page.kind !== "open" && page.kind !== "undone";
  return (
    <div className="stack stack-wide">
      <PageOpening title={t(`undoEmail:${page.kind}.title`)} isRefused={isRefused}>
        <RichText text={`undoEmail:${page.kind}`} parts={useParts(page)} />
      </PageOpening>
      {page.kind === "open" ? (
        <>
          <ScreenForm rules={{}}>
            <Button busyText={t("common:sending")}>{t("undoEmail:open.submit")}</Button>
          </ScreenForm>
          <p>{t("undoEmail:open.you")}</p>
        </>
      ) : null}
      {page.kind === "undone" ? <ButtonLink to="/forgot">{t("undoEmail:undone.next")}</ButtonLink> : null}
    </div>
  );
}

function useParts(page: UndoPage) {
  const number = useRouteLoaderData<typeof rootLoader>("root")?.help.telephone ?? "";
  return {
    number: <Telephone number={number} />,
    ...(page.kind === "open" && { email: <strong className="email">{page.email}</strong> }),
    ...(page.kind === "wait" && { time: page.time }),
  };
}
