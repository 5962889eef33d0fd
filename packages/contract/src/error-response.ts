import { accountErrorBody } from "./v1/account.schema.ts";

/** Describes error responses by HTTP status; all have one body. */
export function errorResponses<const Status extends number>(descriptions: Readonly<Record<Status, string>>) {
  const described = Object.entries<string>(descriptions).map(([status, description]) => [
    status,
    { description, body: accountErrorBody },
  ]);
  return Object.fromEntries(described) as Record<Status, { description: string; body: typeof accountErrorBody }>;
}

export const bodyErrors = {
  400: "1000: the body is invalid",
  413: "The body is larger than 16 KiB",
  415: "The body is not application/json",
};
/** Errors of a link from a message, of which a client IP opens only so many. */
export const tokenErrors = {
  404: "1404: unknown link",
  429: "1429: too many links opened; Retry-After has the seconds to wait",
};
export const unknownApiKey = "3008: unknown api-key";
export const tooManyFromClientIp = "1429: too many requests from this client IP; Retry-After has the seconds to wait";
export const unavailable =
  "1503: temporarily unavailable; 1504: the policy directory, 1505: the user registry is unavailable; Retry-After has the seconds to wait";
