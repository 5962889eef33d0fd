import { legacyFlow } from "./legacy-flow.table.ts";
import { recoveryFlow } from "./recovery-flow.table.ts";
import type { RaisedRoadblockId } from "./roadblock.table.ts";

/** Where a link from an e-mail leads: a page, or a roadblock. */
export type LinkLanding = { kind: "page"; path: string } | { kind: "roadblock"; roadblock: RaisedRoadblockId };

/** What a link lets its owner do, and where the portal goes with it. */
export const linkActions = {
  ASKPASSWORD: { kind: "page", path: legacyFlow.PASSWORD_VALIDATION.path },
  ASKUSERNAME: { kind: "page", path: legacyFlow.NEW_EMAIL.path },
  DEFPWD_REGISTER: { kind: "page", path: legacyFlow.PASSWORD.path },
  RESETPWD_LOGIN: { kind: "page", path: recoveryFlow.RESET.path },
  /** What is left of a link that was used, deleted, superseded, or is past its date. */
  TOKEN_EXPIRED: { kind: "roadblock", roadblock: "token-expired" },
} as const satisfies Record<string, LinkLanding>;
export type LinkAction = keyof typeof linkActions;

/** Actions that a link can be issued for. */
export const issuedLinkActions = ["ASKPASSWORD", "ASKUSERNAME", "DEFPWD_REGISTER", "RESETPWD_LOGIN"] as const;
export type IssuedLinkAction = (typeof issuedLinkActions)[number];

/** Who sent a link: a system of the insurer's. Each has its own message, `message:link.<source>.*`. */
export const linkSources = [
  "edoc",
  "BA",
  "mrkt",
  "crm3",
  "crm3_welcome_agencies",
  "crm3_welcome",
  "crm3_reset",
  "app",
] as const;
export type LinkSource = (typeof linkSources)[number];

/** What a person is asked beside a new password, to show that they are who the file says. */
export const identityFacts = ["postalCode", "postalCodeAndDateOfBirth", "cellPhone"] as const;
export type IdentityFact = (typeof identityFacts)[number];
