import { accountTypes, optionTypes, provenAccountTypes } from "@vestibule/catalogue/account.table.ts";
import { pages } from "@vestibule/catalogue/flow.table.ts";
import { verificationMethods } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { z } from "zod";

const count = z.number().int().nonnegative();
const counted = count.default(0);
const typedEmail = z.object({ email: z.string(), emailAsTyped: z.string() });

export const attemptState = z.object({
  /** Random threshold, drawn when the registration began. */
  wrongCodeLimit: count,
  wrongCodes: counted,
  wrongFacts: counted,
  wrongPasswords: counted,
  usernamesTaken: counted,
  lookupsMissed: counted,
  lookupsKnown: counted,
  linksMailed: counted,
  codesSent: z.object({ registration: count, username: count }).default({ registration: 0, username: 0 }),
  /** When the latest verification code was sent, by any method. */
  codeSentAt: z.string().optional(),
  accountType: z.enum(accountTypes).optional(),
  /** Set when every fact of one lookup matched except the role. */
  isOtherRole: z.literal(true).optional(),
  /** Whether the person is looking for their existing account. */
  findsAccount: z.boolean().default(false),
  /** Whether the person is in the driving programme: they came from its own page or are one of its drivers. */
  ubi: z.boolean().default(false),
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
  emailNotEnough: z.enum(["none", "alike"]).optional(),
  /** Row of a fully matched person who already has an account. */
  knownRowId: z.string().optional(),
  /** The identified person, and the page that identified them. */
  found: z.object({ rowId: z.string(), personKey: z.string(), by: z.enum(pages) }).optional(),
  /** The policyholder's account that a driver's profile may be added to. */
  holderAccountId: z.string().optional(),
  options: z.array(z.object({ id: z.string(), method: z.enum(verificationMethods) })).default([]),
  /** The latest code or chosen PIN; `email` is its recipient when sent by e-mail. */
  code: z
    .object({
      /** Id of the code in API v1: the option's id, or a generated one. */
      id: z.string().optional(),
      purpose: z.enum(["registration", "username"]),
      method: z.enum(optionTypes),
      email: z.string().optional(),
      emailAsTyped: z.string().optional(),
      sentAt: z.string(),
      /** The page that requested the code. */
      from: z.enum(pages),
    })
    .optional(),
  answered: z.string().optional(),
  /** Set once a code was accepted; `email` or `cellPhone` is its recipient. */
  proof: z.object({ email: z.string().optional(), cellPhone: z.string().optional() }).optional(),
  driverConfirmed: z.boolean().optional(),
  /** The account type that the person's policies under the brand prove, once verified. */
  provenAccountType: z.enum(provenAccountTypes).optional(),
  /** The open question; `accountId` is the account whose password is asked, `maskedEmail` its e-mail. */
  question: z
    .object({
      id: z.string(),
      method: z.enum(["ASKEMAIL", "ASKUSERNAME", "ASKPASSWORD"]),
      accountId: z.string().optional(),
      maskedEmail: z.string().optional(),
      /** Whether the person is a driver, who may ask the policyholder in place of the password. */
      asksPolicyholder: z.boolean().optional(),
    })
    .optional(),
  mailedTo: typedEmail.optional(),
  /** E-mail of the account to create: on file or chosen, and verified. */
  username: typedEmail.optional(),
  /** The person's existing account, as shown to its verified owner. */
  existingAccount: z.object({ email: z.string(), firstName: z.string(), policyProvince: z.string() }).optional(),
});

/** State of a registration, stored in its row and readable by adjacent versions of the code. */
export type AttemptState = z.infer<typeof attemptState>;

/** Contacts that the person of a registration has proven by a code. */
export function provenContacts({ proof, username }: Pick<AttemptState, "proof" | "username">): string[] {
  return [proof?.email, proof?.cellPhone, username?.email].filter((contact) => contact !== undefined);
}

/** Discards the person found, the offers and the verification; the counts stay. */
export function withoutPerson(state: AttemptState): AttemptState {
  const {
    profiles,
    emailNotEnough,
    knownRowId,
    found,
    code,
    proof,
    driverConfirmed,
    provenAccountType,
    question,
    username,
    ...rest
  } = state;
  return { ...rest, options: [] };
}
