import { times } from "../../in-parallel.ts";
import { countRegistrationRows, createBody, Registrant } from "../../registrant.ts";
import { atOnce, type Race } from "./race.ts";

const sessions = 5;

/** Creates an account 50 times concurrently from five verified sessions of one person. */
export const createRace: Race = {
  attack: "A-056",
  name: "a person gets one account, one message and one event",
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
    const responses = await Promise.all(creates);
    const created = responses.filter((response) => response?.status === 201).length;
    const counts = Object.values(await countRegistrationRows(benchServer, registrants, ["account.created"]));
    if (created === 1 && counts.every((count) => count === 1)) return undefined;
    return `${created} responses of 201; accounts, messages, events: ${counts.join(", ")}`;
  },
};
