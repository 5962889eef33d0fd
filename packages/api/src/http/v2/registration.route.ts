import { OpenAPIHono } from "@hono/zod-openapi";
import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { type RegistrationErrorCode, registrationErrors } from "@vestibule/catalogue/registration-error.table.ts";
import { type RegistrationEndpoint, registrationEndpoints } from "@vestibule/contract/v2/registration.endpoint.ts";
import { sessionHeader } from "@vestibule/contract/v2/registration.schema.ts";
import type { Context } from "hono";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import {
  handleTokenCall,
  recordSaveFailure,
  startSmartRegistration,
  type TokenResponse,
} from "../../flows/registration/token-call.ts";
import type { IdentityProofDeps } from "../../verification/identity-proof.port.ts";
import { addRoute } from "../endpoint.route.ts";
import { readJsonRequest } from "../json-request.rule.ts";
import {
  errorResponse,
  faultResponse,
  type RegistrationResponse,
  toRegistrationResponse,
} from "./registration-error.rule.ts";

const calls = idsOf(registrationEndpoints);

/** A failed save has its own error, because the person may retry from the same page. */
const saveFailed = "EMAIL_UPDATE_FAILED";
const savingCalls = new Set(calls.filter((name) => registrationEndpoints[name].errorCodes.includes(saveFailed)));

type RegistrationContext = Context<ApiEnvironment>;

/** Smart registration, API v2. Every call but the first carries the session's newest token in its header. */
export function registrationRoutes(deps: RouteDeps): OpenAPIHono<ApiEnvironment> {
  const routes = new OpenAPIHono<ApiEnvironment>();
  for (const name of calls)
    addRoute(routes, registrationEndpoints[name], (context) =>
      isPrefetchOrHead(context) ? context.body(null, 204) : respondToCall(deps, name, context),
    );
  return routes;
}

/** A prefetch by a browser or a mail scanner sends no code and changes nothing. */
function isPrefetchOrHead({ req }: RegistrationContext): boolean {
  const purpose = `${req.header("purpose") ?? ""} ${req.header("sec-purpose") ?? ""}`;
  return req.method === "HEAD" || purpose.includes("prefetch");
}

function isEmpty(body: unknown): boolean {
  return body === undefined || (typeof body === "object" && body !== null && Object.keys(body).length === 0);
}

async function respondToCall(
  deps: IdentityProofDeps,
  name: RegistrationEndpoint,
  context: RegistrationContext,
): Promise<Response> {
  const requestContext = context.get("requestContext");
  const { requestId } = requestContext;
  const token = context.req.header(sessionHeader);
  const logFault = (facts: { status?: number; fault: unknown }) =>
    deps.log.error("registration.fault", { requestId, route: name, ...facts });
  try {
    const read = await readJsonRequest(context.req.raw);
    if (read.kind === "tooLarge") return errorResponse("PAYLOAD_TOO_LARGE");
    if (read.kind === "otherMediaType") return errorResponse("UNSUPPORTED_MEDIA_TYPE");
    if (read.kind === "notJson") return errorResponse("INVALID_REQUEST", { fields: { body: "format" } });
    if (!("body" in registrationEndpoints[name]) && !isEmpty(read.value))
      return errorResponse("INVALID_REQUEST", { fields: { body: "unknown" } });
    if (name === "start") {
      const first = await startSmartRegistration(deps, requestContext);
      return respond(deps, name, { reply: { kind: "accepted", data: {} }, token: first });
    }
    const optionId = context.req.param("optionId");
    const request = {
      call: name,
      token,
      method: context.req.method,
      path: context.req.path,
      rawBody: read.raw,
      body: read.value,
      ...(optionId && { optionId }),
    };
    const handled = await handleTokenCall(deps, requestContext, request, toRegistrationResponse);
    return respond(deps, name, handled, requestId);
  } catch (fault) {
    const otherwise: RegistrationErrorCode = savingCalls.has(name) ? saveFailed : "UNEXPECTED";
    const response = faultResponse(fault, otherwise);
    // The response is the same whether or not the failure can be recorded.
    if (savingCalls.has(name) && response.status === registrationErrors[saveFailed].status)
      await recordSaveFailure(deps, requestContext, { call: name, token }).catch((failure) =>
        logFault({ fault: failure }),
      );
    logFault({ status: response.status, fault });
    return response;
  }
}

function respond(
  deps: IdentityProofDeps,
  name: RegistrationEndpoint,
  { reply: result, token }: TokenResponse<RegistrationResponse>,
  requestId?: string,
): Response {
  const response =
    result.kind === "accepted" ? acceptedResponse(name, result.data) : errorResponse(result.error, result.details);
  if (token) response.headers.set(sessionHeader, token);
  if (result.kind === "refused") {
    const reason = result.error === "INVALID_TOKEN" ? result.details.message?.replaceAll(" ", "-") : undefined;
    const facts = { requestId, route: name, kind: result.error, ...(reason && { reason }) };
    deps.log[registrationErrors[result.error].logLevel]("registration.refused", facts);
  }
  return response;
}

function acceptedResponse(name: RegistrationEndpoint, data: unknown): Response {
  const status = Number(Object.keys(registrationEndpoints[name].responses)[0]);
  return status === 204 ? new Response(null, { status }) : Response.json(data, { status });
}
