import { limits } from "@vestibule/catalogue/limit.table.ts";
import type { BenchServer } from "../bench-server.ts";
import { newClientIp } from "../http-call.ts";
import { times } from "../in-parallel.ts";
import { Registrant, tokenOf } from "../registrant.ts";
import { atOnce, type Race } from "./race.ts";

const { to: mostWrongCodes } = limits.wrongCodeSession;

/**
 * 50 different wrong codes concurrently, again with each new token, until the session is locked; then the right one.
 */
export const wrongCodeRace: Race = {
  row: "A-002",
  name: "wrong codes checked beyond the drawn limit",
  run: async (benchServer) => {
    const registrant = new Registrant(benchServer);
    await registrant.toCode();
    const right = await registrant.code();
    const wrong = times(1000).map((index) => String((Number(right) + 1 + index) % 1_000_000).padStart(6, "0"));
    for (let round = 0; round <= mostWrongCodes; round += 1) {
      const codes = wrong.splice(0, atOnce);
      const answers = await Promise.all(
        codes.map((securityCode) => registrant.repeat({ name: "verify", body: { securityCode } }, newClientIp())),
      );
      const newer = new Set(answers.map(tokenOf).filter((token) => token !== undefined));
      if (newer.size > 1) return `one token led to ${newer.size}`;
      registrant.token = [...newer][0] ?? registrant.token;
    }
    const { status } = await registrant.call("verify", { body: { securityCode: right } });
    if (status === 200) return "the right code was taken after the limit";
    return findViolation(benchServer, registrant.sessionId());
  },
};

/** Compares the attempts counted in the database with the limit that the session had drawn. */
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
  const locks = checkedCodes.filter(({ event }) => event === "code.locked").length;
  if (locks !== 1) return `${locks} locks`;
  return checkedCodes.length === wrongCodeLimit
    ? undefined
    : `${checkedCodes.length} checked at a limit of ${wrongCodeLimit}`;
}
