import { errorDialogs } from "./error-dialog.table.ts";

/**
 * Every screen of a person who cannot continue. One row is the whole roadblock: its sentences are in the wording under
 * `roadblock:<id>.title`, `.what` and `.next`.
 */
export type Exit =
  | "telephone"
  /** By mail, with a new PIN; for a person who has one on file. */
  | "newLetter"
  /** The policy line, where a technical line differs from it. */
  | "customerLine"
  | "chat"
  | "login"
  | "forgot"
  | "registration"
  /** By policy number: a right code shows the account's e-mail. */
  | "findAddress"
  /** Registers again in the other role, where only the role did not match. */
  | "changeRole"
  | "newLink"
  /** Another reset of the same e-mail, where it would send a code now. */
  | "newCode"
  | "marketing"
  | "home"
  | "retry"
  | "back";

/** The line for questions about policies, or about the portal. */
export type TelephoneLine = "customer" | "technical";

export interface RoadblockRow {
  path: string;
  /** Exits in display order. Every row has at least one. */
  exits: readonly Exit[];
  /** Telephone line shown; absent: the customer line. */
  line?: TelephoneLine;
  /** State that leaving the page resets. */
  resets: readonly ("registration" | "link")[];
  /** Short code shown to the agent in the footer and in the journey's timeline. */
  agentCode: string;
  /** Whether the lockout behind it may expire: the page then shows when. */
  endsByItself: boolean;
  /**
   * The flow that a lockout blocks: shown last during the lockout, first after it. Absent: an end time in the past
   * shows nothing.
   */
  restartAt?: "login" | "registration" | "findAddress";
  /**
   * Who may open its page; absent: only a person who was sent there. `anybody`: any request for an unknown URL, robots
   * included, so nothing is stored and the support reference is created on demand.
   */
  opensTo?: "anybody";
  /** Status of the page when it is drawn. */
  status: 200 | 403 | 404 | 410 | 500 | 503;
}

const smart = "/create-an-account/roadblock";
const general = "/roadblock";
const both = ["registration", "link"] as const;

export const roadblocks = {
  "identity-verification": {
    path: `${smart}/identity-verification`,
    exits: ["newLetter", "registration", "telephone", "chat", "login"],
    resets: both,
    agentCode: "R101",
    endsByItself: true,
    restartAt: "registration",
    status: 200,
  },
  "pin-identification": {
    path: `${smart}/pin-identification`,
    exits: ["newLetter", "registration", "telephone", "chat", "login"],
    resets: both,
    agentCode: "R102",
    endsByItself: true,
    restartAt: "registration",
    status: 200,
  },
  "unavailable-option": {
    path: `${smart}/unavailable-option`,
    exits: ["telephone", "chat", "login"],
    resets: both,
    agentCode: "R103",
    endsByItself: false,
    status: 200,
  },
  "unable-to-identify": {
    path: `${smart}/unable-to-identify`,
    exits: ["changeRole", "telephone", "chat", "registration", "login"],
    resets: both,
    agentCode: "R104",
    endsByItself: false,
    status: 200,
  },
  "forgot-password": {
    path: `${general}/forgot-password`,
    exits: ["forgot", "telephone", "chat", "login"],
    resets: both,
    agentCode: "R201",
    endsByItself: true,
    restartAt: "login",
    status: 200,
  },
  inconsistency: {
    path: `${general}/inconsistency`,
    exits: ["registration", "telephone", "chat"],
    resets: both,
    agentCode: "R202",
    endsByItself: false,
    status: 200,
  },
  "login-difficulties": {
    path: `${general}/login-difficulties`,
    exits: ["newCode", "telephone", "chat", "login"],
    resets: both,
    agentCode: "R203",
    endsByItself: true,
    restartAt: "login",
    status: 200,
  },
  maintenance: {
    path: `${general}/maintenance`,
    exits: ["retry", "telephone", "customerLine", "chat", "marketing"],
    line: "technical",
    resets: both,
    agentCode: "R204",
    endsByItself: true,
    status: 503,
  },
  "more-than-one-profile": {
    path: `${general}/more-than-one-profile`,
    exits: ["login", "telephone", "chat", "findAddress"],
    resets: both,
    agentCode: "R205",
    endsByItself: true,
    restartAt: "findAddress",
    status: 200,
  },
  "no-options": {
    path: `${general}/no-options`,
    exits: ["telephone", "chat", "login"],
    resets: both,
    agentCode: "R206",
    endsByItself: false,
    status: 200,
  },
  "pin-difficulties": {
    path: `${general}/pin-difficulties`,
    exits: ["newLetter", "registration", "telephone", "chat"],
    resets: both,
    agentCode: "R207",
    endsByItself: true,
    restartAt: "registration",
    status: 200,
  },
  "registration-difficulties": {
    path: `${general}/registration-difficulties`,
    exits: ["telephone", "chat", "registration", "login"],
    resets: both,
    agentCode: "R208",
    endsByItself: true,
    restartAt: "registration",
    status: 200,
  },
  "resend-code": {
    path: `${general}/resend-code`,
    exits: ["registration", "telephone", "chat"],
    resets: both,
    agentCode: "R209",
    endsByItself: true,
    restartAt: "registration",
    status: 200,
  },
  "resend-email": {
    path: `${general}/resend-email`,
    exits: ["telephone", "chat", "login"],
    resets: both,
    agentCode: "R210",
    endsByItself: false,
    status: 200,
  },
  "resend-reset-password": {
    path: `${general}/resend-reset-password`,
    exits: ["telephone", "chat", "forgot", "login"],
    resets: both,
    agentCode: "R211",
    endsByItself: false,
    status: 200,
  },
  technical: {
    path: `${general}/technical`,
    exits: ["retry", "telephone", "chat", "login"],
    line: "technical",
    resets: both,
    agentCode: "R212",
    endsByItself: false,
    status: 500,
  },
  temporary: {
    path: `${general}/temporary`,
    exits: ["forgot", "telephone", "chat", "login"],
    resets: both,
    agentCode: "R213",
    endsByItself: true,
    status: 200,
  },
  "token-expired": {
    path: `${general}/token-expired`,
    exits: ["newLink", "telephone", "chat", "login"],
    resets: both,
    agentCode: "R214",
    endsByItself: false,
    status: 200,
  },
  "wrong-cellphone": {
    path: `${general}/wrong-cellphone`,
    exits: ["telephone", "chat", "login"],
    resets: both,
    agentCode: "R215",
    endsByItself: true,
    restartAt: "login",
    status: 200,
  },
  block: {
    path: `${general}/block`,
    exits: ["telephone", "chat", "login"],
    resets: both,
    agentCode: "R216",
    endsByItself: false,
    status: 200,
  },
  "contact-changed": {
    path: `${general}/contact-changed`,
    exits: ["telephone", "chat", "back", "login"],
    // Opened by choice: a person who finds the old telephone can continue.
    resets: [],
    agentCode: "R217",
    endsByItself: false,
    status: 200,
  },
  "not-found": {
    path: "/not-found",
    exits: ["home", "telephone", "chat"],
    // A mistyped URL does not end the current flow.
    resets: [],
    agentCode: "R219",
    endsByItself: false,
    opensTo: "anybody",
    status: 404,
  },
} as const satisfies Record<string, RoadblockRow>;

