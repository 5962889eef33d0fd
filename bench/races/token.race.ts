import { times } from "../in-parallel.ts";
import { Registrant, type RegistrationCall, tokenOf } from "../registrant.ts";
import { atOnce, type Race } from "./race.ts";

const calls: RegistrationCall[] = [
  { name: "accountType", body: { accountType: "policyHolder" } },
  { name: "accountType", body: { accountType: "insuredDriver" } },
  { name: "page" },
  { name: "back" },
];

/**
 * One token in 50 concurrent calls, identical and different ones: it gets one successor, and only that one continues.
 */
export const tokenRace: Race = {
  row: "A-041",
  name: "a token that led to other than one new token",
  run: async (benchServer) => {
    const registrant = new Registrant(benchServer);
    await registrant.call("start");
    const answers = await Promise.all(
      times(atOnce).map((index) => registrant.repeat(calls[index % calls.length] ?? { name: "page" })),
    );
    const children = new Set(answers.map(tokenOf).filter((token) => token !== undefined));
    if (children.size !== 1) return `${children.size} children`;
    const lost = answers.find(({ status }) => status >= 500);
    if (lost) return `an answer of ${lost.status}`;
    registrant.token = [...children][0] ?? "";
    const { status } = await registrant.call("page");
    return status === 200 ? undefined : `the child was answered ${status}`;
  },
};
