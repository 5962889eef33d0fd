import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { findAccountById } from "../../accounts/account.store.ts";
import type { Device } from "../../accounts/device.rule.ts";
import { loginEligibility } from "../../accounts/login-eligibility.rule.ts";
import { insertPendingSignIn, type NewPendingSignIn } from "../../accounts/pending-sign-in.store.ts";
import type { AuditLocale } from "../../audit/auditor.port.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { listMethods } from "../../second-factor/list-methods.ts";
import type { SecondFactorDeps } from "../../second-factor/second-factor-method.port.ts";
import { randomizeCodeThreshold } from "../../verification/lockout.rule.ts";
import { secondFactorAsked } from "./second-factor-asked.rule.ts";

const reasons = ["application"] as const;

interface StepUp {
  brand: Brand;
  locale: AuditLocale;
  /** Of the browser's session, which the password has opened. */
  accountId: string;
  device: Device;
  pending: NewPendingSignIn;
}

/**
 * Starts the second proof of a person who is signed in by the password, for an application that asks for two. False
 * where the account has no method for it.
 */
export async function startStepUp(
  deps: SecondFactorDeps,
  { brand, locale, accountId, device, pending }: StepUp,
): Promise<boolean> {
  const account = await findAccountById(deps.database, accountId);
  if (account === undefined || loginEligibility(account) !== "ok") return false;
  const { methods } = await listMethods(deps, { brand, account });
  if (methods.length === 0) return false;
  const wrongCodeLimit = randomizeCodeThreshold(deps.random);
  await transact(deps.database, async (transaction) => {
    const waiting = { ...pending, device, reasons, wrongCodeLimit };
    const journeyId = await insertPendingSignIn(transaction, accountId, waiting);
    const asked = secondFactorAsked({ ...locale, brand }, { accountId, journeyId, reasons, device });
    await deps.auditor.record(transaction, asked);
  });
  return true;
}
