import { identityFacts } from "@vestibule/catalogue/link.table.ts";
import { policyNumberPages, verificationMethods } from "@vestibule/catalogue/policy-number-flow.table.ts";
import { z } from "zod";
import { defineSlice } from "../session/session-slice.server.ts";

const typedPolicy = z.object({
  /** By field name. */
  values: z.record(z.string(), z.string()).readonly(),
  /** ISO time at which they expire without another step. */
  until: z.string(),
});
/** Values typed for identification by policy number. */
export type TypedPolicy = z.infer<typeof typedPolicy>;

const retryLater = z.object({ retryAt: z.string() });
/** Result of a request for another code. `retryAt`: local time of day at which a limit ends. */
const resendFlash = z.union([z.enum(["codeSentAgain", "codeTooSoon"]), retryLater]);
export type ResendFlash = z.infer<typeof resendFlash>;

const registration = z.object({
  /** Token of the API, never sent to the browser. */
  token: z.string(),
  /** E-mail that was last typed for identification; the page fills it in again. */
  email: z.string().optional(),
  /** Policy that was last typed for identification; passed on to registration by policy number. */
  typedPolicy: typedPolicy.optional(),
  /** First name that the owner of an existing account typed; used in the greeting. */
  typedFirstName: z.string().optional(),
  /** The province was already set from the policy; a later choice takes precedence. */
  isProvinceSet: z.literal(true).optional(),
  /** Set if the person looks for their account; the policy page then follows the account type. */
  seeksAccount: z.literal(true).optional(),
  /** Shown once on the next page of the flow. */
  flash: resendFlash.or(z.enum(["letterAsked", "emailTaken", "provinceSet"])).optional(),
});
export type SessionRegistration = z.infer<typeof registration>;

const policyNumberStart = z.object({
  /** Typed in this flow or in smart registration; the page fills it in again. */
  typedPolicy: typedPolicy.optional(),
  /**
   * Set if smart registration found the person in the legacy registry. `email`: as typed there. `isChanging`: the
   * person is changing the details in the form.
   */
  handedOver: z.object({ email: z.string().optional(), isChanging: z.literal(true).optional() }).optional(),
  /** Set if the person came through the entry page of the driving programme (UBI). */
  ubi: z.literal(true).optional(),
  /** Set if the person looks for their account. */
  seeksAccount: z.literal(true).optional(),
});

const policyNumberRegistration = z.object({
  /** Opaque id issued by the API. */
  id: z.string(),
  /** Current page; decides which page may be requested next. */
  page: z.enum(policyNumberPages),
  /** Whether the registration is in the driving programme (UBI). */
  ubi: z.boolean(),
  /** Whether the person has an account; its e-mail is shown after a code. */
  hasAccount: z.boolean(),
  /** ISO time at which the API deletes it. */
  endsAt: z.string(),
  /** ISO time of the last step, from which the API also applies an idle timeout. */
  stepAt: z.string(),
  /** In display order. */
  methods: z
    .array(z.object({ id: z.string(), method: z.enum(verificationMethods), maskedValue: z.string().optional() }))
    .readonly(),
  /** The chosen verification method, and where its newest code was sent. */
  chosen: z
    .object({
      id: z.string(),
      method: z.enum(verificationMethods).exclude(["NONE"]),
      /** Masked, unless it was typed in this browser. */
      to: z.string(),
      isTyped: z.literal(true).optional(),
      /** ISO times: when the newest message was sent, and when it can be resent. */
      sentAt: z.string().optional(),
      resendAvailableAt: z.string().optional(),
      resendsLeft: z.number().optional(),
    })
    .optional(),
  /** What the API asks for now. `email`: on file, masked until its owner is verified. */
  question: z
    .object({
      id: z.string(),
      action: z.enum(["ASKEMAIL", "ASKUSERNAME", "ASKPASSWORD"]),
      email: z.string().optional(),
      identityFact: z.enum(identityFacts).optional(),
      canAskPolicyholder: z.literal(true).optional(),
    })
    .optional(),
  /** Where the policyholder's answer goes, and until when they can answer (ISO). */
  policyholderAsked: z.object({ email: z.string(), dueAt: z.string() }).optional(),
  /** Set once the person is verified and may choose a password for an account with this e-mail. */
  verified: z
    .object({
      email: z.string().optional(),
      firstName: z.string().optional(),
      identityFact: z.enum(identityFacts),
    })
    .optional(),
  /** The province was already set from the policy; a later choice takes precedence. */
  isProvinceSet: z.literal(true).optional(),
  existingAccount: z.object({ email: z.string().optional(), firstName: z.string().optional() }).optional(),
  /** Shown once on the next page of the flow. */
  flash: resendFlash.or(z.enum(["letterAsked", "provinceSet"])).optional(),
});
export type SessionPolicyNumberRegistration = z.infer<typeof policyNumberRegistration>;

const mailedLink = z.object({
  /** The API question that the e-mail answered. */
  answeredQuestion: z.object({ registrationId: z.string(), validationId: z.string() }),
  email: z.string(),
  /** Shown once on the next page. */
  flash: z.union([z.literal("sentAgain"), retryLater]).optional(),
});
export type SessionMailedLink = z.infer<typeof mailedLink>;

const finishedRegistration = z.object({
  email: z.string(),
  /** Set if only the masked e-mail is known, which is not filled in. */
  isMasked: z.literal(true).optional(),
  firstName: z.string().optional(),
  /** `any`: a new account whose type is not known here. `joined`: the profile was added to an existing account. */
  role: z.enum(["driver", "any", "joined"]),
  /** Single-use sign-in ticket with its expiry (ISO); deleted once the handoff page has it. */
  ticket: z.object({ value: z.string(), endsAt: z.string() }).optional(),
});
export type FinishedRegistration = z.infer<typeof finishedRegistration>;

/** State of smart registration, in addition to the state kept by the API. */
export const registrationSlice = defineSlice("registration", registration, { isPersonal: true });

/** State before a registration by policy number starts. */
export const policyNumberStartSlice = defineSlice("policyNumberStart", policyNumberStart, { isPersonal: true });

/** A registration by policy number in progress. */
export const policyNumberRegistrationSlice = defineSlice("policyNumberRegistration", policyNumberRegistration, {
  isPersonal: true,
});

/** A message with a link, sent to an e-mail that was typed in this browser. */
export const mailedLinkSlice = defineSlice("mailedLink", mailedLink, { isPersonal: true });

/** An account that was created or joined over API v1, through a link or by policy number. */
export const finishedRegistrationSlice = defineSlice("finishedRegistration", finishedRegistration, {
  isPersonal: true,
});

export const sharedRegistrationSlices = [
  registrationSlice,
  policyNumberStartSlice,
  policyNumberRegistrationSlice,
  mailedLinkSlice,
  finishedRegistrationSlice,
];
