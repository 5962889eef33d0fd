import { supersedeRecoveryLinks } from "../../capabilities/links/link.store.ts";
import { voidCodes } from "../../capabilities/one-time-codes/one-time-code.store.ts";
import { endRecovery } from "../../capabilities/recoveries/recovery.store.ts";
import type { Trx } from "../../platform/database.table.ts";

/** Too many wrong answers: its code and its link go with it. */
export async function closeRecovery(
  transaction: Trx,
  { id, how }: { id: string; how: "wrongCodes" | "wrongFacts" },
): Promise<void> {
  await endRecovery(transaction, { id, how });
  await voidCodes(transaction, id);
  await supersedeRecoveryLinks(transaction, { recoveryId: id });
}
