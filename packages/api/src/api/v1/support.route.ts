import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import {
  supportReferenceAnswer,
  supportReferenceBody,
  supportReferencesPath,
} from "@vestibule/contract/v1/support.schema.ts";
import { limitStore } from "../../capabilities/limits/limit.store.ts";
import { makeReference } from "../../capabilities/support-references/support-reference.store.ts";
import type { ApiEnvironment, ApiParts } from "../../parts.ts";

const problem = z.strictObject({
  errorCode: z.number(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
const problemIn = (description: string) => ({ description, content: { "application/json": { schema: problem } } });

const references = createRoute({
  method: "post",
  path: supportReferencesPath,
  summary: "Make a reference to read to an agent",
  description: "Nine digits, the last a check digit. Kept seven days with ids and codes, and nothing personal.",
  tags: ["help"],
  request: { body: { required: true, content: { "application/json": { schema: supportReferenceBody } } } },
  responses: {
    201: { description: "The reference", content: { "application/json": { schema: supportReferenceAnswer } } },
    400: problemIn("The body breaks the schema"),
    429: problemIn("Too many from this address; retry-after says how long to wait"),
  },
});

/** References by which an agent finds where somebody stood. */
export function supportRoutes(
  parts: Pick<ApiParts, "database" | "random" | "keys" | "addressLimitFactor">,
): OpenAPIHono<ApiEnvironment> {
  const limits = limitStore(parts);
  const api = new OpenAPIHono<ApiEnvironment>({
    defaultHook: (result, context) => {
      if (result.success) return undefined;
      const fields = Object.fromEntries(result.error.issues.map((issue) => [issue.path.join("."), "format"]));
      return context.json({ errorCode: 1000, message: "invalid request", fields }, 400);
    },
  });
  api.openapi(references, async (context) => {
    const { brand, province, language, address } = context.get("visit");
    const taken = await limits.take(parts.database, { limit: "supportReferenceAddress", subject: address });
    if (taken.kind === "full") {
      context.header("retry-after", String(taken.retryAfterSeconds));
      return context.json({ errorCode: 1429, message: "too many requests" }, 429);
    }
    const code = await makeReference(parts, { ...context.req.valid("json"), brandId: brand.id, province, language });
    return context.json({ code }, 201);
  });
  return api;
}
