import { visibleErrorCodePattern } from "@vestibule/catalogue/visible-error-code.table.ts";
import { z } from "zod";

/**
 * Header by which a portal may name a browser's visit: 16 random bytes. A reference then also tells what that visit did
 * before and after it was made.
 */
export const browserSessionHeader = "visit-id";
/** Header by which a portal may say which e-mail brought the person: one of `linkSources`, for statistics alone. */
export const emailSourceHeader = "email-source";
export const browserSessionIdPattern = /^[\w-]{22}$/;

/** POST /api/v1/support-references: a number to read to an agent. Ids, a path and codes; nothing personal. */
export const supportReferenceBody = z.strictObject({
  /** Id of the registration session the person is in. */
  journey: z.uuid().optional(),
  /** Id that another journey was given: of a sign-in, a recovery, a link, or a registration of API v1. */
  handle: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,200}$/)
    .optional(),
  /** Token of the link that the person came with. */
  link: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,200}$/)
    .optional(),
  /** Path of the page, without its query. */
  page: z
    .string()
    .regex(/^\/[A-Za-z0-9/_-]{0,150}$/)
    .optional(),
  /** Short code of the roadblock that the page shows. */
  agentCode: z
    .string()
    .regex(/^[A-Z0-9]{1,16}$/)
    .optional(),
  /** Code of what broke, where the page shows one in brackets. */
  shownCode: z.string().regex(visibleErrorCodePattern).optional(),
  /** Form of its title that the page shows, where that has several; `over`: that of a pause that has ended. */
  titleForm: z
    .string()
    .regex(/^[A-Za-z]{1,20}$/)
    .optional(),
  /** End of the pause that the title names. */
  until: z.iso.datetime().optional(),
});
export type SupportReferenceBody = z.infer<typeof supportReferenceBody>;

/** Nine digits, without spaces. */
export const supportReferenceAnswer = z.strictObject({ code: z.string().regex(/^\d{9}$/) });
export type SupportReferenceAnswer = z.infer<typeof supportReferenceAnswer>;

export const supportReferencesPath = "/api/v1/support-references";