export type RoadblockId = keyof typeof roadblocks;
export const roadblockIds = Object.keys(roadblocks) as RoadblockId[];

/** Roadblocks that an error or a lockout leads to. */
export type RaisedRoadblockId = {
  [Id in RoadblockId]: (typeof roadblocks)[Id] extends { opensTo: "anybody" } ? never : Id;
}[RoadblockId];
export const raisedRoadblockIds = roadblockIds.filter((id): id is RaisedRoadblockId => !("opensTo" in roadblocks[id]));

/** Every row with a section in the agent guide. */
export const agentRows = { ...roadblocks, ...errorDialogs } as const;
export type AgentRowId = keyof typeof agentRows;
export const agentRowIds = Object.keys(agentRows) as AgentRowId[];

/**
 * What an error code shown on a roadblock reveals of its cause: the `form` of the words, and the differences from the
 * row.
 */
export interface ShownCause {
  form: "ownFault" | "accountClosed";
  differs?: Partial<Pick<RoadblockRow, "exits" | "line" | "status">>;
}

/** Why codes locked a flow. A lockout by codes that expires is always from wrong ones. */
export const codeCauses = ["wrongCodes", "codesSent"] as const;
export type CodeCause = (typeof codeCauses)[number];
/** Why verification locked a flow. */
export const lockoutReasons = [...codeCauses, "wrongFacts"] as const;
export type LockoutReason = (typeof lockoutReasons)[number];
/** Every reason with which the API refuses a verification: a wrong attempt, or a lockout. */
export const verificationReasons = ["wrongCode", "wrongFact", ...lockoutReasons] as const;

/** The fault is the system's, not too many attempts. */
const ownFault: ShownCause = { form: "ownFault" };

/** By error code, in lower case. */
export const shownCauses: Readonly<Record<string, ShownCause>> = {
  lnr500120: ownFault,
  lnr500140: ownFault,
  lnr500150: ownFault,
  lnr500160: ownFault,
  // A retry fails alike; the policy line can explain why.
  "0x132120d0": {
    form: "accountClosed",
    differs: { exits: ["telephone", "chat", "login"], line: "customer", status: 403 },
  },
};

export function shownCauseOf(shownCode: string | undefined): ShownCause | undefined {
  const code = shownCode?.toLowerCase() ?? "";
  return Object.hasOwn(shownCauses, code) ? shownCauses[code] : undefined;
}
