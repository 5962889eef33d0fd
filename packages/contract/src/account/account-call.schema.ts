import { z } from "zod";
import { errorResponses, unavailable, unknownApiKey } from "../error-response.ts";

export const gatewaySessionHeader = "gateway-session";
const headers = z.object({ [gatewaySessionHeader]: z.string().max(100).optional() });

/** Tag and headers of every call of a signed-in person. */
export const accountCall = { tag: "account", headers } as const;
export const accountCallErrors = {
  401: "3009: no session, or one that has ended",
  403: unknownApiKey,
  503: unavailable,
  530: "1530: planned maintenance; `until` is its end, where known",
};
/** A call that only reads. It has no errors but those that every call has. */
export const accountRead = { ...accountCall, method: "GET", errors: errorResponses(accountCallErrors) } as const;
