import type { Page } from "./flow.table.ts";
import { idsOf } from "./ids-of.ts";
import type { RoadblockId } from "./roadblock.table.ts";

interface EndingRow {
  /** Page of the registration where the person meets it. */
  page?: Page;
  roadblock?: RoadblockId;
  /** The person gets an account, has one, or goes on in another portal. */
  reachesAccount?: true;
}

/** What a person of the book can meet when they register, in the order of the flow: `explain:ending.<id>`. */
export const explainEndings = {
  cannotRegister: {},
  asksPolicyNumber: { page: "POLICY_IDENTIFICATION" },
  emailNotEnough: { page: "POLICY_IDENTIFICATION" },
  choosesProfile: { page: "MULTIPLE_PROFILES" },
  noPostalCode: { page: "POLICY_IDENTIFICATION", roadblock: "unable-to-identify" },
  legacyRegistry: { page: "REDIRECT", reachesAccount: true },
  hasAccount: { page: "POLICY_IDENTIFICATION", reachesAccount: true },
  asksLicence: { page: "POLICY_IDENTIFICATION" },
  noContact: { page: "VERIFY_OPTIONS", roadblock: "unavailable-option" },
  mobileWithoutTexts: { page: "VERIFY_OPTIONS" },
  codeByEmail: { page: "VERIFY_CODE" },
  codeByText: { page: "VERIFY_CODE" },
  pin: { page: "VERIFY_CODE" },
  confirmsDriver: { page: "ADDITIONAL_DRIVER_PROFILE" },
  driverWithoutPostalCode: { page: "ADDITIONAL_DRIVER_PROFILE", roadblock: "unable-to-identify" },
  asksEmail: { page: "ASK_USERNAME", reachesAccount: true },
  confirmsEmail: { page: "CONFIRM_USERNAME", reachesAccount: true },
  asksOtherEmail: { page: "ASK_USERNAME", reachesAccount: true },
  choosesPassword: { page: "CREATE", reachesAccount: true },
  welcomeBack: { page: "WELCOME_BACK", reachesAccount: true },
} as const satisfies Record<string, EndingRow>;

export type ExplainEnding = keyof typeof explainEndings;
export const explainEndingIds = idsOf(explainEndings);
