import { type OpenAPIHono, type RouteConfig, z } from "@hono/zod-openapi";
import {
  type BodyOf,
  type Endpoint,
  type EndpointResponse,
  type PathId,
  routerPath,
  type Unserialised,
} from "@vestibule/contract/endpoint.ts";
import type { Context } from "hono";
import type { ApiEnvironment, RequestContext } from "../deps.ts";
import { inSpan } from "../platform/tracing.adapter.ts";
import { accountErrorResponse } from "./error-response.ts";
import { readAccountBody } from "./request-body.ts";

type Routes = OpenAPIHono<ApiEnvironment>;
export type EndpointContext = Context<ApiEnvironment>;

export interface EndpointCall<Call extends Endpoint, Caller = undefined> {
  context: EndpointContext;
  /** Present in public endpoints only. */
  requestContext: RequestContext;
  caller: Caller;
  params: Record<PathId<Call["path"]>, string>;
  body: Call extends { body: infer Body extends z.ZodType } ? z.output<Body> : undefined;
  /** Builds a success response; the status and body must be the endpoint's. */
  respond: <Status extends keyof Call["responses"] & number>(
    status: Status,
    ...body: [BodyOf<Call["responses"][Status]>] extends [never]
      ? []
      : [Unserialised<z.input<BodyOf<Call["responses"][Status]>>>]
  ) => Response;
}

interface EndpointOptions<Body, Caller> {
  /** Runs before the body is read. A response ends the call. */
  authorize?: (context: EndpointContext) => Promise<Caller | Response> | Caller | Response;
  /** Overrides how the body is read. A response ends the call. */
  readBody?: (context: EndpointContext) => Promise<Body | Response>;
}

/** Registers an endpoint of API v1 or of the internal API: its description, its checks and its handler. */
export function addEndpoint<Call extends Endpoint, Caller = undefined>(
  routes: Routes,
  endpoint: Call,
  handle: (call: EndpointCall<Call, Caller>) => Promise<Response> | Response,
  options: EndpointOptions<EndpointCall<Call>["body"], Caller> = {},
): void {
  const { body: schema, params: paramsSchema, largestBodyKib } = endpoint;
  const readBody = options.readBody ?? (schema && ((context) => readAccountBody(context, schema, largestBodyKib)));
  addRoute(routes, endpoint, async (context) => {
    const caller = await options.authorize?.(context);
    if (caller instanceof Response) return caller;
    const params = context.req.param() as EndpointCall<Call>["params"];
    if (paramsSchema?.safeParse(params).success === false) return accountErrorResponse("notFound");
    const body = await readBody?.(context);
    if (body instanceof Response) return body;
    return handle({
      context,
      requestContext: context.get("requestContext"),
      caller: caller as Caller,
      params,
      body: body as EndpointCall<Call>["body"],
      respond: (status, ...[body]) =>
        body === undefined ? new Response(null, { status }) : Response.json(body, { status }),
    });
  });
}

/** Returns an `addEndpoint` for endpoints with the same check of the caller. */
export function authorizedEndpoints<Caller>(
  routes: Routes,
  authorize: NonNullable<EndpointOptions<never, Caller>["authorize"]>,
) {
  return <Call extends Endpoint>(
    endpoint: Call,
    handle: (call: EndpointCall<Call, Caller>) => Promise<Response> | Response,
  ): void => addEndpoint(routes, endpoint, handle, { authorize });
}

/** Registers a handler at an endpoint's methods and path, and describes the endpoint. */
export function addRoute(
  routes: Routes,
  endpoint: Endpoint,
  handler: (context: EndpointContext) => Promise<Response> | Response,
): void {
  const methods = [endpoint.method, ...(endpoint.alsoByGet ? ["GET"] : [])];
  for (const method of methods) routes.openAPIRegistry.registerPath(describeEndpoint(endpoint, method));
  const span = {
    name: `${endpoint.method} ${endpoint.path}`,
    attributes: { "vestibule.endpoint": endpoint.operationId ?? endpoint.summary },
  };
  routes.on(methods, routerPath(endpoint.path), (context) => inSpan(span, async () => handler(context)));
}

export function describeEndpoint(endpoint: Endpoint, method: string = endpoint.method): RouteConfig {
  const { path, operationId, tag, summary, description, serviceOnly, query, headers, body } = endpoint;
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, z.string()]);
  const params = endpoint.params ?? (ids.length > 0 ? z.object(Object.fromEntries(ids)) : undefined);
  const schema = body instanceof z.ZodOptional ? body.unwrap() : body;
  return {
    method: method.toLowerCase() as RouteConfig["method"],
    path,
    ...(operationId && { operationId: method === endpoint.method ? operationId : `${operationId}ByGet` }),
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(serviceOnly && { security: [{ service: [] }] }),
    request: {
      ...(params && { params }),
      ...(query && { query }),
      ...(headers && { headers }),
      ...(schema && { body: { required: schema === body, content: { "application/json": { schema } } } }),
    },
    responses: Object.fromEntries(
      Object.entries({ ...endpoint.responses, ...endpoint.errors }).map(([status, response]) => [
        status,
        describeResponse(response),
      ]),
    ),
  };
}

function describeResponse({ description, body, mediaType = "application/json", headers }: EndpointResponse) {
  const described = Object.entries(headers ?? {}).map(([name, text]) => [
    name,
    { description: text, schema: { type: "string" as const } },
  ]);
  return {
    description,
    ...(headers && { headers: Object.fromEntries(described) }),
    ...(body && { content: { [mediaType]: { schema: body } } }),
  };
}
