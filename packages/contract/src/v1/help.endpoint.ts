import { languages } from "@vestibule/catalogue/province.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { problems, tooManyFromClientIp } from "./account.endpoint.ts";
import { chatAvailabilitiesAnswer, hoursAnswer } from "./hours.schema.ts";
import { letterRequestAnswer, letterRequestBody } from "./letter.schema.ts";
import { supportReferenceAnswer, supportReferenceBody, supportReferenceError } from "./support.schema.ts";

const referenceError = (description: string) => ({ description, body: supportReferenceError });

/** Calls of the "Need help?" panel and of roadblocks. Opening hours are public, since they contain no personal data. */
export const helpEndpoints = {
  hours: {
    method: "GET",
    path: "/api/v1/hours",
    tag: "help",
    summary: "When the brand answers by telephone and chat",
    answers: {
      200: { description: "State now and the current week, on the province's own clock", body: hoursAnswer },
    },
    errors: {},
  },
  chatAvailabilities: {
    method: "GET",
    path: "/chat-app/api/v1/availabilities",
    tag: "help",
    summary: "Whether the chat is open now",
    // A value that is not served counts as absent. The explicit types are for OpenAPI, which cannot describe `catch`.
    query: z.object({
      language: z
        .enum(languages)
        .optional()
        .catch(undefined)
        .meta({ type: "string", enum: [...languages] }),
      province: z.string().max(5).optional().catch(undefined).meta({ type: "string" }),
      entrypoint: z
        .literal("Login")
        .catch("Login")
        .meta({ type: "string", enum: ["Login"] }),
    }),
    answers: {
      200: {
        description: "One entry for the brand and province; `chatbot` says whether an agent is available",
        body: chatAvailabilitiesAnswer,
      },
    },
    errors: {},
  },
  /** Creates a support reference, by which an agent finds a person's journey; `formatReference` formats it. */
  supportReference: {
    method: "POST",
    path: "/api/v1/support-references",
    tag: "help",
    summary: "Make a reference to read to an agent",
    description: "Nine digits, the last a check digit. Kept seven days with ids and codes, and nothing personal.",
    body: supportReferenceBody.optional(),
    answers: { 201: { description: "The reference", body: supportReferenceAnswer } },
    errors: {
      400: referenceError("The body breaks the schema"),
      413: referenceError("More than 16 KiB"),
      415: referenceError("Another media type than application/json"),
      429: referenceError("Too many from this client IP; retry-after says how long to wait"),
    },
  },
  requestLetter: {
    method: "POST",
    path: "/api/v1/letter-requests",
    tag: "help",
    summary: "Ask for a letter with a new PIN",
    description:
      "For the person a registration has identified, who has a PIN on file. `registration` is the session token of v2 or the registration id of v1, also after wrong PINs have ended it, for 24 hours after its start. The answer never says whether a letter was asked for before.",
    body: letterRequestBody,
    answers: { 202: { description: "The request is kept for the insurer", body: letterRequestAnswer } },
    errors: problems({
      400: "1000: the body breaks the schema",
      404: "1404: no such registration, no person identified in it, or no PIN on file",
      429: tooManyFromClientIp,
    }),
  },
} as const satisfies Record<string, Endpoint>;
