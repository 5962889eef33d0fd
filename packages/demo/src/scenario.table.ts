import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import type { ClockMove } from "./clock-move.rule.ts";
import { type StartPoint, starts, type UseCaseId } from "./use-case.table.ts";

/** A scenario of the guide. The sentences are `demo:scenario.<id>.title` and `.text`. */
export interface ScenarioRow {
  useCase: UseCaseId;
  /** Policy number of its person; in a book without it, the first person of its use case is used. */
  policyNumber: string;
  start: StartPoint;
  /** Where the clock moves when the scenario starts. */
  clock?: Extract<ClockMove, "sundayNight" | "holiday">;
  /** A manual step after the start: `demo:scenarios.then.<id>`. */
  andThen?: "dayLater" | "startAgain";
}

export const scenarios = {
  firstVisit: { useCase: "severalChannels", policyNumber: "K3M4821", start: starts.registration },
  namesake: { useCase: "severalChannels", policyNumber: "K3M9023", start: starts.registration },
  forgotEverything: { useCase: "accountExists", policyNumber: "K3M5177", start: starts.registration },
  parentsPolicy: { useCase: "driverByEmail", policyNumber: "Q5L2204", start: starts.registration },
  sharedEmail: { useCase: "emailTaken", policyNumber: "C6H2579", start: starts.registration },
  sundayNight: { useCase: "nothingOnFile", policyNumber: "S1V2035", start: starts.registration, clock: "sundayNight" },
  holiday: { useCase: "nothingOnFile", policyNumber: "B9C2458", start: starts.registration, clock: "holiday" },
  everyCodeLost: { useCase: "severalChannels", policyNumber: "E4N7731", start: starts.registration },
  pinByLetter: { useCase: "pinAlone", policyNumber: "NL8809907", start: starts.registration },
  olderFile: { useCase: "legacyRegistryPolicy", policyNumber: "B9D5781", start: starts.registration },
  twoPolicies: { useCase: "severalPolicies", policyNumber: "ON4410276", start: starts.registration },
  tooManyTries: { useCase: "accountExists", policyNumber: "C6B5802", start: starts.login },
  secondRole: { useCase: "secondRole", policyNumber: "AB7790418", start: starts.registration },
  forgotPassword: { useCase: "forgotByPostalCode", policyNumber: "R7T1093", start: starts.forgot },
  unknownEmail: { useCase: "oneChannel", policyNumber: "C6H3680", start: starts.forgot },
  driverReset: { useCase: "forgotByMobile", policyNumber: "ON7741523", start: starts.forgot },
  temporaryPassword: { useCase: "temporaryPassword", policyNumber: "K3M6034", start: starts.login },
  fromApplication: { useCase: "accountExists", policyNumber: "K3M5177", start: starts.application },
  bankAccount: { useCase: "accountExists", policyNumber: "C6H1468", start: starts.application },
  newComputer: { useCase: "accountExists", policyNumber: "K3M9012", start: starts.login },
  lostPhone: { useCase: "accountExists", policyNumber: "B9C3569", start: starts.login, andThen: "startAgain" },
  newEmail: { useCase: "accountExists", policyNumber: "K3M5177", start: starts.login },
  notMe: { useCase: "accountExists", policyNumber: "C6B5802", start: starts.login },
  passkey: { useCase: "accountExists", policyNumber: "R7T1093", start: starts.login },
  onFile: { useCase: "accountExists", policyNumber: "AB7712053", start: starts.login },
  linkCreate: { useCase: "linkCreate", policyNumber: "C6A4791", start: starts.linkCreate },
  linkUsername: { useCase: "linkUsername", policyNumber: "C6H2579", start: starts.linkUsername },
  linkPassword: { useCase: "linkPassword", policyNumber: "Q5L3318", start: starts.linkPassword },
  linkReset: { useCase: "linkReset", policyNumber: "E4S8849", start: starts.linkReset },
  expiredLink: { useCase: "linkCreate", policyNumber: "B9C1347", start: starts.linkCreate, andThen: "dayLater" },
} as const satisfies Record<string, ScenarioRow>;

export type ScenarioId = keyof typeof scenarios;
export const scenarioIds = idsOf(scenarios);
