import { z } from "zod";

const count = z.number().int().nonnegative();
const address = z.object({ email: z.string(), emailAsTyped: z.string() });

/** How a code reaches a person, or that none of these ways works. */
export const verificationMethods = ["EMAIL", "SMS", "PIN", "NONE"] as const;
export type VerificationMethod = (typeof verificationMethods)[number];

/** What one registration by policy number knows: kept in its row, readable by this and the neighbouring version of the code. */
export const legacyState = z.object({
  found: z.object({ rowId: z.string(), personKey: z.string() }),
  /** Of the driving programme: by its own entrance, or because the person found is one of its drivers. */
  ubi: z.boolean(),
  /** The person looks for the account that they have. */
  findsAccount: z.boolean().default(false),
  /** The policyholder's account that a driver's profile may be added to. */
  holderAccountId: z.string().optional(),
  /** Drawn when the registration began. */
  wrongCodeLimit: count,
  wrongCodes: count.default(0),
  wrongFacts: count.default(0),
  wrongPasswords: count.default(0),
  usernamesTaken: count.default(0),
  codesSent: z.object({ registration: count, username: count }).default({ registration: 0, username: 0 }),
  /** When the newest code to prove who one is was sent, by whichever way. */
  codeSentAt: z.string().optional(),
  linksMailed: count.default(0),
  options: z.array(z.object({ id: z.string(), method: z.enum(verificationMethods) })),
  /** The newest code asked for, under the id that it is answered with; `email` is where it went, for an e-mail. */
  code: z
    .object({
      id: z.string(),
      purpose: z.enum(["registration", "username"]),
      method: z.enum(["EMAIL", "SMS"]),
      email: z.string().optional(),
      emailAsTyped: z.string().optional(),
      sentAt: z.string(),
    })
    .optional(),
  /** The id under which a code was right. */
  answered: z.string().optional(),
  /** A code was right; `email` is the address it went to, where it was one. */
  proof: z.object({ email: z.string().optional() }).optional(),
  /** What is asked of the person; `accountId`: whose password, `maskedEmail`: of that account. */
  question: z
    .object({
      id: z.string(),
      method: z.enum(["ASKEMAIL", "ASKUSERNAME", "ASKPASSWORD"]),
      accountId: z.string().optional(),
      maskedEmail: z.string().optional(),
    })
    .optional(),
  /** The account that the person has, as its owner is shown it. */
  welcomed: z.object({ email: z.string(), firstName: z.string() }).optional(),
  /** Where the newest link to choose a password went. */
  mailedTo: address.optional(),
  /** The address of the account to come, proven. */
  username: address.optional(),
});
export type LegacyState = z.infer<typeof legacyState>;
