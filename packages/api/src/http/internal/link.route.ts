import type { OpenAPIHono } from "@hono/zod-openapi";
import { accountErrorAnswer } from "@vestibule/contract/v1/account.schema.ts";
import { agentSessionHeader } from "@vestibule/contract/v1/agent-session.schema.ts";
import { issuedLink, linkEndpoints, linkOrderBody } from "@vestibule/contract/v1/link.schema.ts";
import { agentHeader } from "@vestibule/contract/v1/support-desk.schema.ts";
import type { Hono } from "hono";
import type { z } from "zod";
import type { ApiDeps, ApiEnvironment } from "../../deps.ts";
import { issueLinkFor } from "../../flows/email-link/issue-link.ts";
import { issueRefusals } from "../../flows/email-link/issue-refusal.table.ts";
import { readAccountBody } from "../v1/account-body.rule.ts";
import { accountErrorResponse } from "../v1/account-error.rule.ts";

const json = (schema: z.ZodType) => ({ "application/json": { schema } });
const problem = (description: string) => ({ description, content: json(accountErrorAnswer) });

/** Links that the insurer's own systems order; `internalRoutes` checks the service credential before. */
export function addLinkRoutes(
  routes: Hono<ApiEnvironment>,
  registry: OpenAPIHono["openAPIRegistry"],
  deps: ApiDeps,
): void {
  registry.registerPath({
    method: "post",
    path: linkEndpoints.issue.path,
    summary: "Issue a link for a person of the book, and send its message",
    description: "RESETPWD_LOGIN to another address than the account's: the account's address changes with it.",
    tags: ["internal"],
    security: [{ service: [] }],
    request: { body: { required: true, content: json(linkOrderBody) } },
    responses: {
      201: { description: "The link; its token is told this once", content: json(issuedLink) },
      400: problem("1000: the body breaks the schema, or names no brand, company or address"),
      401: { description: "No service credential" },
      404: problem("1404: nobody with this role is on this policy"),
      409: problem("1409: it does not fit the facts; fields says which"),
      413: problem("The body is larger than 16 KiB"),
      415: problem("The body is not application/json"),
    },
  });

  routes.post(linkEndpoints.issue.path, async (context) => {
    // Agents order links at the support desk, where a second agent approves them.
    if ([agentHeader, agentSessionHeader].some((name) => context.req.header(name) !== undefined))
      return accountErrorResponse("linkRefused", { fields: { act: "notForAgents" } });
    const body = await readAccountBody(context, linkOrderBody);
    if (body.kind === "refused") return body.answer;
    const result = await issueLinkFor(deps, { ...body.value, actor: "service", message: "sent" });
    if (result.kind === "issued") return context.json({ token: result.token, url: result.url }, 201);
    const { error, field, key } = issueRefusals[result.refusal];
    return accountErrorResponse(error, { fields: { [field]: key } });
  });
}
