import { accountTypes, optionTypes, provenAccountTypes } from "@vestibule/catalogue/account.table.ts";
import { pages } from "@vestibule/catalogue/flow.table.ts";
import { z } from "zod";

const count = z.number().int().nonnegative();

/** What one registration knows: kept in its row, readable by this and the neighbouring version of the code. */
export const registrationState = z.object({
  accountType: z.enum(accountTypes).optional(),
  /** Drawn when the session began. */
  wrongCodeLimit: count,
  wrongCodes: count.default(0),
  lookupsMissed: count.default(0),
  /** Every fact of one lookup matched except the role. */
  isOtherRole: z.literal(true).optional(),
  lookupsKnown: count.default(0),
  usernamesTaken: count.default(0),
  codesSent: z.object({ registration: count, username: count }).default({ registration: 0, username: 0 }),
  /** When the newest code to prove who one is was sent, by whichever way. */
  codeSentAt: z.string().optional(),
  /** Choices of MULTIPLE_PROFILES, each with the row of the book behind it. */
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
  /** What an e-mail found that led to the policy page. */
  emailNotEnough: z.enum(["none", "alike"]).optional(),
  /** The person looks for the account that they have. */
  findsAccount: z.boolean().default(false),
  /** Row of a person matched whole who has an account already. */
  knownRowId: z.string().optional(),
  /** Who was found, and by which page. */
  found: z.object({ rowId: z.string(), personKey: z.string(), by: z.enum(pages) }).optional(),
  options: z.array(z.object({ id: z.string(), type: z.enum(optionTypes) })).optional(),
  /** The newest code asked for; `email` is where it went, for an e-mail. */
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
  /** A code was right; `email` is the address it went to, where it was one. */
  proof: z.object({ email: z.string().optional() }).optional(),
  driverConfirmed: z.boolean().optional(),
  /** Of the person's policies under the brand, once they are proven. */
  provenAccountType: z.enum(provenAccountTypes).optional(),
  /** The e-mail the account will have: on file or chosen, and proven. */
  username: z.object({ email: z.string(), emailAsTyped: z.string() }).optional(),
});
export type RegistrationState = z.infer<typeof registrationState>;

/** Forgets who was found, what was offered and what was proven; the counts stay. */
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
