import { flow } from "@vestibule/catalogue/flow.table.ts";
import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { roadblocks } from "@vestibule/catalogue/roadblock.table.ts";
import { marketingUrlOf } from "@vestibule/contract/brand/brand.rule.ts";
import { type ActionFunctionArgs, redirect } from "react-router";
import { sendNewCode } from "./flows/password-reset/forgot/start-recovery.server.ts";
import { startFinding, startInRole } from "./flows/registration/flow/start-finding.server.ts";
import { postLetterRequest } from "./frame/help-api.server.ts";
import { handlerAt } from "./request/pathname.rule.ts";
import { type PortalRequestContext, requestContextKey } from "./request/request-context.ts";
import {
  type ContactPage,
  contactChangedPath,
  contactPages,
  leavePath,
  letterRequestPath,
} from "./roadblock/action-path.table.ts";
import { exitUrl, isUrlExit } from "./roadblock/exit.rule.ts";
import { registrationPath } from "./roadblock/flow-in-progress.server.ts";
import { interruptedFlow } from "./roadblock/interrupted-flow.rule.ts";
import { leaveRoadblock } from "./roadblock/leave-roadblock.server.ts";
import { raiseRoadblock } from "./roadblock/raise-roadblock.server.ts";
import { registersByPolicyNumber } from "./roadblock/registration-start.rule.ts";
import { roadblockSlice } from "./roadblock/session-slice.server.ts";
import { policyNumberRegistrationSlice, registrationSlice } from "./shared-slices/registration-slices.server.ts";

/**
 * Handles the exit buttons of a roadblock: clears the roadblock, then redirects or starts a flow. This file is outside
 * `roadblock/` because it imports flows.
 */
async function leave({ request, context, url }: ActionFunctionArgs): Promise<Response> {
  const requestContext = context.get(requestContextKey);
  const exit = (await request.formData()).get("exit");
  const flowToStart = registersByPolicyNumber(requestContext) ? "policyNumberRegistration" : "registration";
  const facts = {
    marketingUrl: marketingUrlOf(requestContext.brand, requestContext),
    registration:
      flowToStart === "policyNumberRegistration" ? policyNumberFlow.IDENTIFICATION.path : flow.ACCOUNT_TYPE.path,
    interrupted: interruptedFlow(requestContext.session),
    from: requestContext.session.get(roadblockSlice)?.from,
  };
  const { otherRole } = requestContext.session.get(roadblockSlice) ?? {};
  await leaveRoadblock(requestContext);
  if (exit === "changeRole" && otherRole !== undefined) return startInRole({ requestContext, url }, otherRole);
  if (exit === "newCode") return sendNewCode(requestContext);
  if (exit === "findEmail") return startFinding({ requestContext, url }, { flow: flowToStart });
  const resumed = exit === "retry" ? registrationPath(requestContext.session) : undefined;
  return redirect(resumed ?? (isUrlExit(exit) ? exitUrl(exit, facts) : "/"), 303);
}

/** Handles "I no longer have this e-mail or number". Only an agent can change the file, so it leads to a roadblock. */
async function reportChangedContact({ request, context }: ActionFunctionArgs): Promise<Response> {
  const from = (await request.formData()).get("from");
  return raiseRoadblock(context.get(requestContextKey), "contact-changed", isContactPage(from) ? { from } : {});
}

function isContactPage(from: unknown): from is ContactPage {
  return typeof from === "string" && Object.hasOwn(contactPages, from);
}

/**
 * Requests a letter with a new PIN and returns to the page that asked for it, which confirms the request. A repeated
 * request is confirmed too.
 */
async function requestPinLetter({ request, context }: ActionFunctionArgs): Promise<Response> {
  const requestContext = context.get(requestContextKey);
  const from = (await request.formData()).get("from");
  const registration = findRegistration(requestContext, from);
  if (registration === undefined) return redirect("/", 303);
  const isRequested = await postLetterRequest(requestContext, registration);
  return isRequested ? returnTo(requestContext, from) : raiseRoadblock(requestContext, "technical");
}

/**
 * Id of a registration by policy number, or token of smart registration, depending on which of them posted the form.
 */
function findRegistration({ session }: PortalRequestContext, from: unknown): string | undefined {
  const isByPolicyNumber =
    from === "policyNumberRegistration" || session.get(roadblockSlice)?.id === "pin-difficulties";
  return isByPolicyNumber ? session.get(policyNumberRegistrationSlice)?.id : session.get(registrationSlice)?.token;
}

function returnTo({ session }: PortalRequestContext, from: unknown): Response {
  const roadblock = session.get(roadblockSlice);
  const attempt = session.get(policyNumberRegistrationSlice);
  const registration = session.get(registrationSlice);
  if (roadblock !== undefined) {
    roadblock.letter = "asked";
    return redirect(roadblocks[roadblock.id].path, 303);
  }
  if (from === "policyNumberRegistration" && attempt !== undefined) {
    attempt.flash = "letterAsked";
    return redirect(policyNumberFlow[attempt.page].path, 303);
  }
  if (registration !== undefined) registration.flash = "letterAsked";
  return redirect(flow.VERIFY_CODE.path, 303);
}

const actions: Readonly<Record<string, (args: ActionFunctionArgs) => Promise<Response>>> = {
  [leavePath]: leave,
  [contactChangedPath]: reportChangedContact,
  [letterRequestPath]: requestPinLetter,
};

export const action = (args: ActionFunctionArgs) => handlerAt(args.url, actions)(args);

export function loader(): Response {
  return redirect("/", 303);
}
