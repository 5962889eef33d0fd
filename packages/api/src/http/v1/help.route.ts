import { OpenAPIHono } from "@hono/zod-openapi";
import { limits as limitRows } from "@vestibule/catalogue/limit.table.ts";
import { sharedLimits } from "@vestibule/catalogue/support.table.ts";
import { helpEndpoints } from "@vestibule/contract/v1/help.endpoint.ts";
import { type SupportReferenceError, supportReferenceBody } from "@vestibule/contract/v1/support.schema.ts";
import type { Context } from "hono";
import type { z } from "zod";
import type { ApiDeps, ApiEnvironment, RequestContext, RouteDeps } from "../../deps.ts";
import { readRegistrationId } from "../../flows/registration/id-call.ts";
import { readToken } from "../../flows/registration/session-token.adapter.ts";
import { type LetterRegistration, requestLetter } from "../../flows/request-letter/request-letter.ts";
import type { Limits } from "../../limits/limit.port.ts";
import { chatOpen, hoursNow } from "../../opening-hours/hours.adapter.ts";
import { findReferencedJourney } from "../../references/referenced-journey.ts";
import { issueReference } from "../../references/support-reference.store.ts";
import { addEndpoint } from "../endpoint.route.ts";
import { accountErrorResponse, refusalResponse } from "../error-response.ts";
import { readJsonRequest } from "../json-request.rule.ts";
import { servedProvince } from "../request-context.rule.ts";

/** Opening hours, letters with a new PIN, and the references by which an agent finds a person's journey. */
export function helpRoutes(deps: RouteDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  const { hours, chatAvailabilities, supportReference, requestLetter: letter } = helpEndpoints;

  addEndpoint(routes, hours, ({ requestContext: { brand, province }, respond }) =>
    respond(200, hoursNow({ brand, province, now: deps.clock.now() })),
  );
  addEndpoint(routes, chatAvailabilities, ({ context, requestContext, respond }) => {
    const { brand } = requestContext;
    const query = chatAvailabilities.query.parse(singleValues(context.req.queries()));
    const province = servedProvince(brand, query.province ?? "") ?? requestContext.province;
    const served = brand.provinces[province]?.languages ?? [];
    const language = query.language && served.includes(query.language) ? query.language : requestContext.language;
    const chatbot = chatOpen({ brand, province, now: deps.clock.now() });
    const entry = { brand: brand.id, province, language, entrypoint: query.entrypoint, chatbot };
    return respond(200, { data: { data: [entry] } });
  });
  addEndpoint(
    routes,
    supportReference,
    async ({ requestContext, body = {}, respond }) => {
      const { brand, province, language, clientIp, browserSessionId } = requestContext;
      const counted = await deps.limits.consume(deps.database, {
        limit: "supportReferenceClientIp",
        subject: clientIp,
      });
      if (counted.kind === "exceeded")
        return Response.json({ errorCode: 1429, message: "too many requests" } satisfies SupportReferenceError, {
          status: 429,
          headers: { "retry-after": String(counted.retryAfterSeconds) },
        });
      const { journey: session, handle, link, ...seen } = body;
      const code = await issueReference(deps, {
        ...seen,
        journey: await findReferencedJourney(deps, { brandId: brand.id, journey: session, handle, link }),
        brandId: brand.id,
        browserSessionId,
        clientIpKeys: clientIpKeys(deps.limits, clientIp),
        province,
        language,
      });
      return respond(201, { code });
    },
    { readBody: readReferenceBody },
  );
  addEndpoint(routes, letter, async ({ requestContext, body, respond }) => {
    const registration = await registrationOf(deps, requestContext, body.registration);
    if (registration === undefined) return accountErrorResponse("notFound");
    const result = await requestLetter(deps, requestContext, registration);
    return result.kind === "requested" ? respond(202, {}) : refusalResponse(result);
  });
  return routes;
}

/** A parameter that is given twice counts as absent. */
function singleValues(queries: Record<string, string[]>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(queries).map(([name, [value, ...more]]) => [name, more.length === 0 ? value : undefined]),
  );
}

/** Hash by which an agent finds the limits of a client IP; the IP itself is never stored. */
function clientIpKeys(limits: Limits, subject: string): Record<string, string> {
  const ids = sharedLimits.filter((limit) => limitRows[limit].per === "clientIp");
  return Object.fromEntries(ids.map((limit) => [limit, limits.keyOf({ limit, subject })]));
}

/** Reads the body with the errors of this endpoint, which are older than those of other endpoints. */
async function readReferenceBody({ req }: Context<ApiEnvironment>) {
  const read = await readJsonRequest(req.raw);
  if (read.kind === "tooLarge") return referenceRefused(413, { errorCode: 1413, message: "body too large" });
  if (read.kind === "otherMediaType")
    return referenceRefused(415, { errorCode: 1415, message: "send application/json" });
  const body = supportReferenceBody.safeParse(read.kind === "read" ? (read.value ?? {}) : undefined);
  if (body.success) return body.data;
  return referenceRefused(400, { errorCode: 1000, message: "invalid request", fields: fieldsOf(body.error) });
}

function referenceRefused(status: number, error: SupportReferenceError): Response {
  return Response.json(error, { status });
}

function fieldsOf(fault: z.ZodError): Record<string, string> {
  const keyOf = (code: string) => (code === "unrecognized_keys" ? "unknown" : "format");
  return Object.fromEntries(fault.issues.map(({ path, code }) => [String(path[0] ?? "body"), keyOf(code)]));
}

/** Accepts a v2 token whose session has ended: wrong PINs end a session and often follow a lost letter. */
async function registrationOf(
  deps: Pick<ApiDeps, "keys">,
  requestContext: RequestContext,
  text: string,
): Promise<LetterRegistration | undefined> {
  const attemptId = readRegistrationId(deps, requestContext, text);
  if (attemptId !== undefined) return { kind: "policyNumberRegistration", id: attemptId };
  const claims = await readToken(deps.keys.sessionToken, text);
  return claims && { kind: "registration", id: claims.sid };
}
