import type { PasswordBody } from "@vestibule/contract/v1/recovery.schema.ts";
import { checkPasswordForAccount } from "../../capabilities/passwords/password-check.rule.ts";
import { passwordRefusal } from "../../capabilities/passwords/password-refusal.rule.ts";
import type { ProvingParts } from "../../capabilities/proving/proving-call.port.ts";
import type { Visit } from "../../parts.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { refuseClaim } from "./claimed-fact.journey.ts";
import { type Claim, readClaim } from "./password-claim.journey.ts";
import type { Refusal } from "./recovery-call.port.ts";
import { addressAfter, type ReplacementEnding, replacePassword } from "./replace-password.journey.ts";
import { judgeTemporary } from "./temporary-password.journey.ts";

export interface PasswordOrder {
  visit: Visit;
  id: string;
  body: PasswordBody;
}

/**
 * Sets a new password with what proves the right to. In this order: the body's shape, the token, the identity fact, the
 * password's rules. A password that is refused uses nothing up; of several that come at once, one is set.
 */
export async function setPassword(parts: ProvingParts, order: PasswordOrder): Promise<ReplacementEnding> {
  const { visit, body } = order;
  const { address } = visit;
  const counted = await parts.limits.take(parts.database, { limit: "verifyAddress", subject: address });
  if (counted.kind === "full") return { kind: "wait", retryAfterSeconds: counted.retryAfterSeconds };
  const fields = faultsOf(body);
  if (fields) return { kind: "malformed", fields };
  const named = await nameToken(parts, order);
  if (named.kind !== "named") return named;
  const reading = await readClaim(parts, { visit, ...named });
  if (reading.kind !== "claim") return reading;
  const { claim } = reading;
  const refusal =
    (await refuseClaim(parts, { visit, claim, typed: body })) ?? (await refusePassword(parts, order, claim));
  if (refusal) return refusal;
  const passwordHash = await parts.hashing.hash(body.password, address);
  return transact(parts.database, (transaction) => replacePassword(parts, transaction, { visit, claim, passwordHash }));
}

function faultsOf({ password, tempPassword, token }: PasswordBody): Record<string, string> | undefined {
  if (password === "") return { password: "required" };
  if (token !== undefined && tempPassword !== undefined) return { tempPassword: "unknown" };
  return token === undefined && tempPassword === undefined ? { token: "required" } : undefined;
}

/** A temporary password that comes along is judged first, and its proof used at once. */
async function nameToken(
  parts: ProvingParts,
  { visit, id, body }: PasswordOrder,
): Promise<{ kind: "named"; id: string; token: string } | Refusal> {
  const { token, tempPassword } = body;
  if (token !== undefined || tempPassword === undefined) return { kind: "named", id, token: token ?? "" };
  const judged = await judgeTemporary(parts, { visit, id, tempPassword });
  return judged.kind === "right" ? { ...judged, kind: "named" } : judged;
}

async function refusePassword(
  parts: ProvingParts,
  { visit, body }: PasswordOrder,
  claim: Claim,
): Promise<Refusal | undefined> {
  const fault = await checkPasswordForAccount(parts, {
    password: body.password,
    email: addressAfter(claim).email,
    policy: visit.brand.passwordPolicy,
    clientIp: visit.address,
    previousHashes: await parts.users.passwordsBefore(parts.database, claim.account.id),
  });
  return fault && passwordRefusal(fault);
}
