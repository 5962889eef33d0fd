/** One page of a flow; the tables of all flows have this shape. Guards, Back, paths and the journey map read it. */
export interface FlowRow {
  /** Step of the smart-registration API. */
  step?: Step;
  /** Stage of the flow, in smart registration by the insurer's own numbering; null for a page outside the stages. */
  stage: string | number | null;
  path: string;
  /** Condition for showing the page, beside the page before it. */
  needs?: PageNeed;
  back: BackTarget;
  /** Calls besides page, back and cancel, which every page of smart registration allows. */
  calls?: readonly string[];
  /** Pages that may follow, each with its event. A URL of any other page leads elsewhere. */
  next: readonly { event: string; page: string }[];
}

export type Step = "REGISTRATION_START" | "IDENTIFY" | "VERIFY" | "CREATE" | "DONE" | "REDIRECT";

/**
 * Target of Back. `identifier`: the page that identified the person. `asking`: the page that asked for the e-mail.
 * `start`: the first page, and revokes any verification. `beforeCode`: the username page for a username's code; else
 * the options where there was a choice, else the start.
 */
export type BackTarget =
  | { kind: "path"; path: string }
  | { kind: "page"; page: string }
  | { kind: "identifier" | "asking" | "beforeCode" | "start" | "none" };

export type PageNeed =
  | "nothing"
  /** Verification methods are offered. */
  | "methods"
  /** A verification of this method was started. */
  | "SMS"
  | "EMAIL"
  | "PIN"
  /** The API asks this question. */
  | "ASKEMAIL"
  | "ASKUSERNAME"
  | "ASKPASSWORD"
  /** A link went to a typed e-mail. */
  | "mailed"
  /** A password may be chosen. */
  | "proven"
  /** An account already exists, and its owner has entered a right code. */
  | "existingAccount";
