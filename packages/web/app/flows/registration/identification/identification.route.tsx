import { accountTypes } from "@vestibule/catalogue/account.table.ts";
import { flow } from "@vestibule/catalogue/flow.table.ts";
import type { RegistrationErrorCode } from "@vestibule/catalogue/registration-error.table.ts";
import type { IdentifyBody, PageResponse } from "@vestibule/contract/v2/registration.schema.ts";
import { redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { refuseFieldErrors } from "../../../form/form-error.ts";
import type { FormValues } from "../../../form/form-values.ts";
import type { PortalRequestContext } from "../../../request/request-context.ts";
import { registrationSlice } from "../../../shared-slices/registration-slices.server.ts";
import { chooseErrorHandling, handleRefusedForm } from "../flow/error-routing.server.ts";
import { registrationAction, sendForm } from "../flow/registration-action.server.ts";
import { callRegistration, type RegistrationCallContext, tokenClaims } from "../flow/registration-call.server.ts";
import { registrationLoader } from "../flow/registration-loader.server.ts";
import { provinceForNextPage, setProvinceFromPostalCode } from "../flow/set-province.server.ts";
import { keepTypedPolicy } from "../typed-policy.rule.ts";
import type { Route } from "./+types/identification.route";
import { driverRules, emailRules, policyRules, profileRules } from "./identification.rule.ts";
import { type IdentificationData, IdentificationScreen } from "./identification.screen.tsx";
import { driverFacts, policyPageFacts } from "./identification-facts.server.ts";

export const loader = registrationLoader<IdentificationData>({
  pages: ["EMAIL_IDENTIFICATION", "POLICY_IDENTIFICATION", "MULTIPLE_PROFILES", "ADDITIONAL_DRIVER_PROFILE"],
  sections: ["identification", "accountType"],
  draw: ({ requestContext, page }) => pageOf(requestContext, page),
});

function pageOf(requestContext: PortalRequestContext, page: PageResponse): IdentificationData {
  const accountType = page.accountType ?? "policyHolder";
  const { email, seeksAccount = false } = requestContext.session.get(registrationSlice) ?? {};
  switch (page.page) {
    case "POLICY_IDENTIFICATION":
      return {
        kind: "policy",
        accountType,
        facts: policyPageFacts(requestContext),
        emailNotEnough: page.emailNotEnough,
        email,
        seeksAccount,
      };
    case "MULTIPLE_PROFILES":
      return { kind: "profiles", accountType, profiles: page.profiles ?? [] };
    case "ADDITIONAL_DRIVER_PROFILE":
      return { kind: "driver", accountType, facts: driverFacts(requestContext, page) };
    default:
      return { kind: "email", accountType, email };
  }
}

/** Four pages share this URL; the submitted fields decide which of them the form belongs to. */
export const action = registrationAction(async (call, values) => {
  if (values.method === "policyNumber" || values.method === "accountEmail")
    return identify(call, values, { method: values.method });
  if (values.profileOption !== undefined || tokenClaims(call.requestContext)?.page === "MULTIPLE_PROFILES")
    return refuseFieldErrors(values, profileRules) ?? identify(call, values, { profileId: values.profileOption ?? "" });
  if (values.policyNumber !== undefined) return identifyByPolicy(call, values);
  if (values.postalCode !== undefined) return identifyDriver(call, values);
  return identifyByEmail(call, values);
});

async function identifyByEmail(call: RegistrationCallContext, values: FormValues) {
  const refused = refuseFieldErrors(values, emailRules) ?? (await changeAccountType(call, values));
  if (refused !== undefined) return refused;
  const formError = await identify(call, values, { email: values.email ?? "" });
  const registration = call.requestContext.session.get(registrationSlice);
  if (registration !== undefined) registration.email = values.email;
  return formError;
}

const accountExists = "ACCOUNT_ALREADY_EXISTS" satisfies RegistrationErrorCode;

async function identifyByPolicy(call: RegistrationCallContext, values: FormValues) {
  const { requestContext } = call;
  const facts = policyPageFacts(requestContext);
  const refused = refuseFieldErrors(values, policyRules(facts)) ?? (await changeAccountType(call, values));
  if (refused !== undefined) return refused;
  const registration = requestContext.session.get(registrationSlice);
  if (registration !== undefined) registration.typedPolicy = keepTypedPolicy(values, requestContext.now);
  const { driverLicense = "", driverLicenseProvince = "" } = values;
  const licence = facts.licence === null ? {} : { driverLicense, driverLicenseProvince };
  const nextCall = { ...call, province: provinceForNextPage(requestContext, values.postalCode ?? "") };
  const found = await identify(nextCall, values, {
    policyNumber: values.policyNumber ?? "",
    firstName: values.firstName ?? "",
    lastName: values.lastName ?? "",
    ...identityFields(values),
    ...licence,
  });
  const exists = !(found instanceof Response) && found.data.alert === accountExists;
  // A person who is looking for their account continues at once; others first see that it exists.
  if (exists && !registration?.seeksAccount) return redirectToWelcomeBack(requestContext, values);
  const formError = exists ? await identify(nextCall, values, { method: "accountEmail" }) : found;
  if (formError instanceof Response) setProvinceFromPostalCode(requestContext, values.postalCode ?? "");
  return formError;
}

/** Redirects to the welcome-back page, which greets the person by the typed first name. */
function redirectToWelcomeBack({ session }: PortalRequestContext, { firstName }: FormValues): Response {
  const registration = session.get(registrationSlice);
  if (registration !== undefined && firstName !== undefined) registration.typedFirstName = firstName;
  return redirect(flow.WELCOME_BACK.path, 303);
}

async function identifyDriver(call: RegistrationCallContext, values: FormValues) {
  // The form has licence fields only if a licence is asked for.
  const { driverLicense, driverLicenseProvince } = values;
  const asksLicence = driverLicense !== undefined;
  return (
    refuseFieldErrors(values, driverRules(driverFacts(call.requestContext, { asksLicence }))) ??
    identify(call, values, {
      ...(asksLicence && { driverLicense, driverLicenseProvince: driverLicenseProvince ?? "" }),
      ...identityFields(values),
    })
  );
}

function identityFields(values: FormValues) {
  return { dateOfBirth: values.dob ?? "", postalCode: values.postalCode ?? "" };
}

async function identify(call: RegistrationCallContext, values: FormValues, body: IdentifyBody) {
  return sendForm(call, { name: "identify", values }, body);
}

/** Loads the page again after a rejected form, because the attempts left may have changed. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 400 || defaultShouldRevalidate;
}

export default function IdentificationRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <IdentificationScreen data={loaderData} refusal={actionData} />;
}

/**
 * Changes the account type to the one submitted with the form. The API allows that only on the e-mail page, so the
 * policy page goes back there and forward again. Returns undefined if the form can be processed, and otherwise the
 * response.
 */
async function changeAccountType(call: RegistrationCallContext, values: FormValues) {
  const { requestContext } = call;
  const accountType = accountTypes.find((type) => type === values.accountType);
  const claims = tokenClaims(requestContext);
  if (accountType === undefined || claims === undefined || claims.accountType === accountType) return undefined;
  const fromPolicy = claims.page === "POLICY_IDENTIFICATION";
  const steps = [
    ...(fromPolicy ? [() => callRegistration(call, "back")] : []),
    () => callRegistration(call, "accountType", { accountType }),
    ...(fromPolicy ? [() => callRegistration(call, "identify", { method: "policyNumber" as const })] : []),
  ];
  for (const step of steps) {
    const result = await step();
    if (result.kind !== "ok")
      return handleRefusedForm(requestContext, chooseErrorHandling(requestContext, result, values), values);
  }
  return undefined;
}
