import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { counterKeys, loginNameHashes } from "../../capabilities/accounts/login-name.rule.ts";
import { readOpaqueId } from "../../capabilities/accounts/opaque-id.rule.ts";
import { countFailure, endQuietSeries } from "../../capabilities/accounts/sign-in-failure.store.ts";
import { createAuditContext, type Place } from "../../capabilities/audit/auditor.port.ts";
import type { LimitedDeps } from "../../deps.ts";
import type { Trx } from "../../platform/database.table.ts";
import { transact } from "../../platform/transaction.adapter.ts";

/** A login that the gateway refused and sent back. */
export interface FailedLogin {
  brand: Pick<Brand, "id" | "gateway">;
  /** What finding the account gave before the login was handed over. */
  id: string;
  /** Normalised; the name the login was counted on. */
  email: string;
  place: Place;
}

/** `heard`: noted. `tooMany`: this name was refused too often, until when. `unknown`: no such id, or it was told before. */
export type FailedLoginResult = { kind: "heard" } | { kind: "tooMany"; until?: Date } | { kind: "unknown" };

type FailedLoginDeps = LimitedDeps<"database" | "keys" | "random" | "auditor">;

/**
 * Takes note of a refused login, once for each id. The built-in gateway counts its refusals itself; those of an outside
 * one are counted here, on the name, whether or not anybody has it: no account is looked up. This count shuts nothing. It
 * tells the portal when somebody needs help, so that a stranger who fails on a name keeps nobody out.
 */
export async function countFailedLogin(deps: FailedLoginDeps, bounce: FailedLogin): Promise<FailedLoginResult> {
  const { brand, id } = bounce;
  const handle = readOpaqueId(deps.keys.secretHash, { purpose: "sign-in", brandId: brand.id, text: id });
  if (handle === undefined) return { kind: "unknown" };
  const accountId = handle.kind === "account" ? handle.accountId : undefined;
  return transact(deps.database, async (transaction) => {
    const first = await deps.limits.consume(transaction, { limit: "bounceHandle", subject: id });
    if (first.kind === "full") return { kind: "unknown" };
    return brand.gateway.kind === "builtIn" ? { kind: "heard" } : count(deps, transaction, { ...bounce, accountId });
  });
}

async function count(
  deps: FailedLoginDeps,
  transaction: Trx,
  { brand, email, place, accountId }: FailedLogin & { accountId: string | undefined },
): Promise<FailedLoginResult> {
  const { from, to } = limitRows.loginAccountName;
  // Under the name, so that a new password forgets it; apart from the name's own count, which does shut.
  const keys = counterKeys(loginNameHashes(deps.keys.lookupHash, { brandId: brand.id, email }), "outside-gateway");
  await endQuietSeries(transaction, keys);
  const state = await countFailure(transaction, { keys, randomizedThreshold: deps.random.integer(from, to) });
  await deps.auditor.record(transaction, {
    event: "sign-in.refused",
    result: state.kind === "open" ? "bad" : state.kind,
    brandId: brand.id,
    ...(accountId === undefined ? {} : { accountId }),
    actor: "person",
    auditContext: createAuditContext("signIn", place),
    facts: { how: "outside-gateway" },
  });
  if (state.kind === "open") return { kind: "heard" };
  return { kind: "tooMany", ...(state.kind === "lockedForTime" ? { until: state.until } : {}) };
}
