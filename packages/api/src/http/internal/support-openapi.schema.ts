import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { accountErrorAnswer } from "@vestibule/contract/v1/account.schema.ts";
import { agentSessionHeader } from "@vestibule/contract/v1/agent-session.schema.ts";
import { decidedAnswer, linkRequestEndpoints, linkRequestsAnswer } from "@vestibule/contract/v1/link-request.schema.ts";
import {
  actAnswer,
  agentHeader,
  agentId,
  liftBody,
  supportCase,
  supportDeskEndpoints,
  supportLinkBody,
} from "@vestibule/contract/v1/support-desk.schema.ts";

const json = (schema: z.ZodType) => ({ "application/json": { schema } });
const problem = (description: string) => ({ description, content: json(accountErrorAnswer) });

const headers = z.object({ [agentHeader]: agentId, [agentSessionHeader]: z.string() }).partial();
const byReference = {
  tags: ["internal"],
  security: [{ service: [] }],
  request: {
    params: z.object({ code: z.string() }),
    query: z.object({ brand: z.string().optional() }),
    headers,
  },
};
const refusals = {
  400: problem(
    "1000: a misheard or mistyped reference (its check digit), no agent’s id, or a body that breaks the schema",
  ),
  401: { description: "No service credential" },
  403: problem("3004: the agent’s session has ended"),
  429: problem("1429: too many references that lead nowhere; retry-after says how long to wait"),
  404: problem("1404: no such reference, or one of another brand than the query names"),
};

/** Describes the endpoints of the support desk. */
export function describeSupport(registry: OpenAPIHono["openAPIRegistry"]): void {
  const { look, lift, unlock, link } = supportDeskEndpoints;
  registry.registerPath({
    ...byReference,
    method: "get",
    path: look.path,
    summary: "What happened behind a support reference",
    description: "Steps, messages and limits in force, without a personal datum. The look is told to the audit trail.",
    responses: { ...refusals, 200: { description: "The case", content: json(supportCase) } },
  });
  for (const [path, summary, body] of [
    [lift.path, "Lift a limit of the person behind a reference", liftBody],
    [unlock.path, "Lift every sign-in lock of the account behind a reference", undefined],
    [link.path, "Send a link to the person behind a reference", supportLinkBody],
  ] as const)
    registry.registerPath({
      ...byReference,
      method: "post",
      path,
      summary,
      description: "The act is told to the audit trail with the agent’s id.",
      request: {
        ...byReference.request,
        ...(body && { body: { required: true, content: json(body) } }),
      },
      responses: {
        ...refusals,
        200: { description: "Whether there was anything to do", content: json(actAnswer) },
        ...(path === link.path && {
          202: {
            description:
              "The e-mail is not on file: the contacts on file are told, a second agent approves, and it is sent after 24 hours",
            content: json(actAnswer),
          },
        }),
        409: problem(
          "1409: this act does not fit the person or the agent’s role, or such a link is requested already; fields says why",
        ),
        413: problem("The body is larger than 16 KiB"),
        415: problem("The body is not application/json"),
      },
    });
  describeLinkRequests(registry);
}

function describeLinkRequests(registry: OpenAPIHono["openAPIRegistry"]): void {
  const { list, approve, refuse } = linkRequestEndpoints;
  const common = { tags: ["internal"], security: [{ service: [] }] };
  const query = z.object({ brand: z.string() });
  const ofAgent = {
    400: problem("1000: no brand, or no agent’s id"),
    401: refusals[401],
    403: refusals[403],
  };
  registry.registerPath({
    ...common,
    method: "get",
    path: list.path,
    summary: "Links that wait for a second agent, and the agent’s own of the last days",
    request: { query, headers },
    responses: { ...ofAgent, 200: { description: "Newest first", content: json(linkRequestsAnswer) } },
  });
  for (const [path, summary] of [
    [approve.path, "Approve a link to an e-mail that is not on file, as the second agent"],
    [refuse.path, "Refuse a link to an e-mail that is not on file"],
  ] as const)
    registry.registerPath({
      ...common,
      method: "post",
      path,
      summary,
      description: "The decision is told to the audit trail with the agent’s id.",
      request: { query, headers, params: z.object({ id: z.uuid() }) },
      responses: {
        ...ofAgent,
        200: { description: "The request as it is now", content: json(decidedAnswer) },
        404: problem("1404: no such request under this brand"),
        409: problem("1409: it is the agent’s own request, or it has ended; fields says which"),
      },
    });
}
