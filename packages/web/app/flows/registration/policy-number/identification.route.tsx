import { policyNumberFlow } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { type FieldError, readFieldErrorKey } from "@vestibule/contract/fields/field-error.ts";
import { findEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { apiClient } from "../../../api/api-client.server.ts";
import { findErrorHandling, type RejectedResult } from "../../../api/error-handling.rule.ts";
import { readForm, redrawForm, refuseFieldErrors } from "../../../form/form-error.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { keepPuzzleSolution } from "../../../form/puzzle.server.ts";
import type { ScreenHandle } from "../../../frame/frame.tsx";
import { redirectWithCookieCheck } from "../../../request/cookie-check.server.ts";
import { safeQuery } from "../../../request/entry-query.rule.ts";
import { isPrefetch } from "../../../request/is-navigation-away.rule.ts";
import { type PortalRequestContext, requestContextKey } from "../../../request/request-context.ts";
import {
  policyNumberRegistrationSlice,
  policyNumberStartSlice,
} from "../../../shared-slices/registration-slices.server.ts";
import { formNames } from "../flow/error-routing.rule.ts";
import type { RegistrationFormError } from "../flow/flow-info.ts";
import { setProvinceFromPostalCode } from "../flow/set-province.server.ts";
import { policyRules } from "../identification/identification.rule.ts";
import { policyPageFacts, programmeFacts } from "../identification/identification-facts.server.ts";
import { expiredFormSlice } from "../session-slice.server.ts";
import { keepTypedPolicy, readTypedPolicy } from "../typed-policy.rule.ts";
import type { Route } from "./+types/identification.route";
import { handlePolicyNumberForm } from "./error-routing.server.ts";
import { policyNumberFlowInfo, policyNumberTexts } from "./flow-info.server.ts";
import { reviewOf } from "./handover.server.ts";
import { type PolicyIdentificationData, PolicyIdentificationScreen } from "./identification.screen.tsx";
import { canOpenPage } from "./open-page.rule.ts";
import { openVerification, startPolicyNumberRegistration } from "./start-registration.server.ts";

/**
 * First page of this flow. Opening it from a later page goes back to it; after verification it redirects to the current
 * page.
 */
export function loader({ request, url, context }: LoaderFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const attempt = requestContext.session.get(policyNumberRegistrationSlice);
  const policyNumberStart = requestContext.session.get(policyNumberStartSlice);
  if (attempt !== undefined) {
    if (!canOpenPage("IDENTIFICATION", { attempt }))
      throw redirect(`${policyNumberFlow[attempt.page].path}${safeQuery(url)}`, 303);
    if (!isPrefetch(request)) attempt.page = "IDENTIFICATION";
  }
  const typedPolicy = readTypedPolicy(policyNumberStart?.typedPolicy, requestContext.now);
  const facts = factsOf(requestContext);
  const seeksAccount = policyNumberStart?.seeksAccount === true;
  const isRegistered = attempt?.hasAccount === true && typedPolicy !== undefined && !seeksAccount;
  const { stage, ...outside } = policyNumberFlowInfo(requestContext, "IDENTIFICATION");
  const data: PolicyIdentificationData = {
    facts,
    typedPolicy: typedPolicy ?? {},
    review: reviewOf(requestContext, facts),
    isForgotten: policyNumberStart?.handedOver !== undefined && typedPolicy === undefined,
    isFormLost: requestContext.session.consume(expiredFormSlice) === true,
    seeksAccount,
    isRegistered,
  };
  return {
    ...data,
    flow: isRegistered ? outside : { ...outside, stage },
    texts: policyNumberTexts(requestContext, [isRegistered ? "welcomeBack" : "identification"]),
  };
}

/** Data for the fields, in the programme's own flow with a required licence. */
function factsOf(requestContext: PortalRequestContext) {
  return isUbi(requestContext) ? programmeFacts(requestContext) : policyPageFacts(requestContext);
}

function isUbi({ session }: PortalRequestContext): boolean {
  return session.get(policyNumberStartSlice)?.ubi === true;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const requestContext = context.get(requestContextKey);
  const posted = await readForm(request);
  const attempt = requestContext.session.get(policyNumberRegistrationSlice);
  const policyNumberStart = requestContext.session.get(policyNumberStartSlice);
  // The person has an account and wants to find its e-mail.
  if (posted.method === "accountEmail" && attempt?.hasAccount && attempt.page === "IDENTIFICATION")
    return openVerification(requestContext, attempt);
  if (posted.details === "change") return changeDetails(requestContext);
  const handedOver =
    posted.details === "continue" ? readTypedPolicy(policyNumberStart?.typedPolicy, requestContext.now) : {};
  if (handedOver === undefined) return redirect(policyNumberFlow.IDENTIFICATION.path, 303);
  const values = { ...handedOver, ...posted };
  const refused = refuseFieldErrors(values, policyRules(factsOf(requestContext)));
  if (refused !== undefined) return refused;

  keepPuzzleSolution(requestContext, posted);
  const result = await apiClient(requestContext, findEndpoints).byPolicy(bodyOf(requestContext, values));
  saveTypedPolicy(requestContext, { values, isFound: result.kind === "ok" });
  if (result.kind === "ok") {
    const found = startPolicyNumberRegistration(requestContext, result.data, result.status === 240 ? "none" : "exists");
    // A person who is looking for their account continues at once; others first see that it exists.
    if (found.hasAccount && !requestContext.session.get(policyNumberStartSlice)?.seeksAccount)
      return redirectWithCookieCheck(requestContext, policyNumberFlow.IDENTIFICATION.path);
    setProvinceFromPostalCode(requestContext, values.postalCode ?? "");
    return openVerification(requestContext, found);
  }
  const handling = findErrorHandling(result, { call: "findByPolicy" });
  if (handling.kind === "handledByPage") return rejectLookup(handling.refusal, values);
  return handlePolicyNumberForm(requestContext, result, { values, call: "findByPolicy" });
}

function bodyOf(requestContext: PortalRequestContext, values: FormValues) {
  const { policyNumber = "", firstName = "", lastName = "", dob = "", postalCode = "" } = values;
  const { driverLicense, driverLicenseProvince = "" } = values;
  return {
    policyNumber,
    firstName,
    lastName,
    dateOfBirth: dob,
    postalCode,
    ...(driverLicense && { driverLicence: driverLicense, driverLicenceProvince: driverLicenseProvince }),
    ...(isUbi(requestContext) && { flow: "ubi" as const }),
    ...(requestContext.session.get(policyNumberStartSlice)?.seeksAccount && { purpose: "findAccount" as const }),
  };
}

/** Saves what was typed. Details that were handed over and did not match are shown in the form from then on. */
function saveTypedPolicy(
  { session, now }: PortalRequestContext,
  { values, isFound }: { values: FormValues; isFound: boolean },
): void {
  const { handedOver } = session.get(policyNumberStartSlice) ?? {};
  session.set(policyNumberStartSlice, {
    ...session.get(policyNumberStartSlice),
    handedOver: handedOver && { ...handedOver, isChanging: isFound ? undefined : true },
    typedPolicy: keepTypedPolicy(values, now),
  });
}

/** Redirects to the form, with the details filled in. */
function changeDetails({ session }: PortalRequestContext): Response {
  const policyNumberStart = session.get(policyNumberStartSlice);
  session.delete(policyNumberRegistrationSlice);
  if (policyNumberStart?.handedOver) policyNumberStart.handedOver.isChanging = true;
  return redirect(policyNumberFlow.IDENTIFICATION.path, 303);
}

/**
 * Renders the page again for a lookup without a match. Malformed input gets the same response, with field errors if the
 * API names fields.
 */
function rejectLookup({ error }: RejectedResult, values: FormValues) {
  const errors = Object.entries(error.fields ?? {}).map(([name, key]): [string, FieldError] => [
    formNames[name] ?? name,
    { key: readFieldErrorKey(key) },
  ]);
  return redrawForm<RegistrationFormError>({
    errors: Object.fromEntries(errors.filter(([name]) => values[name] !== undefined)),
    values,
    alert: "POLICY_NUMBER_NOT_FOUND",
    triesLeft: error.triesLeft,
  });
}

export const handle: ScreenHandle = { isOfLink: true };

export default function PolicyIdentificationRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <PolicyIdentificationScreen data={loaderData} refusal={actionData} />;
}
