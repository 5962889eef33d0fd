/** One page of a flow; the tables of all flows have this shape. Guards, Back, paths and the journey map read it. */
export interface FlowRow {
  step?: Step;
  /** Stage of the flow; smart registration uses the insurer's numbering ("2.1"). Null for a page outside the stages. */
  stage: string | number | null;
  path: string;
  /** What the session must contain before the page is shown. */
  needs?: PageNeed;
  back: BackTarget;
  /** Calls that the page allows. Every page of smart registration also allows page, back and cancel. */
  calls?: readonly string[];
  /** Pages that may follow, each with its event. A request for any other page is redirected. */
  next: readonly { event: string; page: string }[];
}

export type Step = "REGISTRATION_START" | "IDENTIFY" | "VERIFY" | "CREATE" | "DONE" | "REDIRECT";

/**
 * Target of Back. `identifier`: the page that identified the person. `asking`: the page that asked for the e-mail.
 * `start`: the first page; Back also revokes the verification. `beforeCode`: the username page if the code verifies a
 * username; otherwise the page of verification options if there were several; otherwise the first page.
 */
export type BackTarget =
  | { kind: "path"; path: string }
  | { kind: "page"; page: string }
  | { kind: "identifier" | "asking" | "beforeCode" | "start" | "none" };

export type PageNeed =
  | "nothing"
  | "methods"
  /** A verification of this method was started. */
  | "SMS"
  | "EMAIL"
  | "PIN"
  /** The API asks this question. */
  | "ASKEMAIL"
  | "ASKUSERNAME"
  | "ASKPASSWORD"
  /** With ASKPASSWORD: a driver may ask the policyholder in place of the password. */
  | "canAskPolicyholder"
  /** The policyholder was asked. */
  | "askedPolicyholder"
  /** A link was sent to an e-mail that the person typed. */
  | "mailed"
  /** The person is verified and may choose a password. */
  | "proven"
  /** An account already exists, and its owner is verified by a code. */
  | "existingAccount";
