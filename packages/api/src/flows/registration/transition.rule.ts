import { identificationCauses } from "@vestibule/catalogue/roadblock.table.ts";
import type { z } from "zod";
import type { AuditEvent } from "../../audit/auditor.port.ts";
import { type RetryLater, retryLater } from "../../limits/retry-later.rule.ts";
import type { VerificationLockout } from "../../verification/identity-proof.port.ts";
import { lockoutScope } from "../../verification/lockout.rule.ts";
import type {
  IdentifiedCall,
  InputHandler,
  RegistrationContext,
  RegistrationResult,
  Transition,
} from "./registration-call.port.ts";

export function accept(data: unknown, rest: Omit<Transition, "result"> = {}): Transition {
  return { result: { kind: "accepted", data }, ...rest };
}

export function refuseFields(fields: Record<string, string>): Transition {
  return { result: { kind: "malformed", fields } };
}

export function throttle({ retryAfterSeconds, reason }: Omit<RetryLater, "kind">): Transition {
  return { result: { ...retryLater({ retryAfterSeconds }), ...(reason && { reason }) } };
}

/** Ends the registration after too many wrong codes or sends; `until` when the lockout ends by itself. */
export function lockOut(lockout: VerificationLockout): Transition {
  return { result: lockout, endReason: "locked", events: [{ event: "code.locked", result: lockoutScope(lockout) }] };
}

/** Ends the registration after too many attempts to identify. */
export function failIdentification(
  reason: string,
  { facts = {}, isOtherRole }: { facts?: AuditEvent["facts"]; isOtherRole?: true | undefined } = {},
): Transition {
  const cause = isOtherRole ? "role" : identificationCauses.find((one) => one === reason);
  return {
    result: { kind: "unidentified", ...(cause && { reason: cause }) },
    endReason: "unidentified",
    events: [{ event: "registration.unidentified", result: reason, facts }],
  };
}

/** Refusals without a check do not restart the idle time. */
export function renewsAttempt({ kind }: RegistrationResult): boolean {
  return !["malformed", "unknownOption", "wrongStep", "wait", "notFound"].includes(kind);
}

export function requirePerson(context: RegistrationContext): IdentifiedCall {
  const { person } = context;
  if (person === undefined) throw new Error("a step before a person was found");
  return { ...context, person };
}

const namedFieldErrors = 20;

/** Parses a body by its schema; refuses it with the error key of each field. */
export function withBody<Schema extends z.ZodType>(
  schema: Schema,
  handle: InputHandler<z.infer<Schema>>,
): InputHandler<unknown> {
  return async (context, body) => {
    const result = schema.safeParse(body);
    if (result.success) return handle(context, result.data);
    const errors = result.error.issues.flatMap((issue) => fieldErrorsOf(issue, body));
    return refuseFields(Object.fromEntries(errors.slice(0, namedFieldErrors)));
  };
}

function fieldErrorsOf(issue: z.core.$ZodIssue, body: unknown): [string, string][] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => [key.slice(0, 40), "unknown"]);
  const field = String(issue.path[0] ?? "body");
  if (issue.code === "too_big") return [[field, "maxlength"]];
  // An unchecked box counts as missing.
  const isPresent =
    typeof body === "object" && body !== null && Object.hasOwn(body, field) && Reflect.get(body, field) !== false;
  return [[field, isPresent || field === "body" ? "format" : "required"]];
}
