import { data } from "react-router";
import { isRejected } from "../api/error-handling.rule.ts";
import type { FormValues } from "../form/form-values.ts";
import { retryAt } from "../i18n/localize.server.ts";
import { redirectWithCookieCheck } from "../request/cookie-check.server.ts";
import type { PortalRequestContext } from "../request/request-context.ts";
import { rejectUnknownPost } from "../roadblock/not-found.server.ts";
import { type AgentSessionState, signInAgent } from "./agent-session.server.ts";
import { agentSignInSlice, agentSlice, type StaffArea } from "./session-slice.server.ts";
import type { SignInNotice, SignInPage } from "./sign-in-view.ts";

/** The sign-in page of a browser without a session. It says once how the last session or sign-in ended. */
export function signInPage(
  requestContext: PortalRequestContext,
  state: Extract<AgentSessionState, { kind: "unavailable" | "signedOut" }>,
): SignInPage {
  if (state.kind === "unavailable") return { kind: "signIn", by: "secret", notice: "unavailable" };
  // Kept until the page has said that the session has ended.
  requestContext.session.delete(agentSlice);
  return { kind: "signIn", by: state.by, ...signInNotice(requestContext, state) };
}

/** How a sign-in at the OpenID provider ended; shown once. */
function signInNotice(
  requestContext: PortalRequestContext,
  { hasEnded }: { hasEnded: boolean },
): Pick<SignInPage, "notice" | "retryAt"> {
  const failure = requestContext.session.get(agentSignInSlice);
  if (failure === undefined || failure.kind === "pending") return { notice: hasEnded ? "ended" : undefined };
  requestContext.session.delete(agentSignInSlice);
  if (failure.kind === "refused") return { notice: failure.why };
  if (failure.kind === "unavailable") return { notice: "unavailable" };
  return { notice: "limited", retryAt: retryAt(requestContext, failure.retryAfterSeconds) };
}

const noticeStatus: Readonly<Record<SignInNotice, number>> = {
  ended: 200,
  unavailable: 503,
  limited: 429,
  denied: 400,
  unfitId: 400,
  noRole: 403,
};

export const signInStatus = ({ notice }: SignInPage): number => (notice === undefined ? 200 : noticeStatus[notice]);

/** Signs in by the id and the secret of a form, and leads to the page of `area`. */
export async function signInByForm(
  requestContext: PortalRequestContext,
  { agentId = "", loginPassword: secret = "" }: FormValues,
  area: StaffArea,
) {
  const result = await signInAgent(requestContext, { agentId, secret });
  const id = agentId.slice(0, 40);
  if (isRejected(result, { status: 404 })) return rejectUnknownPost();
  if (isRejected(result, { status: 400 })) return data({ refused: { id } }, { status: 400 });
  if (isRejected(result, { status: 429 })) {
    const refused = { id, retryAt: retryAt(requestContext, result.retryAfterSeconds) };
    return data({ refused }, { status: 429 });
  }
  return redirectWithCookieCheck(requestContext, `/${area}`);
}
