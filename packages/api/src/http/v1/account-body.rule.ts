import { checkEmail, normaliseEmail } from "@vestibule/contract/fields/email.rule.ts";
import type { Context } from "hono";
import type { z } from "zod";
import type { ApiEnvironment } from "../../deps.ts";
import { readJsonRequest } from "../json-request.rule.ts";
import { accountErrorResponse, fieldsOf } from "./account-error.rule.ts";

/** Reads a body of API v1, or returns the error response. `schemaFor` may select the schema by the body. */
export async function readAccountBody<Body>(
  { req }: Context<ApiEnvironment>,
  schemaFor: z.ZodType<Body> | ((value: unknown) => z.ZodType<Body>),
): Promise<{ kind: "read"; value: Body } | { kind: "refused"; answer: Response }> {
  const read = await readJsonRequest(req.raw);
  if (read.kind === "tooLarge" || read.kind === "otherMediaType")
    return { kind: "refused", answer: accountErrorResponse(read.kind) };
  if (read.kind === "notJson") return refusedFields({ body: "format" });
  const schema = typeof schemaFor === "function" ? schemaFor(read.value) : schemaFor;
  const body = schema.safeParse(read.value, { reportInput: true });
  return body.success ? { kind: "read", value: body.data } : refusedFields(fieldsOf(body.error));
}

/** Normalises the e-mail, or returns the error response. */
export function readEmail(body: {
  email: string;
}): { kind: "read"; email: string } | { kind: "refused"; answer: Response } {
  const fault = checkEmail(body.email);
  const email = normaliseEmail(body.email);
  if (fault !== undefined || email === undefined) return refusedFields({ email: fault?.key ?? "format" });
  return { kind: "read", email };
}

function refusedFields(fields: Record<string, string>) {
  return { kind: "refused", answer: accountErrorResponse("invalidRequest", { fields }) } as const;
}
