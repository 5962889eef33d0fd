import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { counterKeys, loginNameHashes } from "../../accounts/login-name.rule.ts";
import { readOpaqueId } from "../../accounts/opaque-id.rule.ts";
import { type LoginLockout, loginDifficulties } from "../../accounts/password-sign-in.store.ts";
import { countFailure, endQuietSeries } from "../../accounts/sign-in-failure.store.ts";
import { counterOf, wrongPasswordResults } from "../../accounts/wrong-password.store.ts";
import { type AuditLocale, createAuditContext } from "../../audit/auditor.port.ts";
import type { LimitedDeps } from "../../deps.ts";
import { transact } from "../../platform/transaction.adapter.ts";

export interface FailedLogin {
  brand: Pick<Brand, "id" | "gateway">;
  id: string;
  /** Normalised login name for which the failure is counted. */
  email: string;
  locale: AuditLocale;
}

/**
 * `recorded`: counted here, or counted by the built-in gateway already. `notFound`: the id is invalid or was recorded
 * before.
 */
type FailedLoginResult = { kind: "recorded" } | { kind: "notFound" } | LoginLockout;

/**
 * Records a refused login, once per id. The built-in gateway counts its own refusals; those of an external one are
 * counted here, for known and unknown names alike. This count locks no account: the portal uses it to offer help.
 */
export async function countFailedLogin(
  deps: LimitedDeps<"database" | "keys" | "random" | "auditor">,
  failedLogin: FailedLogin,
): Promise<FailedLoginResult> {
  const { brand, id, email, locale } = failedLogin;
  const handle = readOpaqueId(deps.keys.secretHash, { purpose: "signIn", brandId: brand.id, text: id });
  if (handle === undefined) return { kind: "notFound" };
  return transact(deps.database, async (transaction) => {
    const reported = await deps.limits.consume(transaction, { limit: "bounceHandle", subject: id });
    if (reported.kind === "exceeded") return { kind: "notFound" };
    if (brand.gateway.kind === "builtIn") return { kind: "recorded" };
    // A new password resets it with the name's counters, but it is separate from the counter that locks the name.
    const keys = counterKeys(loginNameHashes(deps.keys.lookupHash, { brandId: brand.id, email }), "outside-gateway");
    await endQuietSeries(transaction, keys);
    const state = await countFailure(transaction, counterOf(deps, keys));
    await deps.auditor.record(transaction, {
      event: "sign-in.refused",
      result: wrongPasswordResults[state.kind],
      brandId: brand.id,
      ...(handle.id !== undefined && { accountId: handle.id }),
      actor: "person",
      auditContext: createAuditContext("signIn", locale),
      facts: { how: "outside-gateway" },
    });
    return state.kind === "open" ? { kind: "recorded" } : loginDifficulties(state);
  });
}
