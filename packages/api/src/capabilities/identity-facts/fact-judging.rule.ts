import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import type { IdentityFact } from "@vestibule/catalogue/link.table.ts";
import type { Trx } from "../../platform/database.table.ts";
import type { Limits, LimitWindow } from "../limits/limit.port.ts";

export type FactCheckResult =
  | { kind: "right" }
  | { kind: "wrong"; triesLeft: number }
  /** The journey is over; `until`: when this person may try again, where a count of theirs is full. */
  | { kind: "tooMany"; roadblock: "login-difficulties" | "wrong-cellphone"; until?: Date };

export interface FactAttempt {
  limits: Limits;
  /** Of `identityOf`. */
  identity: string;
  fact: IdentityFact;
  matches: boolean;
  /** Counts one wrong answer on the journey's own row, in this transaction; the count after it. */
  countWrong: () => Promise<number>;
}

/**
 * Judges an identity fact while holding the person's count of the day, which is given back for a right one.
 * The journey ends at its third wrong answer. Three wrong mobile numbers close that way for a day, in any journey.
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
