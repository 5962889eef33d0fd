import { flowIds } from "@vestibule/catalogue/statistic.table.ts";
import { normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import { checkPolicyNumber, policyNumberLengths } from "@vestibule/contract/fields/policy-number.rule.ts";
import { isRejected } from "../../api/error-handling.rule.ts";
import type { FormValues } from "../../form/form-values.ts";
import { retryAt } from "../../i18n/localize.server.ts";
import type { PortalRequestContext } from "../../request/request-context.ts";
import type { SignedInAgent } from "../../staff/agent-session.server.ts";
import type { SearchView } from "./agent-view.ts";
import { journeyViews } from "./case-view.server.ts";
import { supportDesk } from "./support-desk.server.ts";

export async function searchJourneys(
  requestContext: PortalRequestContext,
  session: SignedInAgent,
  subject: string,
): Promise<SearchView> {
  const email = normaliseEmail(subject);
  const isPolicyNumber = checkPolicyNumber(subject, policyNumberLengths(requestContext.brand)) === undefined;
  if (email === undefined && !isPolicyNumber) return { kind: "format" };
  const result = await supportDesk(requestContext, session).search(
    email === undefined ? { policyNumber: subject } : { email },
  );
  if (isRejected(result, { status: 429 }))
    return { kind: "limited", retryAt: retryAt(requestContext, result.retryAfterSeconds) };
  if (result.kind !== "ok") return { kind: "unavailable" };
  const { journeys } = result.data;
  return journeys.length === 0 ? { kind: "none" } : { kind: "found", journeys: journeyViews(requestContext, journeys) };
}

/** Returns the support reference of a found journey; undefined where it cannot be opened now. */
export async function openJourney(
  requestContext: PortalRequestContext,
  session: SignedInAgent,
  { kind, id = "" }: FormValues,
): Promise<string | undefined> {
  const journey = flowIds.find((one) => one === kind);
  if (journey === undefined) return undefined;
  const result = await supportDesk(requestContext, session).open({ kind: journey, id });
  return result.kind === "ok" ? result.data.code : undefined;
}
