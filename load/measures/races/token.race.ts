import { times } from "../../in-parallel.ts";
import { Registrant, type RegistrantRequest, tokenOf } from "../../registrant.ts";
import { atOnce, type Race } from "./race.ts";

const calls: RegistrantRequest[] = [
  { name: "accountType", body: { accountType: "policyHolder" } },
  { name: "accountType", body: { accountType: "insuredDriver" } },
  { name: "page" },
  { name: "back" },
];

/** Sends one token in 50 concurrent calls, some of them identical. It leads to one new token, which then works. */
export const tokenRace: Race = {
  attack: "A-041",
  name: "a token leads to one new token",
  run: async (benchServer) => {
    const registrant = new Registrant(benchServer);
    await registrant.call("start");
    const responses = await Promise.all(
      times(atOnce).map((index) => registrant.repeat(calls[index % calls.length] ?? { name: "page" })),
    );
    const newTokens = new Set(responses.map(tokenOf).filter((token) => token !== undefined));
    if (newTokens.size !== 1) return `${newTokens.size} new tokens`;
    const failed = responses.find(({ status }) => status >= 500);
    if (failed) return `a response of ${failed.status}`;
    registrant.token = [...newTokens][0] ?? "";
    const { status } = await registrant.call("page");
    return status === 200 ? undefined : `the new token was answered ${status}`;
  },
};
