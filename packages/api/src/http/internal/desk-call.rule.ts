import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { agentSessionHeader } from "@vestibule/contract/internal/agent-session.schema.ts";
import { agentRoleOf } from "@vestibule/contract/internal/staff-role.rule.ts";
import { agentHeader, agentId } from "@vestibule/contract/internal/support-desk.schema.ts";
import type { ApiDeps } from "../../deps.ts";
import { authenticateAgent } from "../../flows/agent-session/agent-session.ts";
import type { AgentCall } from "../../flows/support/load-support-case.ts";
import { type IssueRefusal, type IssueRefusalRow, issueRefusals } from "../../links/issue-refusal.table.ts";
import type { EndpointContext } from "../endpoint.route.ts";
import { accountErrorResponse } from "../error-response.ts";
import { clientIpOf } from "../request-context.rule.ts";

/**
 * Identifies the caller: the agent of the session, or the agent that the calling system names; `look` and
 * `decide` also accept that system alone. `list` requires an agent, `act` and `decide` require that an agent's role
 * allows it.
 */
export async function readDeskCall(
  deps: ApiDeps,
  { req }: EndpointContext,
  what: "look" | "list" | "act" | "decide",
): Promise<(AgentCall & { clientIp: string }) | Response> {
  const about = { code: req.param("code") ?? "", brandId: req.query("brand"), clientIp: clientIpOf(req.raw) };
  const token = req.header(agentSessionHeader);
  if (token !== undefined) {
    const session = await authenticateAgent(deps, token);
    if (session === undefined) return accountErrorResponse("tokenExpired");
    const { agentId: id, roles } = session;
    const role = agentRoleOf(roles);
    if (role === undefined) return accountErrorResponse("roleMissing");
    if ((what === "act" || what === "decide") && role !== "act")
      return accountErrorResponse("linkRefused", { fields: { act: "readOnly" } });
    return { ...about, actor: `agent:${id}`, role };
  }
  const header = req.header(agentHeader);
  const agent = agentId.safeParse(header);
  if (!agent.success && (header !== undefined || what === "list" || what === "act"))
    return accountErrorResponse("invalidRequest", {
      fields: { [agentHeader]: header === undefined ? "required" : "format" },
    });
  return { ...about, actor: agent.success ? `agent:${agent.data}` : "service", role: "act" };
}

/** The error of an order for a link that is not issued. */
export function issueRefusalResponse(refusal: IssueRefusal): Response {
  const { error = "linkRefused", field, key }: IssueRefusalRow = issueRefusals[refusal];
  return accountErrorResponse(error, { fields: { [field]: key } });
}

/** Identifies the caller of a call under one brand, which the query must name. */
export async function readBrandCall(
  deps: ApiDeps,
  context: EndpointContext,
  what: "list" | "act" | "decide",
): Promise<{ brand: Brand; actor: string; clientIp: string } | Response> {
  const call = await readDeskCall(deps, context, what);
  if (call instanceof Response) return call;
  const brand = deps.brands.byId(call.brandId ?? "");
  if (brand === undefined) return accountErrorResponse("invalidRequest", { fields: { brand: "required" } });
  const { actor, clientIp } = call;
  return { actor, clientIp, brand };
}
