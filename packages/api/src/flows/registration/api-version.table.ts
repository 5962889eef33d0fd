import type { FlowId } from "@vestibule/catalogue/statistic.table.ts";
import type { ApiVersion } from "./attempt.store.ts";

interface ApiVersionRow {
  journey: FlowId;
  /** Whether creating an account also requires an identity fact. */
  asksFact: boolean;
  joinsHousehold: boolean;
  /** Whether an e-mail of the person's choice gets a link, outside the driving programme; else it gets a code. */
  mailsLinks: boolean;
  /** Whether creating the account ends the registration; else its token signs in again. */
  endsWithAccount: boolean;
  /** Event recorded when an existing account gains no policy. */
  welcomeEvent?: "registration.welcomed";
}

/** What differs between registration by policy number (API v1) and smart registration (API v2), apart from the protocol. */
export const apiVersions: Readonly<Record<ApiVersion, ApiVersionRow>> = {
  v1: {
    journey: "policyNumberRegistration",
    asksFact: true,
    joinsHousehold: true,
    mailsLinks: true,
    endsWithAccount: true,
    welcomeEvent: "registration.welcomed",
  },
  v2: { journey: "registration", asksFact: false, joinsHousehold: false, mailsLinks: false, endsWithAccount: false },
};
