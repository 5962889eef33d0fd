import { emailUndoEndpoints } from "@vestibule/contract/account/email-change.endpoint.ts";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "react-router";
import { accountApi } from "../../api/account-api.server.ts";
import { describeLinkFailure, type LinkFailure, statusOfLinkPage } from "../../api/link-failure.server.ts";
import { textsFor } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import { requestContextKey } from "../../request/request-context.ts";

const path = "/undo-email";

/** State of the change. `over`: it can no longer be undone. `taken`: another account uses the old e-mail. */
export type UndoPage = { kind: "open"; email: string } | { kind: "undone" | "ended" | "taken" } | LinkFailure;

/** Moves the token of the link from the URL to the encrypted session. Opening the page undoes nothing. */
export async function loader({ url, context }: LoaderFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const token = url.searchParams.get("change");
  if (token !== null) {
    requestContext.session.undoEmail = { token: token.slice(0, 100) };
    throw redirect(path, 303);
  }
  const page = await readPage(requestContext, "read");
  return data({ page, texts: textsFor(requestContext, ["undoEmail"]) }, { status: statusOfLinkPage(page) });
}

export async function action({ context }: ActionFunctionArgs) {
  const page = await readPage(context.get(requestContextKey), "undo");
  // After a redirect the page shows the state of the change, so only `taken` has to be shown here.
  return page.kind === "taken" ? data({ page }, { status: 409 }) : redirect(path, 303);
}

async function readPage(requestContext: PortalRequestContext, call: "read" | "undo"): Promise<UndoPage> {
  const token = requestContext.session.undoEmail?.token;
  if (token === undefined) return { kind: "unknown" };
  const reply = await accountApi(requestContext, emailUndoEndpoints)[call](token);
  if (reply.kind !== "ok") return describeLinkFailure(requestContext, reply);
  const { state, maskedEmail: email = "" } = reply.data;
  return state === "open" ? { kind: "open", email } : { kind: state };
}
