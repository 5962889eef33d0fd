import type { RequestContext } from "../../deps.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import type { LegacyCall, LegacyRefusal, Validated } from "./legacy-call.port.ts";
import { createRegistrationId, openRegistration } from "./lock-registration.ts";
import { resendLink, submitEmail } from "./steps/legacy-choose-email.ts";
import { chooseMethod } from "./steps/legacy-choose-method.ts";
import { verifyMethod } from "./steps/legacy-verify.ts";

export interface ValidationCall {
  registrationId: string;
  validationId: string;
  /** Undefined when a method is chosen or its message requested again. */
  typed: string | undefined;
}

export type ValidationResult = (Validated & { id: string }) | LegacyRefusal;

/** Chooses a verification method or answers a question, depending on what the id names. */
export async function validate(
  deps: IdentityProofDeps,
  requestContext: RequestContext,
  call: ValidationCall,
): Promise<ValidationResult> {
  const opened = await openRegistration(deps, requestContext, call.registrationId);
  if (opened.kind === "gone") return opened;
  const result = await dispatch(deps, opened, call);
  return result.kind === "validated" ? { ...result, id: createRegistrationId(deps, opened.session) } : result;
}

function dispatch(deps: IdentityProofDeps, opened: LegacyCall, { validationId, typed }: ValidationCall) {
  const { options, code, question, answered } = opened.session.state;
  const place = { ...opened, validationId };
  if (question?.id === validationId) {
    if (question.method === "ASKPASSWORD") return { kind: "gone" } as const;
    return typed === undefined ? resendLink(deps, place) : submitEmail(deps, { ...place, typed });
  }
  const known = [code?.id, answered, ...options.map(({ id }) => id)];
  if (!known.includes(validationId)) return { kind: "gone" } as const;
  return typed === undefined ? chooseMethod(deps, place) : verifyMethod(deps, { ...place, typed });
}
