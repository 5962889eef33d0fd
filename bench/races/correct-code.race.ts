import { times } from "../in-parallel.ts";
import { Registrant } from "../registrant.ts";
import { atOnce, type Race } from "./race.ts";

/** Sends the correct code 50 times concurrently, with bodies that differ so that no request is a repeat of another. */
export const correctCodeRace: Race = {
  attack: "A-008",
  name: "a correct code is accepted once",
  run: async (benchServer) => {
    const registrant = new Registrant(benchServer);
    await registrant.toCode();
    const code = await registrant.code();
    const answers = await Promise.all(
      times(atOnce).map((index) =>
        registrant.repeat({ name: "verify", body: `{${" ".repeat(index)}"securityCode":"${code}"}` }),
      ),
    );
    const successes = answers.filter(({ status }) => status === 200).length;
    const { accepted } = await benchServer.database
      .selectFrom("audit_event")
      .select(({ fn }) => fn.countAll<string>().as("accepted"))
      .where("journey_id", "=", registrant.sessionId())
      .where("event", "=", "code.accepted")
      .executeTakeFirstOrThrow();
    return successes === 1 && Number(accepted) === 1
      ? undefined
      : `${successes} successful responses, ${accepted} events`;
  },
};
