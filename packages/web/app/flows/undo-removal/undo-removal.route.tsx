import { removalUndoEndpoints } from "@vestibule/contract/account/second-factor.endpoint.ts";
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
import type { Route } from "./+types/undo-removal.route";
import { undoRemovalSlice } from "./session-slice.server.ts";

const path = "/undo-removal";

/** State of the removal. `ended`: it can no longer be undone. */
type UndoPage = { kind: "open"; method: "authenticator" | "passkey" } | { kind: "undone" | "ended" } | LinkFailure;

/** Opening the page undoes nothing. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  moveLinkToken(requestContext.session, url, { parameter: "removal", slice: undoRemovalSlice, path });
  const page = await readPage(requestContext, "read");
  return data({ page, texts: textsFor(requestContext, ["undoRemoval"]) }, { status: statusOfLinkPage(page) });
}

export async function action({ context }: ActionFunctionArgs) {
  await readPage(context.get(requestContextKey), "undo");
  return redirect(path, 303);
}

async function readPage(requestContext: PortalRequestContext, call: "read" | "undo"): Promise<UndoPage> {
  const token = requestContext.session.get(undoRemovalSlice)?.token;
  if (token === undefined) return { kind: "unknown" };
  const result = await apiClient(requestContext, removalUndoEndpoints)[call](token);
  if (result.kind !== "ok") return describeLinkFailure(requestContext, result);
  const { state, method } = result.data;
  return state === "open" ? { kind: "open", method } : { kind: state };
}

/** Asks whether to undo the removal of a method. Only pressing the button undoes it. */
export default function UndoRemoval({ loaderData: { page } }: Route.ComponentProps) {
  const t = useTranslate();
  const isRefused = page.kind !== "open" && page.kind !== "undone";
  const parts = { number: <CustomerTelephone />, ...(page.kind === "wait" && { time: page.time }) };
  return (
    <div className="stack stack-wide">
      <PageOpening title={t(`undoRemoval:${page.kind}.title`)} isRefused={isRefused}>
        {page.kind === "open" ? (
          t(`undoRemoval:open.${page.method}`)
        ) : (
          <RichText text={`undoRemoval:${page.kind}`} parts={parts} />
        )}
      </PageOpening>
      {page.kind === "open" ? (
        <>
          <ScreenForm rules={{}}>
            <Button busyText={t("common:sending")}>{t("undoRemoval:open.submit")}</Button>
          </ScreenForm>
          <p>{t("undoRemoval:open.you")}</p>
        </>
      ) : null}
      {page.kind === "undone" ? <ButtonLink to="/forgot">{t("undoRemoval:undone.next")}</ButtonLink> : null}
    </div>
  );
}
