import type { PasswordBody } from "@vestibule/contract/v1/recovery.schema.ts";
import { readPasswordHistory } from "../../accounts/account-change.store.ts";
import { incrementRecoveryCounter } from "../../accounts/recovery.store.ts";
import { withSettledContacts } from "../../accounts/settling.rule.ts";
import { hasTrustedShare } from "../../accounts/trusted-share.ts";
import { createAuditContext } from "../../audit/auditor.port.ts";
import type { RequestContext } from "../../deps.ts";
import { retryLater } from "../../limits/retry-later.rule.ts";
import { incrementLinkCounter, revokeLink } from "../../links/link.store.ts";
import { checkPasswordForAccount, passwordRefusal } from "../../passwords/password-check.rule.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { hasMethodBesidesEmail } from "../../second-factor/list-methods.ts";
import type { SecondFactorDeps } from "../../second-factor/second-factor-method.port.ts";
import { countAttempt, refundAttempt } from "../../verification/count-attempt.ts";
import type { IdentityProofDeps, IdentityProofRefusal } from "../../verification/identity-proof.port.ts";
import { checkFact, factAtReset, factWindows, malformedFact } from "../../verification/knowledge-check.ts";
import { closeRecovery, newCodeOrPauseEnd } from "./open-recovery.ts";
import { emailAfterReset, type ReplacePasswordResult, replacePassword } from "./replace-password.ts";
import {
  journeyOf,
  lockAuthorization,
  type ResetAuthorization,
  readResetAuthorization,
  rejectConsumedAuthorization,
} from "./reset-authorization.ts";
import { verifyTemporaryPassword } from "./temporary-password.ts";

type ResetDeps = IdentityProofDeps & SecondFactorDeps;

interface PasswordOrder {
  requestContext: RequestContext;
  id: string;
  body: PasswordBody;
}

/**
 * Sets a new password. Checks the body's shape, the token, the identity fact, then the password rules; a refused
 * password consumes nothing, and of concurrent requests one succeeds.
 */
export async function resetPassword(deps: ResetDeps, order: PasswordOrder): Promise<ReplacePasswordResult> {
  const { requestContext, body } = order;
  const { clientIp } = requestContext;
  return countAttempt(deps, { limit: "verifyClientIp", subject: clientIp }, async (count) => {
    if (count.kind === "exceeded" && !(await hasTrustedShare(deps, requestContext, () => findAccountId(deps, order))))
      return retryLater(count);
    const fields = fieldErrorsOf(body);
    return fields ? { kind: "malformed", fields } : setProvenPassword(deps, order);
  });
}

/** The account of a token or link; undefined for a temporary password. */
async function findAccountId(
  deps: ResetDeps,
  { requestContext, id, body }: PasswordOrder,
): Promise<string | undefined> {
  const read = body.token && (await readResetAuthorization(deps, { requestContext, id, token: body.token }));
  return read && read.kind === "authorized" ? read.authorization.account.id : undefined;
}

async function setProvenPassword(deps: ResetDeps, order: PasswordOrder): Promise<ReplacePasswordResult> {
  const { requestContext, body } = order;
  const resolved = await resolveToken(deps, order);
  if (resolved.kind !== "resolved") return resolved;
  const reading = await readResetAuthorization(deps, { requestContext, ...resolved });
  if (reading.kind !== "authorized") return reading;
  const { authorization } = reading;
  const refusal =
    (await refuseIdentityFact(deps, order, authorization)) ?? (await refusePassword(deps, order, authorization));
  if (refusal) return refusal;
  const replacement = {
    requestContext,
    authorization,
    password: body.password,
    passwordHash: await deps.hashing.hash(body.password),
    needsOtherProof: await hasMethodBesidesEmail(deps, { ...requestContext, account: authorization.account }),
  };
  return transact(deps.database, (transaction) => replacePassword(deps, transaction, replacement));
}

function fieldErrorsOf({ password, tempPassword, token }: PasswordBody): Record<string, string> | undefined {
  if (password === "") return { password: "required" };
  if (token !== undefined && tempPassword !== undefined) return { tempPassword: "unknown" };
  return token === undefined && tempPassword === undefined ? { token: "required" } : undefined;
}

/** Verifies a temporary password in the body and exchanges it for a token. */
async function resolveToken(
  deps: IdentityProofDeps,
  { requestContext, id, body }: PasswordOrder,
): Promise<{ kind: "resolved"; id: string; token: string } | IdentityProofRefusal> {
  const { token, tempPassword } = body;
  if (token !== undefined || tempPassword === undefined) return { kind: "resolved", id, token: token ?? "" };
  const validated = await verifyTemporaryPassword(deps, { requestContext, id, tempPassword });
  return validated.kind === "correct" ? { ...validated, kind: "resolved" } : validated;
}

async function refusePassword(
  deps: IdentityProofDeps,
  { requestContext, body }: PasswordOrder,
  authorization: ResetAuthorization,
): Promise<IdentityProofRefusal | undefined> {
  const error = await checkPasswordForAccount(deps, {
    password: body.password,
    email: emailAfterReset(authorization).email,
    policy: requestContext.brand.passwordPolicy,
    previousHashes: await readPasswordHistory(deps.database, authorization.account.id),
  });
  return error && passwordRefusal(error);
}

/**
 * Checks the identity fact asked for with the new password; returns the refusal, or undefined when it is correct.
 * Malformed values do not count as attempts. Wrong ones count on the recovery, or on a link that was not requested by
 * one.
 */
async function refuseIdentityFact(
  deps: IdentityProofDeps,
  { requestContext, body: typed }: PasswordOrder,
  authorization: ResetAuthorization,
): Promise<IdentityProofRefusal | undefined> {
  const recovery = authorization.via === "proof" ? authorization.recovery : undefined;
  if (recovery?.how === "temporary") return undefined;
  const { account, owner } = authorization;
  const { identity } = owner;
  const rows = withSettledContacts(owner.rows, owner.settled);
  const fact = factAtReset(rows);
  const malformed = malformedFact({ fact, typed }, { province: requestContext.province, now: deps.clock.now() });
  if (malformed) return malformed;
  const { kind, id } = journeyOf(authorization);
  return countAttempt(deps, factWindows({ identity, fact }), (count) =>
    transact(deps.database, async (transaction): Promise<IdentityProofRefusal | undefined> => {
      if (!(await lockAuthorization(transaction, authorization))) {
        await refundAttempt(deps, transaction, count);
        return rejectConsumedAuthorization(authorization);
      }
      const refusal = await checkFact(deps, transaction, {
        brandId: account.brandId,
        accountId: account.id,
        identity,
        rows,
        fact,
        typed,
        count,
        countWrong: () =>
          kind === "recovery"
            ? incrementRecoveryCounter(transaction, { id, what: "wrong_facts" })
            : incrementLinkCounter(transaction, { id, what: "wrong_answers" }),
        journey: {
          id,
          auditContext: createAuditContext(kind, requestContext),
          close: () =>
            kind === "recovery" ? closeRecovery(transaction, { id, how: "wrongFacts" }) : revokeLink(transaction, id),
        },
      });
      const isOpenEnd = refusal?.kind === "lockedOut" && refusal.roadblock === "login-difficulties" && !refusal.until;
      if (!isOpenEnd) return refusal;
      const others = [{ limit: "identityFactIdentity", subject: identity }] as const;
      const next = await newCodeOrPauseEnd(deps, transaction, { requestContext, owner, recovery, others });
      return { ...refusal, ...next };
    }),
  );
}
