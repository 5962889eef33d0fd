import { describe, expect, test } from "vitest";
import { endpoints } from "../../../test/endpoints.ts";
import { openTestApi } from "../../../test/open-test-api.ts";
import { createClient } from "./api.client.ts";
import { routerPath } from "./endpoint.ts";
import { insurerSystemEndpoints } from "./internal/insurer-system.endpoint.ts";

const routeOf = ({ method, path }: { method: string; path: string }) => `${method.toUpperCase()} ${routerPath(path)}`;

const [api] = (await openTestApi()).apis;
const caller = { apiKey: "belair", province: "qc", language: "fr", serviceCredential: "another-credential" };
const authorization = { authorization: `Bearer ${caller.serviceCredential}` };

interface Operation {
  summary: string;
  responses: Record<string, unknown>;
}

async function describedAt(path: string): Promise<{ route: string; operation: Operation }[]> {
  const response = await api.request(path, { headers: authorization });
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([at, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: routeOf({ method, path: at }), operation })),
  );
}
const described = [...(await describedAt("/api/openapi.json")), ...(await describedAt("/internal/v1/openapi.json"))];

describe.each(endpoints)("the endpoint $name", ({ endpoint }) => {
  const route = routeOf(endpoint);

  test("is a route of the API, and its responses are in the OpenAPI document", () => {
    expect(api.routes.map(routeOf)).toContain(route);
    const operation = described.find((one) => one.route === route)?.operation;
    expect(operation?.summary).toBe(endpoint.summary);
    const statuses = Object.keys({ ...endpoint.responses, ...endpoint.errors });
    expect(Object.keys(operation?.responses ?? {}).sort()).toEqual(statuses.sort());
  });

  test("responds to the client with a status that its definition lists", async () => {
    const requests: Request[] = [];
    const fetch = (request: Request) => {
      requests.push(request.clone());
      return api.fetch(request);
    };
    const ids = [...endpoint.path.matchAll(/\{\w+\}/g)].map(() => "none");
    const call = createClient({ call: endpoint }, { baseUrl: "http://api.internal", fetch }).call as (
      ...given: unknown[]
    ) => ReturnType<ReturnType<typeof createClient>[string]>;
    const result = await call(caller, ...ids, ...(endpoint.body ? [{}] : []));
    expect(requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      `${endpoint.method} ${endpoint.path.replace(/\{\w+\}/g, "none")}`,
    ]);
    // The client reads JSON alone; Prometheus reads the metrics.
    if ([insurerSystemEndpoints.metrics, insurerSystemEndpoints.serverMetrics].some((one) => one === endpoint)) return;
    expect(result.kind).not.toBe("unavailable");
    const statuses = Object.keys({ ...endpoint.responses, ...endpoint.errors });
    expect(statuses).toContain(result.kind === "unavailable" ? result.reason : String(result.status));
  });
});

test("the API documents and serves only these endpoints", () => {
  const known = endpoints.flatMap(({ endpoint }) =>
    [endpoint.method, ...(endpoint.alsoByGet ? ["GET"] : [])].map((method) => routeOf({ ...endpoint, method })),
  );
  expect(described.map(({ route }) => route).sort()).toEqual([...known].sort());
  const served = api.routes.filter(({ method }) => method !== "ALL").map(routeOf);
  const documentation = served.filter((route) => /\/(openapi\.json|asyncapi\.json|docs(\/.*)?)$/.test(route));
  // In each provider's own form, so that no endpoint describes it.
  const receipts = "POST /api/receipts/:channel/:provider";
  expect([...new Set(served)].sort()).toEqual([...known, ...documentation, receipts].sort());
});
