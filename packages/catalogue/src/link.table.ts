import { policyNumberFlow } from "./policy-number-flow.table.ts";
import { recoveryFlow } from "./recovery-flow.table.ts";
import type { RaisedRoadblockId } from "./roadblock.table.ts";

/** Target of a link from an e-mail: a page, or a roadblock. */
export type LinkErrorHandling = { kind: "page"; path: string } | { kind: "roadblock"; roadblock: RaisedRoadblockId };

/** What a link allows, and the page or roadblock to which the portal redirects it. */
export const linkActions = {
  ASKPASSWORD: { kind: "page", path: policyNumberFlow.PASSWORD_VALIDATION.path },
  ASKUSERNAME: { kind: "page", path: policyNumberFlow.NEW_EMAIL.path },
  DEFPWD_REGISTER: { kind: "page", path: policyNumberFlow.PASSWORD.path },
  RESETPWD_LOGIN: { kind: "page", path: recoveryFlow.RESET.path },
  /** A used, deleted, revoked or expired link. */
  TOKEN_EXPIRED: { kind: "roadblock", roadblock: "token-expired" },
} as const satisfies Record<string, LinkErrorHandling>;

export const issuedLinkActions = ["ASKPASSWORD", "ASKUSERNAME", "DEFPWD_REGISTER", "RESETPWD_LOGIN"] as const;
export type IssuedLinkAction = (typeof issuedLinkActions)[number];

/** Sender of a link: a system of the insurer. Each has its own message, `message:link.<source>.*`. */
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

/** Facts that a person confirms with a new password. */
export const identityFacts = ["postalCode", "postalCodeAndDateOfBirth", "cellPhone"] as const;
export type IdentityFact = (typeof identityFacts)[number];
