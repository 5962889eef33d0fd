import { legacyFlow } from "@vestibule/catalogue/legacy-flow.table.ts";
import type { FieldFault, FieldFaultKey } from "@vestibule/contract/fields/field-fault.ts";
import { createLegacyRegistrationClient } from "@vestibule/contract/v1/legacy-registration.client.ts";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "react-router";
import { accountApi } from "../../../answer/account-api.server.ts";
import { outcomeOf, type RefusedReply } from "../../../answer/response-outcome.rule.ts";
import { drawAgain, readForm } from "../../../form/form-answer.ts";
import type { FormValues } from "../../../form/form-values.ts";
import { takeLostForm } from "../../../visit/lost-form.server.ts";
import { keepTypedPolicy, readTypedPolicy } from "../../../visit/typed-policy.rule.ts";
import { type PortalVisit, visitContext } from "../../../visit/visit.ts";
import { looksAhead } from "../../registration/flow/looks-ahead.rule.ts";
import { placeByPostalCode } from "../../registration/flow/placing.server.ts";
import { policyRules } from "../../registration/identification/identification.rule.ts";
import { policyFacts, programmeFacts } from "../../registration/identification/identification-facts.server.ts";
import { beginLegacy, toFirstProof } from "../flow/begin-legacy.server.ts";
import { mayOpen } from "../flow/legacy-address.rule.ts";
import { journeyAt, legacyTexts } from "../flow/legacy-journey.server.ts";
import type { LegacyRefusal } from "../flow/legacy-refusal.ts";
import { answerRefusal, refuseFaults } from "../flow/refused-call.server.ts";
import { reviewOf } from "./handover.server.ts";
import type { LegacyIdentificationData } from "./identification.screen.tsx";

/** Where this road begins. From a page that this one precedes it is a step back; after proof it leads to the live page. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const visit = context.get(visitContext);
  const { legacy, legacyStart } = visit.session;
  if (legacy !== undefined) {
    if (!mayOpen("IDENTIFICATION", { legacy })) throw redirect(legacyFlow[legacy.page].path, 303);
    if (!looksAhead(request)) legacy.page = "IDENTIFICATION";
  }
  const kept = readTypedPolicy(legacyStart?.typedPolicy, visit.now);
  const facts = factsOf(visit);
  const data: LegacyIdentificationData = {
    journey: journeyAt(visit, "IDENTIFICATION"),
    facts,
    kept: kept ?? {},
    review: reviewOf(visit, facts),
    isForgotten: legacyStart?.handedOver !== undefined && kept === undefined,
    isFormLost: takeLostForm(visit.session),
    seeksAccount: legacyStart?.seeksAccount === true,
  };
  return { ...data, texts: legacyTexts(visit, ["identification"]) };
}

/** The licence is asked where the province has a driving programme, and required in the programme's own flow. */
function factsOf(visit: PortalVisit) {
  return isUbi(visit) ? programmeFacts(visit) : policyFacts(visit);
}

function isUbi({ session }: PortalVisit): boolean {
  return session.legacyStart?.ubi === true;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visit = context.get(visitContext);
  const posted = await readForm(request);
  const { legacy, legacyStart } = visit.session;
  // Somebody who has an account, and would like to know under which address.
  if (posted.method === "accountAddress" && legacy?.hasAccount && legacy.page === "IDENTIFICATION")
    return toFirstProof(visit, legacy);
  if (posted.handover === "change") return changeDetails(visit);
  const handedOver = posted.handover === "continue" ? readTypedPolicy(legacyStart?.typedPolicy, visit.now) : {};
  if (handedOver === undefined) return redirect(legacyFlow.IDENTIFICATION.path, 303);
  const values = { ...handedOver, ...posted };
  const refused = refuseFaults(values, policyRules(factsOf(visit)));
  if (refused !== undefined) return refused;

  const { settings, caller } = accountApi(visit);
  const reply = await createLegacyRegistrationClient(settings).find(caller, bodyOf(visit, values));
  keepTyped(visit, { values, isFound: reply.kind === "ok" });
  if (reply.kind === "ok") {
    const found = beginLegacy(visit, reply.data, reply.status === 240 ? "none" : "exists");
    // Whoever looks for the account that they have is on the way to it, and needs not be asked.
    if (found.hasAccount && !visit.session.legacyStart?.seeksAccount)
      return drawAgain<LegacyRefusal>({ faults: {}, values, alert: "alreadyRegistered" });
    placeByPostalCode(visit, values.postalCode ?? "");
    return toFirstProof(visit, found);
  }
  const outcome = outcomeOf(reply, { call: "findByPolicy" });
  if (outcome.kind === "passes") return notFound(outcome.refusal, values);
  const asking = { visit, question: { road: "policyNumber", isUbi: isUbi(visit) } } as const;
  return answerRefusal(asking, reply, { values, call: "findByPolicy", read: () => undefined });
}

function bodyOf(visit: PortalVisit, values: FormValues) {
  const { policyNumber = "", firstName = "", lastName = "", dob = "", postalCode = "" } = values;
  const { driverLicense, driverLicenseProvince = "" } = values;
  return {
    ...{ policyNumber, firstName, lastName, dateOfBirth: dob, postalCode },
    ...(driverLicense && { driverLicence: driverLicense, driverLicenceProvince: driverLicenseProvince }),
    ...(isUbi(visit) && { flow: "ubi" as const }),
    ...(visit.session.legacyStart?.seeksAccount && { purpose: "findAccount" as const }),
  };
}

/** Filled in again after a step back. What was handed over is reviewed again once the person was found by it. */
function keepTyped({ session, now }: PortalVisit, { values, isFound }: { values: FormValues; isFound: boolean }): void {
  const { isChanging: _form, ...handedOver } = session.legacyStart?.handedOver ?? {};
  session.legacyStart = {
    ...session.legacyStart,
    ...(session.legacyStart?.handedOver && { handedOver: { ...handedOver, ...(!isFound && { isChanging: true }) } }),
    typedPolicy: keepTypedPolicy(values, now),
  };
}

/** The form, filled in with what was handed over. */
function changeDetails({ session }: PortalVisit): Response {
  session.legacyStart = {
    ...session.legacyStart,
    handedOver: { ...session.legacyStart?.handedOver, isChanging: true },
  };
  return redirect(legacyFlow.IDENTIFICATION.path, 303);
}

/** What the API calls a field, where the form calls it otherwise. */
const formNames: Readonly<Record<string, string>> = {
  dateOfBirth: "dob",
  driverLicence: "driverLicense",
  driverLicenceProvince: "driverLicenseProvince",
};

/** Nobody is there under what was typed, or it could not be read: one and the same answer, with the fields where they are named. */
function notFound({ error }: RefusedReply, values: FormValues) {
  const faults = Object.entries(error.fields ?? {}).map(([name, key]): [string, FieldFault] => [
    formNames[name] ?? name,
    { key: key as FieldFaultKey },
  ]);
  return drawAgain<LegacyRefusal>({
    faults: Object.fromEntries(faults.filter(([name]) => values[name] !== undefined)),
    values,
    alert: "notFound",
    triesLeft: error.triesLeft,
  });
}
