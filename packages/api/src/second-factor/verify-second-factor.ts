import type { ApiDeps } from "../deps.ts";
import type { Trx } from "../platform/database.table.ts";
import { openSecret } from "../platform/sealed-secret.adapter.ts";
import { lockAuthenticators, recordStep } from "./authenticator.store.ts";
import { consumeRecoveryCode } from "./recovery-code.store.ts";
import { acceptedStep } from "./totp.adapter.ts";

/** `used`: a right code of an authenticator app whose time step, or a later one, was accepted before. */
export type AuthenticatorCodeResult = { kind: "accepted"; id: string } | { kind: "wrong" | "used" };

/**
 * Verifies a code of an authenticator app of the account, in the transaction of what it allows. The row lock makes a
 * code of one time step work once, on all servers together.
 */
export async function consumeAuthenticatorCode(
  { keys }: Pick<ApiDeps, "keys">,
  transaction: Trx,
  { accountId, code }: { accountId: string; code: string },
): Promise<AuthenticatorCodeResult> {
  let isUsed = false;
  for (const { id, secret: sealed, lastStep, now } of await lockAuthenticators(transaction, accountId)) {
    const secret = await openSecret(keys.storedSecret, { owner: accountId, sealed });
    const step = secret === undefined ? undefined : acceptedStep(secret, { code, now });
    if (step === undefined) continue;
    if (lastStep === null || step > lastStep) {
      await recordStep(transaction, { id, step });
      return { kind: "accepted", id };
    }
    isUsed = true;
  }
  return { kind: isUsed ? "used" : "wrong" };
}

/** A method whose code a person types without a message. */
export type TypedFactor = "authenticator" | "recoveryCode";

/**
 * Verifies a typed code as one of an authenticator app or as a recovery code, in the transaction of what it allows.
 * `recoveryCodeId` is what `findRecoveryCode` found for it before.
 */
export async function consumeTypedFactor(
  deps: Pick<ApiDeps, "keys">,
  transaction: Trx,
  { accountId, code, recoveryCodeId }: { accountId: string; code: string; recoveryCodeId: string | undefined },
): Promise<{ kind: "accepted"; method: TypedFactor } | { kind: "wrong" | "used" }> {
  if (recoveryCodeId !== undefined)
    return (await consumeRecoveryCode(transaction, recoveryCodeId))
      ? { kind: "accepted", method: "recoveryCode" }
      : { kind: "used" };
  const result = await consumeAuthenticatorCode(deps, transaction, { accountId, code });
  return result.kind === "accepted" ? { kind: "accepted", method: "authenticator" } : result;
}
