import { accountTypes, optionTypes, provenAccountTypes } from "@vestibule/catalogue/account.table.ts";
import { pages } from "@vestibule/catalogue/flow.table.ts";
import { z } from "zod";

const count = z.number().int().nonnegative();

/** State of a registration, stored in its row and readable by adjacent versions of the code. */
export const registrationState = z.object({
  accountType: z.enum(accountTypes).optional(),
  /** Random threshold, drawn when the session began. */
  wrongCodeLimit: count,
  wrongCodes: count.default(0),
  lookupsMissed: count.default(0),
  /** Every fact of one lookup matched except the role. */
  isOtherRole: z.literal(true).optional(),
  lookupsKnown: count.default(0),
  usernamesTaken: count.default(0),
  codesSent: z.object({ registration: count, username: count }).default({ registration: 0, username: 0 }),
  /** When the latest verification code was sent, by any channel. */
  codeSentAt: z.string().optional(),
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
  /** The person is looking for their existing account. */
  findsAccount: z.boolean().default(false),
  /** Row of a fully matched person who already has an account. */
  knownRowId: z.string().optional(),
  /** The identified person, and the page that identified them. */
  found: z.object({ rowId: z.string(), personKey: z.string(), by: z.enum(pages) }).optional(),
  options: z.array(z.object({ id: z.string(), type: z.enum(optionTypes) })).optional(),
  /** The latest code; `email` is its recipient when sent by e-mail. */
  code: z
    .object({
      purpose: z.enum(["registration", "username"]),
      type: z.enum(optionTypes),
      email: z.string().optional(),
      emailAsTyped: z.string().optional(),
      sentAt: z.string(),
      from: z.enum(pages),
    })
    .optional(),
  /** Set once a code was accepted; `email` is its recipient when sent by e-mail. */
  proof: z.object({ email: z.string().optional() }).optional(),
  driverConfirmed: z.boolean().optional(),
  /** Follows from the person's policies under the brand, once verified. */
  provenAccountType: z.enum(provenAccountTypes).optional(),
  /** E-mail of the account to create: on file or chosen, and verified. */
  username: z.object({ email: z.string(), emailAsTyped: z.string() }).optional(),
});
export type RegistrationState = z.infer<typeof registrationState>;

/** Discards the person found, the offers and the verification; the counts stay. */
export function withoutPerson(state: RegistrationState): RegistrationState {
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
