import type { Trx } from "../../platform/database.table.ts";
import { identityOf } from "../../verification/identity-subject.rule.ts";
import type { CallContext, Transition } from "./registration-call.port.ts";
import { lockOut } from "./transition.rule.ts";

/** The lockout by the day's wrong codes; undefined if the person is not locked out. */
export async function identityLockout(
  { deps, requestContext }: Pick<CallContext, "deps" | "requestContext">,
  transaction: Trx,
  personKey: string,
): Promise<Transition | undefined> {
  const subject = identityOf({ brandId: requestContext.brand.id, personKey });
  const window = await deps.limits.peek(transaction, { limit: "wrongCodeIdentity", subject });
  return window.kind === "full" ? lockOut("identity", window.until) : undefined;
}
