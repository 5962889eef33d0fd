import { accountTypes, optionTypes, provenAccountTypes } from "@vestibule/catalogue/account.table.ts";
import { pages } from "@vestibule/catalogue/flow.table.ts";
import { legacyMethods } from "@vestibule/catalogue/legacy-flow.table.ts";
import { z } from "zod";

const count = z.number().int().nonnegative();
const address = z.object({ email: z.string(), emailAsTyped: z.string() });

/** The latest code; `email` is its recipient when sent by e-mail. */
const code = z.object({
  purpose: z.enum(["registration", "username"]),
  method: z.enum(optionTypes),
  email: z.string().optional(),
  emailAsTyped: z.string().optional(),
  sentAt: z.string(),
});

/** What both versions of the API keep of a registration. */
const common = {
  /** Random threshold, drawn when the registration began. */
  wrongCodeLimit: count,
  wrongCodes: count.default(0),
  usernamesTaken: count.default(0),
  codesSent: z.object({ registration: count, username: count }).default({ registration: 0, username: 0 }),
  /** When the latest verification code was sent, by any method. */
  codeSentAt: z.string().optional(),
  /** The person is looking for their existing account. */
  findsAccount: z.boolean().default(false),
  /** Set once a code was accepted; `email` is its recipient when sent by e-mail. */
  proof: z.object({ email: z.string().optional() }).optional(),
  /** E-mail of the account to create: on file or chosen, and verified. */
  username: address.optional(),
};

/** By policy number, with API v1: the API asks questions, each under an id. */
const stateV1 = z.object({
  api: z.literal("v1").default("v1"),
  ...common,
  found: z.object({ rowId: z.string(), personKey: z.string() }),
  /** In the driving programme, by its own page or because the person is one of its drivers. */
  ubi: z.boolean(),
  /** The policyholder's account that a driver's profile may be added to. */
  holderAccountId: z.string().optional(),
  wrongFacts: count.default(0),
  wrongPasswords: count.default(0),
  linksMailed: count.default(0),
  options: z.array(z.object({ id: z.string(), method: z.enum(legacyMethods) })),
  /** `id`: under which the code is answered. */
  code: code.extend({ id: z.string(), method: z.enum(["EMAIL", "SMS"]) }).optional(),
  /** The id under which a code was accepted. */
  answered: z.string().optional(),
  /** The open question; `accountId` is the account whose password is asked, `maskedEmail` its e-mail. */
  question: z
    .object({
      id: z.string(),
      method: z.enum(["ASKEMAIL", "ASKUSERNAME", "ASKPASSWORD"]),
      accountId: z.string().optional(),
      maskedEmail: z.string().optional(),
    })
    .optional(),
  /** The person's existing account, as shown to its verified owner. */
  welcomed: z.object({ email: z.string(), firstName: z.string() }).optional(),
  /** Recipient of the latest link to choose a password. */
  mailedTo: address.optional(),
});
export type StateV1 = z.infer<typeof stateV1>;

/** Smart registration, with API v2: each page allows certain calls. */
const stateV2 = z.object({
  api: z.literal("v2").default("v2"),
  ...common,
  accountType: z.enum(accountTypes).optional(),
  lookupsMissed: count.default(0),
  /** Every fact of one lookup matched except the role. */
  isOtherRole: z.literal(true).optional(),
  lookupsKnown: count.default(0),
  /** Choices of MULTIPLE_PROFILES, each with its row in the policy directory. */
  profiles: z
    .array(
      z.object({
        id: z.string(),
        rowId: z.string(),
        line: z.string(),
        year: z.number(),
        maskedPolicyNumber: z.string(),
      }),
    )
    .optional(),
  /** Why an e-mail led to the policy page. */
  emailNotEnough: z.enum(["none", "alike"]).optional(),
  /** Row of a fully matched person who already has an account. */
  knownRowId: z.string().optional(),
  /** The identified person, and the page that identified them. */
  found: z.object({ rowId: z.string(), personKey: z.string(), by: z.enum(pages) }).optional(),
  options: z.array(z.object({ id: z.string(), method: z.enum(optionTypes) })).optional(),
  /** `from`: the page that requested the code. */
  code: code.extend({ from: z.enum(pages) }).optional(),
  driverConfirmed: z.boolean().optional(),
  /** Follows from the person's policies under the brand, once verified. */
  provenAccountType: z.enum(provenAccountTypes).optional(),
});
export type StateV2 = z.infer<typeof stateV2>;

/** State of a registration, stored in its row and readable by adjacent versions of the code. */
export type AttemptState = StateV1 | StateV2;
export const stateSchemas = { v1: stateV1, v2: stateV2 } as const;

/** Discards the person found, the offers and the verification; the counts stay. */
export function withoutPerson(state: StateV2): StateV2 {
  const {
    profiles,
    emailNotEnough,
    knownRowId,
    found,
    options,
    code,
    proof,
    driverConfirmed,
    provenAccountType,
    username,
    ...rest
  } = state;
  return rest;
}
