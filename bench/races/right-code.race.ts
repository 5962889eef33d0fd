import { times } from "../in-parallel.ts";
import { Registrant } from "../registrant.ts";
import { atOnce, type Race } from "./race.ts";

/** The right code 50 times concurrently, with requests that differ enough not to count as repeats. */
export const rightCodeRace: Race = {
  row: "A-008",
  name: "a right code taken other than once",
  run: async (benchServer) => {
    const registrant = new Registrant(benchServer);
    await registrant.toCode();
    const code = await registrant.code();
    const answers = await Promise.all(
      times(atOnce).map((index) =>
        registrant.repeat({ name: "verify", body: `{${" ".repeat(index)}"securityCode":"${code}"}` }),
      ),
    );
    const taken = answers.filter(({ status }) => status === 200).length;
    const { accepted } = await benchServer.database
      .selectFrom("audit_event")
      .select(({ fn }) => fn.countAll<string>().as("accepted"))
      .where("journey_id", "=", registrant.sessionId())
      .where("event", "=", "code.accepted")
      .executeTakeFirstOrThrow();
    return taken === 1 && Number(accepted) === 1 ? undefined : `${taken} answers, ${accepted} events`;
  },
};
