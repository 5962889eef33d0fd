import { expect } from "vitest";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { testAgents } from "../../../../../../test/test-api.ts";
import { atPortal, createPortalUser, type PortalUser } from "../../../../test/portal.ts";
import { referenceFor } from "../../../roadblock/roadblock-reference.server.ts";
import { action, loader } from "../agent.route.tsx";
import type { AgentPage } from "../agent-view.ts";

const secret = testAgents.amelie;
const serviceCredential = "another-credential";

export const post = (user: PortalUser, form: Record<string, string>) =>
  atPortal<unknown>(user, action as never, { path: "/agent", form });

export async function open(user: PortalUser, reference = ""): Promise<{ page: AgentPage; status: number }> {
  const result = await atPortal<{ page: AgentPage } | null>(user, loader as never, {
    path: `/agent?reference=${reference}`,
  });
  if (result.kind !== "rendered" || result.data === null) throw new Error("no page was drawn");
  return { page: result.data.page, status: result.status };
}

export async function openAgentPortal() {
  const testApi = await openTestApi();

  function agentAt(about: Parameters<typeof createPortalUser>[1] = {}): PortalUser {
    const user = createPortalUser(testApi, about);
    user.requestContext.api.serviceCredential = serviceCredential;
    return user;
  }

  async function loggedIn(about: Parameters<typeof createPortalUser>[1] = {}): Promise<PortalUser> {
    const user = agentAt(about);
    expect(await post(user, { act: "signIn", agentId: "amelie", loginPassword: secret })).toEqual({
      kind: "redirected",
      to: "/agent",
    });
    return user;
  }

  /** Creates a support reference for a roadblock, in the registration of this token. */
  async function referenceOf(token?: string): Promise<string> {
    const person = createPortalUser(testApi, { session: token === undefined ? {} : { registration: { token } } });
    return (await referenceFor(person.requestContext, { id: "identity-verification" })) ?? "";
  }

  return { testApi, agentAt, loggedIn, referenceOf };
}
