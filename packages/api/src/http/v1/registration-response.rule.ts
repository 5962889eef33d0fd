import { limits } from "@vestibule/catalogue/limit.table.ts";
import type { RegistrationValidation } from "@vestibule/contract/v1/link.schema.ts";
import type { PolicyFindResponse } from "@vestibule/contract/v1/policy-number-registration.schema.ts";
import type { TwoFactorValidation } from "@vestibule/contract/v1/recovery.schema.ts";
import type { ApiDeps } from "../../deps.ts";
import type { PolicyPerson } from "../../directory/policy-directory.port.ts";
import type { AttemptState } from "../../flows/registration/attempt-state.schema.ts";
import type { TransitionResult } from "../../flows/registration/handle-registration-call.ts";
import { createRegistrationId, type IdCallResult } from "../../flows/registration/id-call.ts";
import type { FindPolicyResult } from "../../flows/registration/steps/find-by-policy.ts";
import { maskedChannel } from "../../verification/channel.rule.ts";
import { factAtCreation } from "../../verification/knowledge-check.ts";
import { mostCodes, resendAvailableAt } from "../../verification/send-code.ts";
import { accountErrorResponse, refusalResponse } from "../error-response.ts";

/** Undefined fields are left out. */
type RegistrationV1Response = {
  [Name in keyof Omit<RegistrationValidation, "id">]?: RegistrationValidation[Name] | undefined;
};
/** 240: the portal asks for something more; 202: a message was sent; 200: a password may be chosen. */
type Status = 200 | 202 | 240;

export function respondPolicyFound(deps: Pick<ApiDeps, "keys">, result: FindPolicyResult): Response {
  switch (result.kind) {
    case "found":
    case "known": {
      const { attempt, person } = result;
      const { question, options, holderAccountId, ubi } = attempt.state;
      return registrationResponse(result.kind === "found" ? 240 : 200, {
        id: createRegistrationId(deps, attempt),
        twoFactorValidations: question
          ? [{ id: question.id, method: question.method }]
          : options.map((option) => maskedMethod(option, person)),
        ubiMatchPH: holderAccountId !== undefined,
        ubi,
      });
    }
    case "policyNotFound":
      return accountErrorResponse("notFound", { triesLeft: result.triesLeft });
    default:
      return refusalResponse(result);
  }
}

export function registrationCallResponse(
  deps: Pick<ApiDeps, "keys">,
  apiResult: IdCallResult,
  /** Whether the call answered a question, rather than asking for a message. */
  isResponse = false,
): Response {
  const { result } = apiResult;
  if (result.kind === "created" || result.kind === "signedIn") {
    const { kind, email, ticket } = result;
    return Response.json({ email, ticket }, { status: kind === "created" ? 201 : 200 });
  }
  const success = apiResult.context && successOf(apiResult, isResponse);
  if (!success) return refusedResponse(apiResult);
  const [status, response] = success;
  const id = createRegistrationId(deps, apiResult.context.attempt);
  return registrationResponse(status, { error: false, id, twoFactorValidations: [], ...response });
}

/** Returns the status and body of a success response; undefined for a refusal. */
function successOf(transition: TransitionResult, isResponse: boolean): [Status, RegistrationV1Response] | undefined {
  const { result, state, context } = transition;
  const { attempt, person, optionId: id = "" } = context;
  const { question, mailedTo } = state;
  const questions = question ? [{ id: question.id, method: question.method }] : [];
  switch (result.kind) {
    case "accepted":
    case "accountExists":
      return nextQuestion(transition);
    case "alreadyVerified": {
      // The next question, without personal data.
      const { email, firstName, policyProvince, ...next } = nextQuestion(transition)[1];
      return [240, { ...next, error: true }];
    }
    case "methodChosen":
      return [
        240,
        { twoFactorValidations: shownOptions(state, { id, person }).filter(({ method }) => method !== "NONE") },
      ];
    case "codeSent":
      return [isResponse ? 240 : 202, codeResponse(state, person)];
    case "linkSent": {
      const resendsLeft = 1 + limits.linkMailSession.limit - state.linksMailed;
      const sentAt = attempt.now.toISOString();
      return [202, { twoFactorValidations: questions, email: mailedTo?.emailAsTyped, sentAt, resendsLeft }];
    }
    case "emailTaken": {
      const { kind: reason, triesLeft } = result;
      return [240, { error: true, reason, action: question?.method, twoFactorValidations: questions, triesLeft }];
    }
    case "refused": {
      const { reason, triesLeft } = result;
      if (reason !== "wrongCode") return undefined;
      return [240, { error: true, reason, twoFactorValidations: shownOptions(state, { id, person }), triesLeft }];
    }
    default:
      return undefined;
  }
}

