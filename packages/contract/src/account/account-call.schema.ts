import { z } from "zod";
import { unavailable, unknownApiKey } from "../v1/account.endpoint.ts";
import { gatewaySessionHeader } from "./gateway-session.schema.ts";

const sessionHeaders = z.object({ [gatewaySessionHeader]: z.string().max(100).optional() });

const sessionEnded = "3009: no session, or one that has ended";

/** Tag and headers of every call of a signed-in person. */
export const accountCall = { tag: "account", headers: sessionHeaders } as const;
export const accountCallProblems = {
  401: sessionEnded,
  403: unknownApiKey,
  503: unavailable,
  530: "1530: planned maintenance; `until` is its end, where known",
};
