import { z } from "zod";
import { expendable } from "../../session/session-slice.server.ts";

export const stopRequestSlices = {
  /** Token of the message about a request for a link to another e-mail; it stops that request. */
  stopRequest: z.object({ token: z.string() }).register(expendable),
};
