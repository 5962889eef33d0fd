import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { accountErrorAnswer } from "@vestibule/contract/v1/account.schema.ts";
import {
  acknowledgeLetterPath,
  internalLettersPath,
  letterRequestsAnswer,
} from "@vestibule/contract/v1/letter.schema.ts";
import type { Hono } from "hono";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { acknowledgeLetterRequest, openLetterRequests } from "../../letters/letter-request.store.ts";
import { transact } from "../../platform/transaction.adapter.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";

const json = (schema: z.ZodType) => ({ "application/json": { schema } });
const problem = (description: string) => ({ description, content: json(accountErrorAnswer) });
const internal = { tags: ["internal"], security: [{ service: [] }] };
const isUuid = (text: string) => z.uuid().safeParse(text).success;

/** Letters with a new PIN, for the system that mails them. */
export function addLetterRoutes(
  routes: Hono<ApiEnvironment>,
  registry: OpenAPIHono["openAPIRegistry"],
  { database, directory, brands, auditor }: ApiDeps,
): void {
  registry.registerPath({
    ...internal,
    method: "get",
    path: internalLettersPath,
    summary: "Letters with a new PIN that were requested and are not acknowledged",
    description: "Oldest first, at most 100. Names are those of the book now.",
    request: { query: z.object({ brand: z.string().optional() }) },
    responses: {
      200: { description: "Open requests", content: json(letterRequestsAnswer) },
      400: problem("1000: an unknown brand"),
      401: { description: "No service credential" },
    },
  });
  registry.registerPath({
    ...internal,
    method: "post",
    path: acknowledgeLetterPath,
    summary: "Take a request off the list: its letter is being mailed",
    request: { params: z.object({ id: z.uuid() }) },
    responses: {
      204: { description: "Acknowledged" },
      401: { description: "No service credential" },
      404: problem("1404: no open request has this id"),
    },
  });

  routes.get(internalLettersPath, async (context) => {
    const asked = context.req.query("brand");
    const brand = asked === undefined ? undefined : brands.byId(asked);
    if (asked !== undefined && brand === undefined)
      return accountErrorResponse("invalidRequest", { fields: { brand: "format" } });
    return context.json({ letters: await openLetterRequests({ database, directory }, { brandId: brand?.id }) });
  });
  routes.post(acknowledgeLetterPath.replace("{id}", ":id"), async (context) => {
    const id = context.req.param("id") ?? "";
    const acknowledged = isUuid(id) && (await transact(database, (transaction) => acknowledge(transaction, id)));
    return acknowledged ? context.body(null, 204) : accountErrorResponse("notFound");
  });

  async function acknowledge(transaction: Parameters<typeof acknowledgeLetterRequest>[0], id: string) {
    const request = await acknowledgeLetterRequest(transaction, id);
    if (request === undefined) return false;
    await auditor.record(transaction, { event: "letter.acknowledged", result: "ok", actor: "service", ...request });
    return true;
  }
}
