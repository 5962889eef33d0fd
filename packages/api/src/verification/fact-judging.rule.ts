import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { Limits, LimitWindow } from "../limits/limit.port.ts";
import type { Trx } from "../platform/database.table.ts";

export type FactCheckResult =
  | { kind: "right" }
  | { kind: "wrong"; triesLeft: number }
  /** The journey has ended; `until`: when this person may try again, when a limit of theirs is reached. */
  | { kind: "tooMany"; roadblock: "login-difficulties" | "wrong-cellphone"; until?: Date };

export interface FactAttempt {
  limits: Limits;
  /** From `identityOf`. */
  identity: string;
  fact: IdentityFact;
  matches: boolean;
  /** Counts one wrong answer on the journey's row in this transaction; returns the new count. */
  countWrong: () => Promise<number>;
}

/**
 * Verifies an identity fact. The person's daily count is consumed first and refunded for a match.
 * The third wrong answer ends the journey; three wrong mobile numbers lock this method for a day in every journey.
 */
export async function verifyFact(transaction: Trx, attempt: FactAttempt): Promise<FactCheckResult> {
  const { limits, identity: subject, fact, matches, countWrong } = attempt;
  const wrongMobile: LimitWindow = { limit: "wrongCellPhone", subject };
  const day = await limits.consume(transaction, { limit: "identityFactIdentity", subject });
  const closed = fact === "cellPhone" ? await limits.peek(transaction, wrongMobile) : undefined;
  if (closed?.kind === "full") {
    if (day.kind === "taken") await limits.refund(transaction, day);
    return { kind: "tooMany", roadblock: "wrong-cellphone", until: closed.until };
  }
  if (day.kind === "full") return { kind: "tooMany", roadblock: "login-difficulties", until: day.until };
  if (matches) {
    await limits.refund(transaction, day);
    return { kind: "right" };
  }
  const wrong = await countWrong();
  const isOver = wrong >= limitRows.identityFactSession.limit;
  const triesLeft = Math.min(limitRows.identityFactSession.limit - wrong, day.left);
  if (fact !== "cellPhone")
    return isOver ? { kind: "tooMany", roadblock: "login-difficulties" } : { kind: "wrong", triesLeft };
  const mobile = await limits.consume(transaction, wrongMobile);
  const now = await limits.peek(transaction, wrongMobile);
  if (now.kind === "full") return { kind: "tooMany", roadblock: "wrong-cellphone", until: now.until };
  if (isOver) return { kind: "tooMany", roadblock: "wrong-cellphone" };
  return { kind: "wrong", triesLeft: Math.min(triesLeft, mobile.kind === "taken" ? mobile.left : 1) };
}
