import { limits } from "@vestibule/catalogue/limit.table.ts";
import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { callApi } from "../../api-call.ts";
import { newClientIp } from "../../http-call.ts";
import { times } from "../../in-parallel.ts";
import type { Race } from "./race.ts";

/** Half of them stay below the third of a server's concurrent requests that one client IP may have. */
const requests = 160;
const { limit } = limits.findClientIp;

/** Sends 160 concurrent requests from one client IP, whose limit is 60 a minute. */
export const limitRace: Race = {
  attack: "A-184",
  name: "a client IP gets as many responses as its limit",
  run: async (benchServer) => {
    const clientIp = newClientIp();
    const responses = await Promise.all(
      times(requests).map((index) => {
        const body = { email: `anybody${index}@courrier.example` };
        return callApi(benchServer.nextPort(), accountEndpoints.find, { body, clientIp });
      }),
    );
    const passed = responses.filter(({ status }) => status === 200).length;
    const rejected = responses.filter(({ status }) => status === 429).length;
    if (passed === limit && rejected === requests - limit) return undefined;
    return `${passed} responses of 200, ${rejected} of 429`;
  },
};
