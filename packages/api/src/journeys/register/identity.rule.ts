import type { Trx } from "../../platform/database.table.ts";
import { lock } from "./move.rule.ts";
import type { CallContext, Move } from "./registration-call.port.ts";

/** Whose wrong codes are counted together: one person under one brand, whatever the session or channel. */
export function identityOf(brandId: string, personKey: string): string {
  return `${brandId}|${personKey}`;
}

/** The end of the road while a person has had the day's wrong codes; undefined while there is room. */
export async function identityPause(
  { parts, visit }: Pick<CallContext, "parts" | "visit">,
  transaction: Trx,
  personKey: string,
): Promise<Move | undefined> {
  const subject = identityOf(visit.brand.id, personKey);
  const window = await parts.limits.look(transaction, { limit: "wrongCodeIdentity", subject });
  return window.kind === "full" ? lock("identity", window.until) : undefined;
}
