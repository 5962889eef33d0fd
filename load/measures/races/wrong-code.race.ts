import { limits } from "@vestibule/catalogue/limit.table.ts";
import type { BenchServer } from "../../bench-server.ts";
import { newClientIp } from "../../http-call.ts";
import { times } from "../../in-parallel.ts";
import { Registrant, tokenOf } from "../../registrant.ts";
import { atOnce, type Race } from "./race.ts";

const { to: maxWrongCodes } = limits.wrongCodeSession;

/**
 * Sends 50 different wrong codes concurrently, with each new token, until the session is locked, then the correct code.
 */
export const wrongCodeRace: Race = {
  attack: "A-002",
  name: "wrong codes are checked up to the limit of the session",
  run: async (benchServer) => {
    const registrant = new Registrant(benchServer);
    await registrant.toCode();
    const correctCode = await registrant.code();
    const wrongCodes = times(1000).map((index) =>
      String((Number(correctCode) + 1 + index) % 1_000_000).padStart(6, "0"),
    );
    for (let round = 0; round <= maxWrongCodes; round += 1) {
      const codes = wrongCodes.splice(0, atOnce);
      const responses = await Promise.all(
        codes.map((securityCode) => registrant.repeat({ name: "verify", body: { securityCode } }, newClientIp())),
      );
      const newTokens = new Set(responses.map(tokenOf).filter((token) => token !== undefined));
      if (newTokens.size > 1) return `one token led to ${newTokens.size} new tokens`;
      registrant.token = [...newTokens][0] ?? registrant.token;
    }
    const { status } = await registrant.call("verify", { body: { securityCode: correctCode } });
    if (status === 200) return "the correct code was accepted after the limit";
    return findViolation(benchServer, registrant.sessionId());
  },
};

/** Compares the attempts in the audit trail with the limit that was drawn at random for the session. */
async function findViolation({ database }: BenchServer, sessionId: string): Promise<string | undefined> {
  const session = await database
    .selectFrom("registration_attempt")
    .select("state")
    .where("id", "=", sessionId)
    .executeTakeFirstOrThrow();
  const { wrongCodeLimit } = session.state as { wrongCodeLimit: number };
  const checkedCodes = await database
    .selectFrom("audit_event")
    .select("event")
    .where("journey_id", "=", sessionId)
    .where("event", "in", ["code.refused", "code.locked"])
    .execute();
  const lockouts = checkedCodes.filter(({ event }) => event === "code.locked").length;
  if (lockouts !== 1) return `${lockouts} lockouts`;
  return checkedCodes.length === wrongCodeLimit
    ? undefined
    : `${checkedCodes.length} checked at a limit of ${wrongCodeLimit}`;
}
