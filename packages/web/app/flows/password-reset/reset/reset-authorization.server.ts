import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import { pathAfter } from "@vestibule/contract/flow.rule.ts";
import type { PasswordResponse } from "@vestibule/contract/v1/recovery.schema.ts";
import { redirect } from "react-router";
import {
  createTicketHandOff,
  requestNewPassword,
  type TicketHandOff,
  toSessionTicket,
} from "../../../gateway/hand-off.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { raiseRoadblock } from "../../../roadblock/raise-roadblock.server.ts";
import { expiredLinkSlice, linkSlice } from "../../../shared-slices/link-slices.server.ts";
import { loginEmailSlice, noticeSlice } from "../../../shared-slices/login-slices.server.ts";
import { finishedResetSlice, recoverySlice } from "../../../shared-slices/recovery-slices.server.ts";
import { requestNewCode } from "../forgot/start-recovery.server.ts";
import type { ResetKind } from "../parts/recovery-path.table.ts";

/** What authorises this browser to set a new password: a code, a temporary password, or a link from an e-mail. */
export interface ResetInSession {
  kind: ResetKind;
  /** Id of the journey, the account or the link in the API's paths. */
  id: string;
  token: string;
  /** ISO times: the current expiry, and the latest one to which it can be extended. */
  endsAt?: string;
  latestEndsAt?: string | undefined;
  /** Unmasked, where its owner is verified. */
  email?: string;
  /** Masked e-mail of a link, which does not reveal more. */
  maskedEmail?: string | undefined;
  /** Knowledge check that is asked with the password. */
  fact: Extract<IdentityFact, "postalCode" | "cellPhone"> | undefined;
}

/** The authorisation in the session. A link takes precedence, because verifying a code removes any older link. */
export function resetAuthorization(session: PortalRequestContext["session"]): ResetInSession | undefined {
  const link = session.get(linkSlice);
  if (link?.answer.action === "RESETPWD_LOGIN") {
    const { id, email, identityFact } = link.answer;
    return { kind: "link", id, token: link.token, maskedEmail: email, fact: knowledgeCheckOf(identityFact) };
  }
  const recovery = session.get(recoverySlice);
  if (recovery?.proof === undefined) return undefined;
  const { how, id, proof } = recovery;
  const { token, email, identityFact, endsAt, latestEndsAt } = proof;
  const kind = how === "temporary" ? "temporary" : "code";
  return { kind, id, token, email, endsAt, latestEndsAt, fact: identityFact && knowledgeCheckOf(identityFact) };
}

/** A reset asks for one fact only. */
function knowledgeCheckOf(fact: IdentityFact): ResetInSession["fact"] {
  return fact === "cellPhone" ? "cellPhone" : "postalCode";
}

/**
 * Removes the reset from the session and saves the sign-in ticket for the next page. Without a ticket, the person logs
 * in with the new password.
 */
export function finishReset(requestContext: PortalRequestContext, { email, ticket }: PasswordResponse): Response {
  const { session } = requestContext;
  session.delete(recoverySlice, linkSlice);
  session.set(loginEmailSlice, email);
  if (ticket === undefined) return requestNewPassword(requestContext);
  session.set(finishedResetSlice, { email, ticket: toSessionTicket(requestContext, ticket) });
  return redirect(pathAfter("RESET", "ticketIssued"), 303);
}

/** What the browser posts to the gateway to sign in with the ticket; undefined once the ticket has expired. */
export function resetHandOff(requestContext: PortalRequestContext): TicketHandOff | undefined {
  const finishedReset = requestContext.session.get(finishedResetSlice);
  if (finishedReset === undefined) return undefined;
  const { email: username, ticket } = finishedReset;
  return createTicketHandOff(requestContext, { username, ticket });
}

/** Ends a reset whose authorisation is no longer valid, and redirects to where this kind of reset starts over. */
export function endReset(requestContext: PortalRequestContext, authorization: ResetInSession): Response {
  const { session } = requestContext;
  switch (authorization.kind) {
    case "link":
      session.delete(linkSlice);
      session.set(expiredLinkSlice, { token: authorization.token });
      return raiseRoadblock(requestContext, "token-expired");
    case "temporary":
      session.delete(recoverySlice);
      session.set(noticeSlice, "temporaryEnded");
      return redirect(pathAfter("RESET", "temporaryPasswordEnded"), 303);
    case "code":
      return requestNewCode(requestContext, authorization.email);
  }
}
