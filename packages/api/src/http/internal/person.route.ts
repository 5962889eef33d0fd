import type { OpenAPIHono } from "@hono/zod-openapi";
import { personEndpoints } from "@vestibule/contract/internal/person.endpoint.ts";
import type { ApiEnvironment, RouteDeps } from "../../deps.ts";
import { erasePerson, exportPerson, previewErasure } from "../../flows/person/export-and-erase.ts";
import { limitMisses } from "../../flows/support/limit-misses.ts";
import type { RetryLater } from "../../limits/retry-later.rule.ts";
import { authorizedEndpoints } from "../endpoint.route.ts";
import { accountErrorResponse } from "../error-response.ts";
import { readBrandCall } from "./desk-call.rule.ts";

/** Export and erasure of a person; `internalRoutes` checks the service credential before. */
export function addPersonRoutes(routes: OpenAPIHono<ApiEnvironment>, deps: RouteDeps): void {
  const addPersonEndpoint = authorizedEndpoints(routes, (context) => readBrandCall(deps, context, "decide"));

  addPersonEndpoint(personEndpoints.export, async ({ caller, body: person, respond }) => {
    const result = await limitMisses(deps, caller, () => exportPerson(deps, { ...caller, person }));
    return result.kind === "exported" ? respond(200, result.document) : refusal(result);
  });
  addPersonEndpoint(personEndpoints.previewErasure, async ({ caller, body: person, respond }) => {
    const result = await limitMisses(deps, caller, () => previewErasure(deps, { ...caller, person }));
    return result.kind === "previewed" ? respond(200, result.preview) : refusal(result);
  });
  addPersonEndpoint(personEndpoints.erase, async ({ caller, body, respond }) => {
    const result = await limitMisses(deps, caller, () => erasePerson(deps, { ...caller, ...body }));
    return result.kind === "erased" ? respond(200, result.report) : refusal(result);
  });
}

function refusal(result: { kind: "unknown" | "severalPeople" | "unconfirmed" | "ownRequest" } | RetryLater): Response {
  switch (result.kind) {
    case "wait":
      return accountErrorResponse("tooManyRequests", result);
    case "unknown":
      return accountErrorResponse("notFound");
    default:
      return accountErrorResponse("linkRefused", {
        message: "the person cannot be exported or erased by this request",
        fields: { act: result.kind },
      });
  }
}
