import type { FlowId } from "@vestibule/catalogue/statistic.table.ts";
import type { ApiVersion } from "./attempt.store.ts";

interface ApiVersionRow {
  /** The flow that audit events name. */
  journey: FlowId;
  /** Creating an account also asks for an identity fact. */
  asksFact: boolean;
  /** A person may join an account of their household. */
  joinsHousehold: boolean;
  /** An e-mail of the person's choice gets a link, outside the driving programme; else a code. */
  mailsLinks: boolean;
  /** Creating the account ends the registration; else its token signs in again. */
  endsWithAccount: boolean;
  /** Recorded when an existing account gains no policy. */
  welcomeEvent?: "registration.welcomed";
}

/** What differs between registration by policy number (API v1) and smart registration (API v2), beside the protocol. */
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
