import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { notifications, undeliveredReasons } from "@vestibule/catalogue/notification.table.ts";
import { languages, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { agentRowIds } from "@vestibule/catalogue/roadblock.table.ts";
import { flowIds } from "@vestibule/catalogue/statistic.table.ts";
import {
  agentLinks,
  agentRequests,
  linkRequestStates,
  mismatches,
  resettableLimitIds,
  sharedLimits,
  signInLocks,
} from "@vestibule/catalogue/support.table.ts";
import { z } from "zod";

/** Header with the acting agent's id. Required for changes; a read without it counts as the service's own. */
export const agentHeader = "agent-id";
/** An id, never an e-mail: the audit trail stores it. */
export const agentId = z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/);

const word = z.string().regex(/^[\w.:-]{1,60}$/);

/** One step: ids, results and reasons. `mismatch`: name of the fact that did not match. */
const supportStep = z.strictObject({
  at: z.iso.datetime(),
  event: word,
  result: word,
  by: z.enum(["person", "system", "service", "operator", "agent"]),
  /** Agent or operator id. */
  who: z.string().optional(),
  mismatch: z.enum(mismatches).optional(),
  facts: z.record(word, z.union([word, z.number(), z.boolean()])),
});
export type SupportStep = z.infer<typeof supportStep>;

/** `endsIn`: last two digits of a telephone number. */
const supportMessage = z.strictObject({
  at: z.iso.datetime(),
  message: z.enum(idsOf(notifications)),
  channel: z.enum(["EMAIL", "SMS", "VOICE", "LETTER"]),
  endsIn: z
    .string()
    .regex(/^\d{2}$/)
    .optional(),
  /** `delivered` and `undelivered`: the provider reported it after it had accepted the message. */
  state: z.enum(["queued", "accepted", "delivered", "undelivered", "refused", "expired"]),
  reason: z.enum(undeliveredReasons).optional(),
  doneAt: z.iso.datetime().optional(),
});
export type SupportMessage = z.infer<typeof supportMessage>;

/** A limit in force; `until` where it expires. */
const supportLimit = z.strictObject({
  limit: z.enum([...resettableLimitIds, ...sharedLimits, ...signInLocks]),
  until: z.iso.datetime().optional(),
});
export type SupportLimit = z.infer<typeof supportLimit>;

/** An agent's request for a link to an e-mail that is not on file, or for a waiver of the second proof, as agents see it. */
export const linkRequestResponse = z.strictObject({
  id: z.uuid(),
  /** Support reference from which the link was requested. */
  code: z.string(),
  action: z.enum(agentRequests),
  state: z.enum(linkRequestStates),
  /** Masked, except in a case that the second agent opens to decide. */
  email: z.string(),
  /** How many contacts on file were notified by e-mail and by text. */
  mails: z.int().nonnegative(),
  texts: z.int().nonnegative(),
  /** Ids of agents. */
  requestedBy: z.string(),
  approvedBy: z.string().optional(),
  refusedBy: z.string().optional(),
  isOwn: z.boolean(),
  requestedAt: z.iso.datetime(),
  /** When the link is sent at the earliest, and until when a second agent may approve. */
  dueAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
});
export type LinkRequestResponse = z.infer<typeof linkRequestResponse>;

/** A change of what signs a person in. `off`: a passkey that its owner has to keep; `kept`: confirmed to an agent. */
const accountChange = z.strictObject({
  id: z.uuid(),
  kind: z.enum(["email", "passkeyAdded", "passkeyRemoved", "authenticatorAdded", "authenticatorRemoved"]),
  at: z.iso.datetime(),
  state: z.enum(["inForce", "kept", "putBack", "off"]),
});
export type AccountChange = z.infer<typeof accountChange>;

/** Everything that an agent may see of a reference: no personal data. */
export const supportCase = z.strictObject({
  code: z.string(),
  brand: z.string(),
  madeAt: z.iso.datetime(),
  province: z.enum(provinceIds),
  language: z.enum(languages),
  /** Path of the page, and its roadblock. */
  page: z.string().optional(),
  agentCode: z.string().optional(),
  shownCode: z.string().optional(),
  /** Variant of the roadblock's title that the page showed, and the end time in it. */
  titleForm: z.string().optional(),
  until: z.iso.datetime().optional(),
  roadblock: z.enum(agentRowIds).optional(),
  /** The journey; `deleted` where only its steps are still stored. */
  journey: z
    .strictObject({
      kind: z.enum(flowIds),
      state: z.enum(["open", "ended", "deleted"]),
      page: z.string().optional(),
      endReason: word.optional(),
    })
    .optional(),
  /** The person's account under the brand; absent before the person is identified. */
  account: z.enum(["none", "active", "temporary", "locked", "frozen", "disabled"]).optional(),
  /** While a recent change has not settled: until when resets and links go to the previous e-mail. */
  settlingUntil: z.iso.datetime().optional(),
  /** When codes of a login can be sent to a mobile number that came on file too recently. */
  newMobileFrom: z.iso.datetime().optional(),
  /** Of the last 30 days, newest first. */
  changes: z.array(accountChange),
  steps: z.array(supportStep),
  messages: z.array(supportMessage),
  /** Recent links to an e-mail that is not on file, newest first. */
  requests: z.array(linkRequestResponse),
  limits: z.array(supportLimit),
  /** Consecutive failures of the last login name, whether or not it has an account; absent where there are none. */
  wrongPasswords: z.int().positive().optional(),
  acts: z.strictObject({
    lift: z.array(z.enum(resettableLimitIds)),
    unlock: z.boolean(),
    unfreeze: z.boolean(),
    links: z.array(z.enum(agentLinks)),
    /** Ask that the second proof be waived once. */
    waive: z.boolean(),
  }),
});
export type SupportCase = z.infer<typeof supportCase>;

/** Search input; in the body, so that no log contains it. */
export const supportSearchBody = z.union([
  z.strictObject({ policyNumber: z.string().min(1).max(20) }),
  z.strictObject({ email: z.string().max(254) }),
]);
export type SupportSearchBody = z.infer<typeof supportSearchBody>;

/** One journey of a found person: enough to distinguish it, without identifying the person. */
export const foundJourney = z.strictObject({
  kind: z.enum(flowIds),
  id: z.uuid(),
  lastAt: z.iso.datetime(),
  role: z.enum(["policyHolder", "insuredDriver"]).optional(),
  /** First letter of the first name, where a policy has several people. */
  initial: z.string().max(2).optional(),
});
export type FoundJourney = z.infer<typeof foundJourney>;

export const openJourneyBody = z.strictObject({ kind: z.enum(flowIds), id: z.uuid() });
export type OpenJourneyBody = z.infer<typeof openJourneyBody>;

export const supportLinkBody = z.strictObject({
  action: z.enum(agentLinks),
  /** Recipient, when the e-mail on file is outdated. One that is not on file needs a second agent. */
  email: z.string().max(254).optional(),
});
export type SupportLinkBody = z.infer<typeof supportLinkBody>;
