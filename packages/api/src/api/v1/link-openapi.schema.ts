import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { linkSources } from "@vestibule/catalogue/link.table.ts";
import { accountErrorAnswer } from "@vestibule/contract/v1/account.schema.ts";
import { linkAnswer, linkEndpoints } from "@vestibule/contract/v1/link.schema.ts";

const json = (schema: z.ZodType) => ({ "application/json": { schema } });
const problem = (description: string) => ({ description, content: json(accountErrorAnswer) });
const token = { params: z.object({ token: z.string() }) };
const refusals = {
  403: problem("3008: the api-key header names no client"),
  429: problem("1429: too many from this address; retry-after says how long to wait"),
  503: problem("1503: not now; retry-after says when"),
};

/** Links from e-mails as OpenAPI tells them. */
export function describeLinks(registry: OpenAPIHono["openAPIRegistry"]): void {
  registry.registerPath({
    method: "get",
    path: linkEndpoints.read.path,
    summary: "What a link from an e-mail leads to",
    description: "Reading never consumes it. Used, deleted, superseded or past its date: TOKEN_EXPIRED alone.",
    tags: ["links"],
    request: { ...token, query: z.object({ src: z.enum(linkSources).optional() }) },
    responses: {
      ...refusals,
      200: { description: "The link, or that it is over", content: json(linkAnswer) },
      404: problem("1404: no such link under the brand, or a source that nobody has"),
    },
  });
  registry.registerPath({
    method: "delete",
    path: linkEndpoints.remove.path,
    summary: "Its owner needs a link no more",
    description: "The same answer for a link that is over, or never was.",
    tags: ["links"],
    request: token,
    responses: { ...refusals, 204: { description: "It is gone" } },
  });
}
