import { visibleErrorCodePattern } from "@vestibule/catalogue/gateway.table.ts";
import { z } from "zod";

/** 16 random bytes. A reference also shows what the browser session did before and after. */
export const browserSessionHeader = "visit-id";
/** Header that names which e-mail led to the page: one of `linkSources`, for statistics only. */
export const emailSourceHeader = "email-source";
/** Header that names the version of the brand that the journey is shown during an experiment, for statistics only. */
export const brandVersionHeader = "brand-version";
export const browserSessionIdPattern = /^[\w-]{22}$/;

const opaqueText = z.string().regex(/^[A-Za-z0-9_-]{1,200}$/);

/** What is stored with a support reference: ids, a path and codes, no personal data. */
export const supportReferenceBody = z.strictObject({
  journey: z.uuid().optional(),
  /** Id of another flow: a sign-in, a recovery, a link, or a registration of API v1. */
  handle: opaqueText.optional(),
  /** Token of the link that led to the page. */
  link: opaqueText.optional(),
  /** Path of the page, without its query. */
  page: z
    .string()
    .regex(/^\/[A-Za-z0-9/_-]{0,150}$/)
    .optional(),
  agentCode: z
    .string()
    .regex(/^[A-Z0-9]{1,16}$/)
    .optional(),
  shownCode: z.string().regex(visibleErrorCodePattern).optional(),
  /** Variant of the title that the page shows; `ended` means that the lockout has expired. */
  titleForm: z
    .string()
    .regex(/^[A-Za-z]{1,20}$/)
    .optional(),
  /** End of the lockout that the title names. */
  until: z.iso.datetime().optional(),
});
export type SupportReferenceBody = z.infer<typeof supportReferenceBody>;

/** The reference: nine digits, without spaces. */
export const supportReferenceResponse = z.strictObject({ code: z.string().regex(/^\d{9}$/) });

export const supportReferenceError = z.strictObject({
  errorCode: z.number(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type SupportReferenceError = z.infer<typeof supportReferenceError>;
