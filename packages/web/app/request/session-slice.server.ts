import { z } from "zod";

/** Session state of every request. */
export const requestSlices = {
  /** Identifies this browser session to the API; created with the first POST to the API. */
  browserSessionId: z.string(),
  /** Opened in the insurer’s mobile application. */
  webview: z.boolean(),
  /** Of the account that signed in last in this browser session, for pages that the gateway does not guard. */
  accountLocale: z.object({ language: z.string(), province: z.string() }),
  /** An operator's bypass value, verified by the API. */
  maintenanceBypass: z.string(),
};
