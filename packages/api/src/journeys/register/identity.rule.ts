import { identityOf } from "../../capabilities/identity-facts/identity-subject.rule.ts";
import type { Trx } from "../../platform/database.table.ts";
import { lock } from "./move.rule.ts";
import type { CallContext, Move } from "./registration-call.port.ts";

/** The end of the road while a person has had the day's wrong codes; undefined while there is room. */
export async function identityPause(
  { parts, visit }: Pick<CallContext, "parts" | "visit">,
  transaction: Trx,
  personKey: string,
): Promise<Move | undefined> {
  const subject = identityOf({ brandId: visit.brand.id, personKey });
  const window = await parts.limits.look(transaction, { limit: "wrongCodeIdentity", subject });
  return window.kind === "full" ? lock("identity", window.until) : undefined;
}
