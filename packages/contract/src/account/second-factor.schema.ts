import { z } from "zod";
import { methodId } from "../v1/second-factor.endpoint.ts";

/** The methods of a second proof: those that a login can ask for first, and what the person has set up. */
export const secondFactorsResponse = z.strictObject({
  /** In the order in which a login offers them now; `maskedRecipient`: the contact on file that gets the code. */
  methods: z.array(
    z.strictObject({
      id: methodId,
      method: z.enum(["authenticator", "text", "call", "email"]),
      maskedRecipient: z.string().optional(),
    }),
  ),
  /** When codes can be sent to a mobile number that came on file too recently. */
  newMobileFrom: z.iso.datetime().optional(),
  /** Id of the one that the person chose to be asked for first. */
  first: methodId.optional(),
  authenticators: z.array(
    z.strictObject({
      id: z.uuid(),
      name: z.string(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime().optional(),
      /** Off since a change was undone or the account frozen, until its owner keeps it. */
      isOff: z.boolean(),
    }),
  ),
  /** Unused codes of the newest set; absent where none was made. */
  recoveryCodes: z.strictObject({ left: z.int().nonnegative(), madeAt: z.iso.datetime() }).optional(),
});
export type SecondFactorsResponse = z.infer<typeof secondFactorsResponse>;
