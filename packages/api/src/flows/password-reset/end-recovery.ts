import { revokeLinksOf } from "../../links/link.store.ts";
import type { Trx } from "../../platform/database.table.ts";
import { endRecovery, type Recovery } from "../../recoveries/recovery.store.ts";
import { revokeCodes } from "../../verification/one-time-code.store.ts";

/** Ends a recovery and its codes. Wrong codes leave the link valid, in an inbox that no guesser reads. */
export async function closeRecovery(
  transaction: Trx,
  { id, how }: { id: string; how: "wrongCodes" | "wrongFacts" },
): Promise<void> {
  await endRecovery(transaction, { id, how });
  await revokeCodes(transaction, id);
  if (how === "wrongFacts") await revokeLinksOf(transaction, { recovery_id: id });
}

/** Returns why a recovery ended, or undefined while it is open. Expiry does not hide an end by wrong answers. */
export function endReasonOf(recovery: Recovery | undefined): "notFound" | "wrongAnswers" | undefined {
  switch (recovery?.ended) {
    case undefined:
      return recovery === undefined ? "notFound" : undefined;
    case "wrongCodes":
    case "wrongFacts":
      return "wrongAnswers";
    case "done":
    case "late":
    case "superseded":
      return "notFound";
  }
}
