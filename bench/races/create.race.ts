import { times } from "../in-parallel.ts";
import { countRows, createBody, Registrant } from "../registrant.ts";
import { atOnce, type Race } from "./race.ts";

const sessions = 5;

/** Five verified sessions of one person create an account 50 times concurrently. */
export const createRace: Race = {
  row: "A-056",
  name: "a person with other than one account, message and event",
  run: async (benchServer) => {
    const serial = benchServer.nextVisitor();
    const registrants = times(sessions).map(() => new Registrant(benchServer, serial));
    for (const registrant of registrants) {
      await registrant.toCode();
      await registrant.toCreate();
    }
    const creates = times(atOnce).map((index) => {
      const body = `${" ".repeat(index)}${JSON.stringify(createBody)}`;
      return registrants[index % sessions]?.repeat({ name: "create", body });
    });
    const answers = await Promise.all(creates);
    const made = answers.filter((answer) => answer?.status === 201).length;
    const counts = Object.values(await countRows(benchServer, registrants, ["account.created"]));
    return made === 1 && counts.every((count) => count === 1)
      ? undefined
      : `${made} answers of 201; accounts, messages, events: ${counts.join(", ")}`;
  },
};
