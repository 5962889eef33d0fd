import { emailUndoEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import { apiClient } from "../../api/api-client.server.ts";
import { describeLinkFailure, type LinkFailure, statusOfLinkPage } from "../../api/link-failure.server.ts";
import { Button, ButtonLink } from "../../design/button.tsx";
import { ScreenForm } from "../../form/screen-form.tsx";
import { PageOpening } from "../../frame/page-opening.tsx";
import { CustomerTelephone } from "../../frame/telephone.tsx";
import { textsFor } from "../../i18n/localize.server.ts";
import { RichText, useTranslate } from "../../i18n/translate.tsx";
import { type PortalRequestContext, requestContextKey } from "../../request/request-context.ts";
import { moveLinkToken } from "../../session/link-token.server.ts";
import { loginEmailSlice } from "../../shared-slices/login-slices.server.ts";
import type { Route } from "./+types/undo-email.route";
import { undoEmailSlice } from "./session-slice.server.ts";

const path = "/undo-email";

/** State of the change. `ended`: it can no longer be undone. `taken`: another account uses the old e-mail. */
type UndoPage = { kind: "open"; email: string } | { kind: "undone" | "ended" | "taken" } | LinkFailure;

/** Opening the page undoes nothing. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  moveLinkToken(requestContext.session, url, { parameter: "change", slice: undoEmailSlice, path });
  const page = await readPage(requestContext, "read");
  return data({ page, texts: textsFor(requestContext, ["undoEmail"]) }, { status: statusOfLinkPage(page) });
}

export async function action({ context }: ActionFunctionArgs) {
  const page = await readPage(context.get(requestContextKey), "undo");
  // After a redirect the page shows the state of the change, so only `taken` has to be shown here.
  return page.kind === "taken" ? data({ page }, { status: 409 }) : redirect(path, 303);
}

async function readPage(requestContext: PortalRequestContext, call: "read" | "undo"): Promise<UndoPage> {
  const token = requestContext.session.get(undoEmailSlice)?.token;
  if (token === undefined) return { kind: "unknown" };
  const result = await apiClient(requestContext, emailUndoEndpoints)[call](token);
  if (result.kind !== "ok") return describeLinkFailure(requestContext, result);
  const { state, maskedEmail: email = "" } = result.data;
  // Fills in the page of the new password.
  if (result.data.email !== undefined) requestContext.session.set(loginEmailSlice, result.data.email);
  return state === "open" ? { kind: "open", email } : { kind: state };
}

/** Asks whether to undo a change of the e-mail. Only pressing the button undoes it. */
export default function UndoEmail({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate();
  const page: UndoPage = actionData?.page ?? loaderData.page;
  const isRefused = page.kind !== "open" && page.kind !== "undone";
  const parts = {
    number: <CustomerTelephone />,
    ...(page.kind === "open" && { email: <strong className="email">{page.email}</strong> }),
    ...(page.kind === "wait" && { time: page.time }),
  };
  return (
    <div className="stack stack-wide">
      <PageOpening title={t(`undoEmail:${page.kind}.title`)} isRefused={isRefused}>
        <RichText text={`undoEmail:${page.kind}`} parts={parts} />
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
