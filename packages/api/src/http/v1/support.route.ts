import { OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import { commonLimitIds, commonLimits } from "@vestibule/catalogue/support.table.ts";
import {
  supportReferenceAnswer,
  supportReferenceBody,
  supportReferencesPath,
} from "@vestibule/contract/v1/support.schema.ts";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import type { Limits } from "../../limits/limit.port.ts";
import { limitStore } from "../../limits/limit.store.ts";
import { issueReference } from "../../references/issue-reference.store.ts";
import { journeyBehind } from "../../references/journey-behind.rule.ts";
import { readJsonRequest } from "../json-request.rule.ts";

const problem = z.strictObject({
  errorCode: z.number(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
type Problem = z.infer<typeof problem>;

/** Creates support references, by which an agent finds a person's journey. */
export function supportRoutes(
  deps: Pick<ApiDeps, "database" | "random" | "keys" | "log" | "auditor" | "addressLimitFactor">,
): OpenAPIHono<ApiEnvironment> {
  const limits = limitStore(deps);
  const api = new OpenAPIHono<ApiEnvironment>();
  api.openAPIRegistry.registerPath(description);
  api.post(supportReferencesPath, async (context) => {
    const { brand, province, language, clientIp, browserSessionId } = context.get("requestContext");
    const read = await readJsonRequest(context.req.raw);
    if (read.kind === "tooLarge") return context.json(refusal(1413, "body too large"), 413);
    if (read.kind === "otherMediaType") return context.json(refusal(1415, "send application/json"), 415);
    const body = supportReferenceBody.safeParse(read.kind === "read" ? (read.value ?? {}) : undefined);
    if (!body.success) return context.json(refusal(1000, "invalid request", fieldsOf(body.error)), 400);
    const taken = await limits.consume(deps.database, { limit: "supportReferenceAddress", subject: clientIp });
    if (taken.kind === "full") {
      context.header("retry-after", String(taken.retryAfterSeconds));
      return context.json(refusal(1429, "too many requests"), 429);
    }
    const { journey: session, handle, link, ...seen } = body.data;
    const journey = await journeyBehind(deps, { brandId: brand.id, journey: session, handle, link });
    const code = await issueReference(deps, {
      ...seen,
      journey,
      brandId: brand.id,
      browserSessionId,
      addressKeys: addressKeys(limits, clientIp),
      province,
      language,
    });
    return context.json({ code }, 201);
  });
  return api;
}

/** Hash by which an agent finds the limits of a client IP; the IP itself is never stored. */
function addressKeys(limits: Limits, subject: string): Record<string, string> {
  const ids = commonLimitIds.filter((limit) => commonLimits[limit] === "address");
  return Object.fromEntries(ids.map((limit) => [limit, limits.keyOf({ limit, subject })]));
}

function refusal(errorCode: number, message: string, fields?: Problem["fields"]): Problem {
  return { errorCode, message, ...(fields && { fields }) };
}

function fieldsOf(fault: z.ZodError): Record<string, string> {
  return Object.fromEntries(fault.issues.map(({ path, code }) => [String(path[0] ?? "body"), codeKey(code)]));
}

function codeKey(code: string): string {
  return code === "unrecognized_keys" ? "unknown" : "format";
}

const problemIn = (text: string) => ({ description: text, content: { "application/json": { schema: problem } } });

const description: RouteConfig = {
  method: "post",
  path: supportReferencesPath,
  summary: "Make a reference to read to an agent",
  description: "Nine digits, the last a check digit. Kept seven days with ids and codes, and nothing personal.",
  tags: ["help"],
  request: { body: { required: false, content: { "application/json": { schema: supportReferenceBody } } } },
  responses: {
    201: { description: "The reference", content: { "application/json": { schema: supportReferenceAnswer } } },
    400: problemIn("The body breaks the schema"),
    413: problemIn("More than 16 KiB"),
    415: problemIn("Another media type than application/json"),
    429: problemIn("Too many from this address; retry-after says how long to wait"),
  },
};
