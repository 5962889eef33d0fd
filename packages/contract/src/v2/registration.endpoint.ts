import { optionTypes } from "@vestibule/catalogue/account.table.ts";
import { linkSources } from "@vestibule/catalogue/link.table.ts";
import { type RegistrationErrorCode, registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import { z } from "zod";
import type { ApiResult } from "../api.client.ts";
import type { Endpoint } from "../endpoint.ts";
import { emailSourceHeader } from "../v1/support.schema.ts";
import {
  accountInfoResponse,
  accountTypeBody,
  createBody,
  emptyRegistrationResponse,
  identifyBody,
  pageResponse,
  type RegistrationErrorResponse,
  registrationErrorBody,
  sessionHeader,
  usernameBody,
  verifyBody,
} from "./registration.schema.ts";

interface RegistrationRow extends Pick<Endpoint, "method" | "alsoByGet" | "path" | "summary" | "body" | "responses"> {
  errorCodes: readonly RegistrationErrorCode[];
}

interface RegistrationEndpointRow extends Pick<RegistrationRow, "errorCodes"> {
  operationId: string;
  tag: string;
  headers: z.ZodObject;
  errors: ReturnType<typeof errorsByStatus>;
}

const always = ["UNKNOWN_API_KEY", "UNEXPECTED", "UNAVAILABLE"] as const;
const inSession = ["INVALID_TOKEN", "WRONG_STEP", "DIRECTORY_UNAVAILABLE", ...always] as const;
const withBody = ["INVALID_REQUEST", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", ...inSession] as const;
const sending = [...withBody, "EXCEEDED_RETRIES_CODE_ACTIVATION", "TOO_MANY_REQUESTS"] as const;

const commonHeaders = z.object({
  "api-key": z.string().meta({ description: "Public client id, which selects the brand" }),
  province: z
    .string()
    .optional()
    .meta({ description: "In upper case; default of the brand where it does not serve the province" }),
  language: z
    .string()
    .optional()
    .meta({ description: "en or fr; default of the brand where it does not offer the language" }),
  [emailSourceHeader]: z
    .enum(linkSources)
    .optional()
    .meta({ description: "Mailing that the person came from, for statistics; unknown values are ignored" }),
});
const sessionHeaders = commonHeaders.extend({
  [sessionHeader]: z.string().meta({ description: "The latest token of the session" }),
});
const headers = { [sessionHeader]: "The next token of the session; absent after its end" };
const accepted = <Body extends z.ZodType>(body: Body) => ({ description: "Accepted", headers, body });

export const registrationEndpoints = registrationCalls({
  start: {
    method: "GET",
    path: "/api/v2/registration",
    summary: "Start a session at the page ACCOUNT_TYPE",
    responses: { 200: accepted(emptyRegistrationResponse) },
    errorCodes: always,
  },
  page: {
    method: "GET",
    path: "/api/v2/registration/page",
    summary: "Get the data of the current page",
    responses: { 200: accepted(pageResponse) },
    errorCodes: inSession,
  },
  accountType: {
    method: "POST",
    path: "/api/v2/registration/account-type",
    summary: "Choose the role of the person",
    body: accountTypeBody,
    responses: { 200: accepted(emptyRegistrationResponse) },
    errorCodes: withBody,
  },
  identify: {
    method: "POST",
    path: "/api/v2/registration/identify",
    summary: "Identify the person by the facts that the page requests, or change the method",
    body: identifyBody,
    responses: { 200: accepted(emptyRegistrationResponse) },
    errorCodes: [
      ...sending,
      "POLICY_NUMBER_NOT_FOUND",
      "DRIVE_LICENSE_NUMBER_NOT_FOUND",
      "ACCOUNT_ALREADY_EXISTS",
      "UNABLE_TO_IDENTIFY",
    ],
  },
  options: {
    method: "GET",
    path: "/api/v2/registration/verify/options",
    summary: "List the verification methods; empty where there is none",
    responses: {
      200: accepted(z.array(z.object({ id: z.string(), type: z.enum(optionTypes), maskedValue: z.string() }))),
    },
    errorCodes: inSession,
  },
  send: {
    method: "POST",
    path: "/api/v2/registration/verify/send/{optionId}",
    summary: "Send a code, or choose the PIN on file",
    responses: { 200: accepted(emptyRegistrationResponse) },
    errorCodes: sending,
  },
  resend: {
    method: "POST",
    alsoByGet: true,
    path: "/api/v2/registration/verify/resend",
    summary: "Resend the code by the same method; HEAD and prefetch requests have no effect",
    responses: { 200: accepted(emptyRegistrationResponse) },
    errorCodes: sending,
  },
  verify: {
    method: "POST",
    path: "/api/v2/registration/verify",
    summary: "Verify the six-digit code or the eight-character PIN",
    body: verifyBody,
    responses: { 200: accepted(emptyRegistrationResponse) },
    errorCodes: [...sending, "INVALID_ACTIVATION_CODE"],
  },
  username: {
    method: "POST",
    path: "/api/v2/registration/verify/email",
    summary: "Confirm or choose the e-mail of the account",
    body: usernameBody,
    responses: { 200: accepted(emptyRegistrationResponse) },
    errorCodes: [...sending, "EMAIL_ALREADY_EXISTS", "UNABLE_TO_IDENTIFY", "EMAIL_UPDATE_FAILED"],
  },
  accountInfo: {
    method: "GET",
    path: "/api/v2/registration/accountInfo",
    summary: "Get first name, username and roles",
    responses: { 200: accepted(accountInfoResponse) },
    errorCodes: inSession,
  },
  create: {
    method: "POST",
    path: "/api/v2/registration/create",
    summary: "Create the account",
    body: createBody,
    responses: { 201: accepted(z.object({ email: z.string(), ticket: z.string() })) },
    errorCodes: [
      ...withBody,
      "PASSWORD_POLICY_VIOLATION",
      "ACCOUNT_ALREADY_EXISTS",
      "EMAIL_ALREADY_EXISTS",
      "UNABLE_TO_IDENTIFY",
      "EMAIL_UPDATE_FAILED",
      "REGISTRY_UNAVAILABLE",
    ],
  },
  ticket: {
    method: "POST",
    path: "/api/v2/registration/ticket",
    summary: "Issue a new sign-in ticket: one use, 60 seconds",
    responses: { 200: accepted(z.object({ ticket: z.string() })) },
    errorCodes: withBody,
  },
  back: {
    method: "GET",
    path: "/api/v2/registration/back",
    summary: "Go back to the previous page",
    responses: { 200: accepted(emptyRegistrationResponse) },
    errorCodes: inSession,
  },
  cancel: {
    method: "DELETE",
    path: "/api/v2/registration",
    summary: "End the session",
    responses: { 204: { description: "The session has ended" } },
    errorCodes: inSession,
  },
});
export type RegistrationEndpoint = keyof typeof registrationEndpoints;
export type RegistrationCallResult<Data> = ApiResult<Data, RegistrationErrorResponse>;

/** Adds what every call has: its name, its headers, and one response for each status of its error codes. */
function registrationCalls<const Rows extends Readonly<Record<string, RegistrationRow>>>(rows: Rows) {
  const calls = Object.entries<RegistrationRow>(rows).map(([name, row]) => [
    name,
    {
      ...row,
      operationId: `registration.${name}`,
      tag: "Smart registration",
      headers: name === "start" ? commonHeaders : sessionHeaders,
      errors: errorsByStatus(row.errorCodes),
    },
  ]);
  return Object.fromEntries(calls) as {
    [Name in keyof Rows]: Omit<Rows[Name], "errorCodes"> & RegistrationEndpointRow;
  };
}

function errorsByStatus(codes: readonly RegistrationErrorCode[]) {
  const pairs = codes.flatMap((code) => statusesOf(code).map((status) => ({ status, code })));
  const byStatus = [...Map.groupBy(pairs, ({ status }) => status)];
  return Object.fromEntries(
    byStatus.map(([status, named]) => [
      status,
      { description: named.map(({ code }) => code).join(", "), headers, body: registrationErrorBody },
    ]),
  );
}

/** INVALID_TOKEN has two statuses: an expired session responds 404. */
function statusesOf(code: RegistrationErrorCode): number[] {
  const { status } = registrationErrors[code];
  return code === "INVALID_TOKEN" ? [status, 404] : [status];
}
