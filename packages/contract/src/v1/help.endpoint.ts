import { languages } from "@vestibule/catalogue/province.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { errorResponses, tooManyFromClientIp } from "../error-response.ts";
import { emptyResponse } from "./account.schema.ts";
import { hoursResponse } from "./hours.schema.ts";
import { supportReferenceBody, supportReferenceError, supportReferenceResponse } from "./support.schema.ts";

const referenceError = (description: string) => ({ description, body: supportReferenceError });

/** Calls of the "Need help?" panel and of roadblocks. Opening hours are public, since they contain no personal data. */
export const helpEndpoints = {
  hours: {
    method: "GET",
    path: "/api/v1/hours",
    tag: "help",
    summary: "Get the hours of telephone and chat",
    responses: {
      200: { description: "The current state and week, in the time zone of the province", body: hoursResponse },
    },
    errors: {},
  },
  chatAvailabilities: {
    method: "GET",
    path: "/chat-app/api/v1/availabilities",
    tag: "help",
    summary: "Check whether the chat is open",
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
    responses: {
      200: {
        description: "One entry for the brand and province; `chatbot` says whether an agent is available",
        body: z.strictObject({
          data: z.strictObject({
            data: z.array(
              z.strictObject({
                brand: z.string(),
                province: z.string(),
                language: z.enum(languages),
                entrypoint: z.literal("Login"),
                chatbot: z.boolean(),
              }),
            ),
          }),
        }),
      },
    },
    errors: {},
  },
  /** Creates a support reference, by which an agent finds a person's journey; `formatReference` formats it. */
  supportReference: {
    method: "POST",
    path: "/api/v1/support-references",
    tag: "help",
    summary: "Create a support reference",
    description:
      "Nine digits that a person reads to an agent; the last is a check digit. Stored for seven days with ids and codes, without personal data.",
    body: supportReferenceBody.optional(),
    responses: { 201: { description: "The reference", body: supportReferenceResponse } },
    errors: {
      400: referenceError("The body is invalid"),
      413: referenceError("The body is larger than 16 KiB"),
      415: referenceError("The body is not application/json"),
      429: referenceError("Too many requests from this client IP; Retry-After has the seconds to wait"),
    },
  },
  requestLetter: {
    method: "POST",
    path: "/api/v1/letter-requests",
    tag: "help",
    summary: "Request a letter with a new PIN",
    description:
      "For a person who is identified by a registration and has a PIN on file. `registration` is the session token of v2 or the registration id of v1; it is accepted for 24 hours after the start, also after wrong PINs have ended the registration. The response does not reveal whether a letter was requested before.",
    body: z.strictObject({ registration: z.string().regex(/^[\w.-]{1,2048}$/) }),
    responses: { 202: { description: "The request is stored for the insurer", body: emptyResponse } },
    errors: errorResponses({
      400: "1000: the body is invalid",
      404: "1404: unknown registration, no identified person, or no PIN on file",
      429: tooManyFromClientIp,
    }),
  },
} as const satisfies Record<string, Endpoint>;
