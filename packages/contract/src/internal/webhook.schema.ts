import { eventTypes } from "@vestibule/catalogue/event.table.ts";
import { z } from "zod";
import { refusal } from "../brand/brand-fault.ts";

const anyEvents = '"all", or a list of events';

const webhookSchema = z
  .strictObject({
    /** Id of the brand whose events are sent. */
    brand: z.string(),
    url: z
      .url({ protocol: /^https?$/, error: "a whole URL, such as https://crm.example/vestibule" })
      .refine((url) => !url.includes("#"), refusal("has no fragment", "fragment"))
      .refine(
        (url) => !URL.parse(url)?.username,
        refusal("has no user name: a receiver checks the signature", "userName"),
      ),
    events: z.union([z.literal("all"), z.array(z.enum(eventTypes)).min(1, anyEvents)], {
      error: anyEvents,
    }),
    /** Whether events have the insurer's own ids of the person. */
    includesPersonId: z.boolean().default(false),
    /** Whether the host may be in a private network. */
    allowPrivateAddress: z.boolean().default(false),
  })
  .refine(({ url, allowPrivateAddress }) => url.startsWith("https://") || allowPrivateAddress, {
    path: ["url"],
    ...refusal("must begin with https://, except in a private network that allowPrivateAddress allows", "https"),
  });

/** The subscriptions of the insurer's systems by their names, as WEBHOOKS_FILE has them. */
export const webhooksSchema = z.record(z.string().regex(/^[a-z][a-z0-9-]{1,40}$/), webhookSchema, {
  error: ({ code }) => (code === "invalid_key" ? "a name is small letters, digits and hyphens" : undefined),
});

export interface Webhook extends z.infer<typeof webhookSchema> {
  id: string;
  /** Newest first; each signs, so that a receiver can replace its own without a gap. */
  secrets: readonly string[];
}
