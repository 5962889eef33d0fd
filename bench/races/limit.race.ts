import { limits } from "@vestibule/catalogue/limit.table.ts";
import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { defaultBrandId } from "@vestibule/vestibule/settings/settings.schema.ts";
import { call, newClientIp } from "../http-call.ts";
import { times } from "../in-parallel.ts";
import type { Race } from "./race.ts";

/** At each of two servers fewer than the third of its concurrent requests that one client IP may have. */
const requests = 160;
const { limit } = limits.findAddress;

/** 160 concurrent requests from one client IP, where 60 a minute may pass. */
export const limitRace: Race = {
  row: "A-184",
  name: "an address that was answered other than its limit",
  run: async (benchServer) => {
    const address = newClientIp();
    const headers = { "api-key": defaultBrandId, province: "QC", language: "fr", "content-type": "application/json" };
    const answers = await Promise.all(
      times(requests).map((index) => {
        const body = JSON.stringify({ email: `anybody${index}@courrier.example` });
        const { method, path } = accountEndpoints.find;
        return call({ port: benchServer.nextPort(), method, path, address, headers, body });
      }),
    );
    const passed = answers.filter(({ status }) => status === 200).length;
    const waits = answers.filter(({ status }) => status === 429).length;
    return passed === limit && waits === requests - limit ? undefined : `${passed} passed, ${waits} were to wait`;
  },
};
