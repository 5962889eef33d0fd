import type { AgentState } from "@vestibule/catalogue/screen-state.table.ts";
import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import { maskEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { LinkRequestAnswer } from "@vestibule/contract/v1/link-request.schema.ts";
import { nobody } from "./nobody.table.ts";
import type { StagePlace } from "./stage.ts";

/** Requests for links to an e-mail that is not on file, for one state of the agents' page. */
export function stagedRequests(state: AgentState, { now }: StagePlace): LinkRequestAnswer[] {
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
  const request: LinkRequestAnswer = {
    ...{ id: nobody.sessionId, code: nobody.reference, action: "DEFPWD_REGISTER", state: "requested" },
    ...{ email: maskEmail(nobody.email), mails: 1, texts: 1, requestedBy: "amelie", isOwn: true },
    ...{ requestedAt: inHours(-1), dueAt: inHours(ttl.linkRequestHours - 1) },
  };
  const ofAnother = { ...request, requestedBy: "bruno", isOwn: false };
  switch (state) {
    case "linkRequested":
    case "ownRequest":
    case "alreadyRequested":
      return [request];
    case "requestToApprove":
      return [{ ...ofAnother, mails: 0, texts: 0 }];
    case "requestApproved":
      return [{ ...ofAnother, state: "approved", approvedBy: "amelie" }];
    case "requestRefused":
    case "requestsLimited":
      return [{ ...ofAnother, state: "refused", refusedBy: "amelie" }];
    case "requestStopped":
    case "requestEnded":
      return [{ ...request, state: "stopped", approvedBy: "bruno" }];
    case "requestsListed":
      return [ofAnother, { ...request, id: nobody.otherId, state: "stopped", approvedBy: "bruno" }];
    default:
      return [];
  }
}
