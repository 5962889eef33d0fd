import { type LiftableLimit, liftableLimitIds, liftableLimits } from "@vestibule/catalogue/support.table.ts";
import type { SupportLimit } from "@vestibule/contract/v1/support-desk.schema.ts";
import { locksOfName } from "../../capabilities/accounts/sign-in-failure.store.ts";
import { nameKeys } from "../../capabilities/accounts/sign-in-name.rule.ts";
import { identityOf } from "../../capabilities/identity-facts/identity-subject.rule.ts";
import type { LimitWindow } from "../../capabilities/limits/limit.port.ts";
import type { AssistParts, SupportCaseFile } from "./support-case.port.ts";

/** The windows of one limit that this person stands under: one, or one for each address that messages go to. */
export function windowsOf(limit: LiftableLimit, file: SupportCaseFile): LimitWindow[] {
  return subjectsOf(liftableLimits[limit], file).map((subject) => ({ limit, subject }));
}

function subjectsOf(per: (typeof liftableLimits)[LiftableLimit], file: SupportCaseFile): string[] {
  const { reference, personKey, account, policies, row } = file;
  if (per === "account") return account === undefined ? [] : [account.id];
  if (per === "identity") return personKey === undefined ? [] : [identityOf({ brandId: reference.brandId, personKey })];
  const addresses = [
    account?.email,
    ...(row?.recipients ?? []),
    ...policies.flatMap((one) => [one.email, one.cellPhone]),
  ];
  return [...new Set(addresses.filter((one) => typeof one === "string"))];
}

/** Every limit that is full now, and until when. */
export async function limitsInForce(parts: AssistParts, file: SupportCaseFile): Promise<SupportLimit[]> {
  const found: SupportLimit[] = [];
  for (const limit of liftableLimitIds) {
    const states = await Promise.all(windowsOf(limit, file).map((window) => parts.limits.look(parts.database, window)));
    const ends = states.flatMap((state) => (state.kind === "full" ? [state.until.getTime()] : []));
    if (ends.length > 0) found.push({ limit, until: new Date(Math.max(...ends)).toISOString() });
  }
  return [...found, ...(await locksOf(parts, file))];
}

async function locksOf({ database, keys }: AssistParts, { account }: SupportCaseFile): Promise<SupportLimit[]> {
  if (account === undefined) return [];
  const { pausedUntil, isDisabled } = await locksOfName(database, nameKeys(keys.lookupHash, account));
  return [
    ...(pausedUntil ? [{ limit: "signInPaused", until: pausedUntil.toISOString() } as const] : []),
    ...(isDisabled ? [{ limit: "signInDisabled" } as const] : []),
    ...(account.status === "L" ? [{ limit: "passwordLocked" } as const] : []),
  ];
}
