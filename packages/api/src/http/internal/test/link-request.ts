import { randomBytes } from "node:crypto";
import { openTestApi } from "../../../../../../test/open-test-api.ts";
import { dataOf } from "../../../../../../test/recovery.ts";
import { type TestPerson, Visitor } from "../../../../../../test/registration.ts";
import { deskAgent, supportDeskOf } from "../../../../../../test/support-desk.ts";
import { sendDueLinks } from "../../../flows/email-link/send-due-links.ts";

export const amelie = { ...deskAgent, agent: { id: "amelie" } };
export const bruno = { ...deskAgent, agent: { id: "bruno" } };
export const daySeconds = 24 * 3600;
export const newEmail = () => `another-${randomBytes(6).toString("hex")}@courrier.example`;

export async function openLinkRequestTest() {
  const testApi = await openTestApi();
  const { desk, reference, caseOf } = supportDeskOf(testApi);

  async function startReference(person: TestPerson): Promise<string> {
    const visitor = await new Visitor(testApi.apis).toCode(person, { option: "SMS" });
    return reference({ journey: visitor.claims().sid, page: "/create-an-account/verify/code" });
  }

  async function messagesTo(recipient: string) {
    const { rows } = await testApi.pool.query(
      "select kind, channel, facts, language from notification where recipient = $1 and kind in ('linkRequested', 'link') order by queued_at",
      [recipient],
    );
    return rows as { kind: string; channel: string; language: string; facts: Record<string, string> }[];
  }

  async function acceptMessages(): Promise<void> {
    await testApi.pool.query(
      "update notification set status = 'accepted', done_at = app_now() where status = 'queued'",
    );
  }

  async function tick(): Promise<void> {
    const first = testApi.deps;
    const second = { ...testApi.deps };
    await Promise.all([sendDueLinks(first), sendDueLinks(second), sendDueLinks(first), sendDueLinks(second)]);
  }

  async function requested(person: TestPerson, email = newEmail()) {
    const code = await startReference(person);
    const { request } = dataOf(await desk.link(amelie, code, { action: "DEFPWD_REGISTER", email }));
    if (request === undefined) throw new Error("no request was made");
    return { code, email, id: request.id, request };
  }

  const stateOf = async (id: string) =>
    (await testApi.pool.query("select state from link_request where id = $1", [id])).rows[0].state;

  return { testApi, desk, reference, caseOf, startReference, messagesTo, acceptMessages, tick, requested, stateOf };
}
