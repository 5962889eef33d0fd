import { expect } from "vitest";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { testAgents } from "../../../../../../test/test-api.ts";
import { atPortal, createPortalUser, type PortalUser } from "../../../../test/portal.ts";
import { referenceFor } from "../../../roadblock/roadblock-reference.server.ts";
import type { NoRolePage, SignInPage } from "../../../staff/sign-in-view.ts";
import type { CasePage, FindPage } from "../agent-view.ts";
import { action as caseAction, loader as caseLoader } from "../case.route.tsx";
import { action as findAction, loader as findLoader } from "../find.route.tsx";

const secret = testAgents.amelie;
const serviceCredential = "another-credential";

type AgentPage = SignInPage | NoRolePage | FindPage | CasePage;

/** Acts that are posted to the first page; all others are of a case. */
const findActs = ["signIn", "signOut", "find", "search", "open"];

export function post(user: PortalUser, form: Record<string, string>) {
  const isFind = findActs.includes(form.act ?? "");
  return atPortal<unknown>(user, (isFind ? findAction : caseAction) as never, {
    path: isFind ? "/agent" : "/agent/case",
    form,
  });
}

/** Opens the case of a reference, or the first page without one. */
export async function open(user: PortalUser, reference = ""): Promise<{ page: AgentPage; status: number }> {
  const result = await atPortal<{ page: AgentPage } | null>(
    user,
    (reference === "" ? findLoader : caseLoader) as never,
    { path: reference === "" ? "/agent" : `/agent/case?reference=${reference}` },
  );
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
