import { z } from "zod";
import { defineSlice } from "../session/session-slice.server.ts";

/** Id of this browser session in calls of the API; created by the first POST to the API. */
export const browserSessionIdSlice = defineSlice("browserSessionId", z.string());

/** Whether the portal is opened in the insurer’s mobile application. */
export const webviewSlice = defineSlice("webview", z.boolean());

/** Locale of the account that last signed in in this browser session, for pages that the gateway does not guard. */
export const accountLocaleSlice = defineSlice(
  "accountLocale",
  z.object({ language: z.string(), province: z.string() }),
);

/** The version of the brand in which the journey under way began; 0 is the folder. */
export const brandVersionSlice = defineSlice("brandVersion", z.number());

/** Set with a redirect that checks whether the browser keeps cookies, so that the redirect sets one. */
export const checksCookiesSlice = defineSlice("checksCookies", z.literal(true));

/** An operator's bypass value, verified by the API. */
export const maintenanceBypassSlice = defineSlice("maintenanceBypass", z.string());

export const requestSlices = [
  browserSessionIdSlice,
  webviewSlice,
  accountLocaleSlice,
  brandVersionSlice,
  checksCookiesSlice,
  maintenanceBypassSlice,
];
