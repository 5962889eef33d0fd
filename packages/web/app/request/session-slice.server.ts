import { z } from "zod";

/** Session state of every request. */
export const requestSlices = {
  /** Id of this browser session in calls of the API; created by the first POST to the API. */
  browserSessionId: z.string(),
  /** Whether the portal is opened in the insurer’s mobile application. */
  webview: z.boolean(),
  /** Locale of the account that last signed in in this browser session, for pages that the gateway does not guard. */
  accountLocale: z.object({ language: z.string(), province: z.string() }),
  /** Set with a redirect that checks whether the browser keeps cookies, so that the redirect sets one. */
  checksCookies: z.literal(true),
  /** An operator's bypass value, verified by the API. */
  maintenanceBypass: z.string(),
};
