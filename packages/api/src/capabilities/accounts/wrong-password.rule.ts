import { limits } from "@vestibule/catalogue/limit.table.ts";
import type { ApiParts, LimitedParts } from "../../parts.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { Lived } from "../audit/auditor.port.ts";
import { type Counter, type CounterState, countFailure } from "./sign-in-failure.store.ts";
import type { Account } from "./user-registry.port.ts";

type Parts = Pick<ApiParts, "users" | "auditor" | "notifier" | "random">;

/** Whose name a wrong password counts on; without an account, a name that nobody carries. */
export interface WrongPassword {
  brandId: string;
  /** Origin that the visitor sees, for the link of a message. */
  origin: string;
  account: Account | undefined;
  counterKeys: readonly string[];
  /** Set where it is a sign-in, not a question on another way. */
  lived?: Lived;
}

/** Counts a wrong password on its counter and tells the trail; past the limit in a row the password is disabled. */
export async function countWrongPassword(
  parts: Parts,
  transaction: Trx,
  { brandId, origin, account, counterKeys, lived }: WrongPassword,
): Promise<CounterState> {
  const { consecutive, ...state } = await countFailure(transaction, counterOf(parts, counterKeys));
  if (consecutive >= limits.loginConsecutive.limit && account !== undefined)
    await disablePassword(parts, transaction, { account, origin });
  await parts.auditor.record(transaction, {
    event: "sign-in.refused",
    result: state.kind === "open" ? "bad" : state.kind,
    brandId,
    ...(account === undefined ? {} : { accountId: account.id }),
    actor: "person",
    ...(lived && { lived }),
    facts: { how: "password" },
  });
  return state;
}

/** The owner is told; a new password, by the way that always works, opens the account again. */
async function disablePassword(
  parts: Parts,
  transaction: Trx,
  { account, origin }: { account: Account; origin: string },
): Promise<void> {
  if (!(await parts.users.lockPassword(transaction, account.id))) return;
  await parts.notifier.notify(transaction, {
    notification: "passwordDisabled",
    brandId: account.brandId,
    language: account.language,
    channel: "EMAIL",
    recipient: account.email,
    facts: { firstName: account.firstName, province: account.province, origin },
  });
  await parts.auditor.record(transaction, {
    event: "password.disabled",
    result: "ok",
    brandId: account.brandId,
    accountId: account.id,
    actor: "system",
  });
}

/** Few tries on many accounts stay under every limit but this one, which rings and refuses nobody. */
export async function watchForSpraying(parts: LimitedParts<"database" | "log">): Promise<void> {
  const count = await parts.limits.take(parts.database, { limit: "loginFailuresEverywhere", subject: "everyone" });
  if (count.kind === "taken" && count.left === 0)
    parts.log.warn("sign-in.anomaly", { limit: limits.loginFailuresEverywhere.limit });
}

/** A counter with the limit that it takes where a new series of failures begins. */
export function counterOf({ random }: Pick<ApiParts, "random">, keys: readonly string[]): Counter {
  const { from, to } = limits.loginAccountName;
  return { keys, drawnLimit: random.integer(from, to) };
}
