import { checkEmail, readEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { Context } from "hono";
import type { z } from "zod";
import type { ApiEnvironment } from "../deps.ts";
import { accountErrorResponse, fieldsOf, parseInput } from "./error-response.ts";
import { readJsonRequest } from "./json-request.rule.ts";

/** Reads a body of API v1, or returns the error response. `schemaFor` may select the schema by the body. */
export async function readAccountBody<Body>(
  { req }: Context<ApiEnvironment>,
  schemaFor: z.ZodType<Body> | ((value: unknown) => z.ZodType<Body>),
  largestKib?: number,
): Promise<Body | Response> {
  const read = await readJsonRequest(req.raw, largestKib);
  if (read.kind === "tooLarge" || read.kind === "otherMediaType") return accountErrorResponse(read.kind);
  if (read.kind === "notJson") return accountErrorResponse("invalidRequest", { fields: { body: "format" } });
  const schema = typeof schemaFor === "function" ? schemaFor(read.value) : schemaFor;
  const body = parseInput(schema, read.value);
  return body.success ? body.data : accountErrorResponse("invalidRequest", { fields: fieldsOf(body.error) });
}

/** Normalises the e-mail of a body, or returns the error response. */
export function readBodyEmail({ email: typed }: { email: string }): string | Response {
  return (
    readEmail(typed)?.email ??
    accountErrorResponse("invalidRequest", { fields: { email: checkEmail(typed)?.key ?? "format" } })
  );
}
