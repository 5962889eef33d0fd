import { z } from "zod";

const count = z.number().int().nonnegative();
const address = z.object({ email: z.string(), emailAsTyped: z.string() });

/** How a code reaches a person; NONE when no method works for them. */
export const verificationMethods = ["EMAIL", "SMS", "PIN", "NONE"] as const;
export type VerificationMethod = (typeof verificationMethods)[number];

/** State of a registration by policy number, stored in its row and readable by adjacent versions of the code. */
export const legacyState = z.object({
  found: z.object({ rowId: z.string(), personKey: z.string() }),
  /** In the driving programme, by its own page or because the person is one of its drivers. */
  ubi: z.boolean(),
  /** The person is looking for their existing account. */
  findsAccount: z.boolean().default(false),
  /** The policyholder's account that a driver's profile may be added to. */
  holderAccountId: z.string().optional(),
  /** Random threshold, drawn when the registration began. */
  wrongCodeLimit: count,
  wrongCodes: count.default(0),
  wrongFacts: count.default(0),
  wrongPasswords: count.default(0),
  usernamesTaken: count.default(0),
  codesSent: z.object({ registration: count, username: count }).default({ registration: 0, username: 0 }),
  /** When the latest verification code was sent, by any method. */
  codeSentAt: z.string().optional(),
  linksMailed: count.default(0),
  options: z.array(z.object({ id: z.string(), method: z.enum(verificationMethods) })),
  /** The latest code and the id to answer it with; `email` is its recipient when sent by e-mail. */
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
  /** The id under which a code was accepted. */
  answered: z.string().optional(),
  /** Set once a code was accepted; `email` is its recipient when sent by e-mail. */
  proof: z.object({ email: z.string().optional() }).optional(),
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
  /** Verified e-mail of the account to create. */
  username: address.optional(),
});
export type LegacyState = z.infer<typeof legacyState>;