function refusedResponse({ result, context }: IdCallResult): Response {
  switch (result.kind) {
    case "lockedOut": {
      const isPin = context?.attempt.state.options.some(
        ({ id, method }) => id === context.optionId && method === "PIN",
      );
      return refusalResponse({ roadblock: isPin ? "pin-difficulties" : "resend-code", ...result });
    }
    case "malformed": {
      const [fault = "format"] = Object.values(result.fields);
      return refusalResponse(context?.optionId ? { ...result, fields: { validationValue: fault } } : result);
    }
    case "unidentified":
      return refusalResponse({ kind: "limit", roadblock: "more-than-one-profile", reason: "usernameTaken" });
    case "wait":
    case "wrongSecret":
    case "refused":
    case "limit":
    case "password":
    case "emailTakenConcurrently":
    case "done":
    case "accessRemoved":
      return refusalResponse(result);
    default:
      return refusalResponse({ kind: "notFound" });
  }
}

/** Returns what the person is asked next, which depends on the registration alone. */
function nextQuestion({ state, context: { person, policies } }: TransitionResult): [Status, RegistrationV1Response] {
  const { existingAccount, username, question, proof } = state;
  if (existingAccount) return [240, { action: "WELCOME_BACK", ...existingAccount }];
  if (person === undefined || (username === undefined && question === undefined)) return [240, { error: true }];
  const { firstName, province: policyProvince } = person;
  const identityFact = factAtCreation(policies);
  if (username) return [200, { email: username.emailAsTyped, firstName, identityFact, policyProvince }];
  if (question === undefined) return [240, { error: true }];
  const { id, method, maskedEmail, asksPolicyholder } = question;
  if (method === "ASKPASSWORD") {
    const option = { id, method, ...(maskedEmail && { maskedValue: maskedEmail }) };
    // To join another person's account, a driver also verifies the mobile number on file.
    const alsoAsked = identityFact === "cellPhone" ? { identityFact } : {};
    const canAsk = asksPolicyholder ? { canAskPolicyholder: true as const } : {};
    const next = { action: method, twoFactorValidations: [option], ...alsoAsked, ...canAsk };
    return [240, { ...next, ...(proof && { policyProvince }) }];
  }
  const email = person.emailAsTyped ?? person.email ?? undefined;
  return [
    240,
    { action: method, twoFactorValidations: [{ id, method }], ...(proof && { firstName, policyProvince, email }) },
  ];
}

/** Describes a sent code: the id that verifies it, and when and how often it can be sent again. */
function codeResponse(state: AttemptState, person: PolicyPerson | undefined): RegistrationV1Response {
  const { code, codesSent } = state;
  if (code === undefined) return {};
  const { id = "", purpose, sentAt, email, emailAsTyped } = code;
  return {
    twoFactorValidations: shownOptions(state, { id, person }),
    ...(purpose === "username" && { action: "ASKEMAILCODE", email: emailAsTyped ?? email }),
    sentAt,
    resendAvailableAt: resendAvailableAt(new Date(sentAt)).toISOString(),
    resendsLeft: mostCodes - codesSent[purpose],
  };
}

/** The option with masked contact data, which may be shown before verification; else the code to an e-mail. */
function shownOptions(
  { options }: AttemptState,
  { id, person }: { id: string; person: PolicyPerson | undefined },
): TwoFactorValidation[] {
  const option = options.find((one) => one.id === id);
  return option && person ? [maskedMethod(option, person)] : [{ id, method: "ASKEMAILCODE" }];
}

function maskedMethod({ id, method }: AttemptState["options"][number], person: PolicyPerson): TwoFactorValidation {
  const maskedValue = method === "NONE" ? "" : maskedChannel(method, person);
  return { id, method, ...(maskedValue && { maskedValue }) };
}

/** 240 is a non-standard success status of this contract; the registration continues. */
export function registrationResponse(status: Status, response: RegistrationValidation | PolicyFindResponse): Response {
  return Response.json(response, { status });
}
