import { sql } from "kysely";
import { countRows } from "../../count-rows.ts";
import { times } from "../../in-parallel.ts";
import { Registrant } from "../../registrant.ts";
import { atOnce, type Race } from "./race.ts";

/** Sends the correct code 50 times concurrently, with bodies that differ so that no request is a repeat of another. */
export const correctCodeRace: Race = {
  attack: "A-008",
  name: "a correct code is accepted once",
  run: async (benchServer) => {
    const registrant = new Registrant(benchServer);
    await registrant.toCode();
    const code = await registrant.code();
    const responses = await Promise.all(
      times(atOnce).map((index) =>
        registrant.repeat({ name: "verify", body: `{${" ".repeat(index)}"securityCode":"${code}"}` }),
      ),
    );
    const successes = responses.filter(({ status }) => status === 200).length;
    const accepted = await countRows(
      benchServer.database,
      sql`select from audit_event where journey_id = ${registrant.sessionId()} and event = 'code.accepted'`,
    );
    return successes === 1 && accepted === 1 ? undefined : `${successes} successful responses, ${accepted} events`;
  },
};
