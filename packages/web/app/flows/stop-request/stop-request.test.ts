import { createClient } from "@vestibule/contract/api.client.ts";
import { supportDeskEndpoints } from "@vestibule/contract/internal/support-desk.endpoint.ts";
import { expect, test } from "vitest";
import { openTestApi } from "../../../../../test/open-test-api.ts";
import { dataOf } from "../../../../../test/recovery.ts";
import { newPerson, Visitor } from "../../../../../test/registration.ts";
import { deskAgent, supportDeskOf } from "../../../../../test/support-desk.ts";
import { atPortal, createPortalUser, type PortalUser, redirected } from "../../../test/portal.ts";
import { action, loader, type StopPage } from "./stop-request.route.tsx";

const testApi = await openTestApi();
const desk = createClient(supportDeskEndpoints, {
  baseUrl: "http://api.internal",
  fetch: (request) => testApi.apis[0].fetch(request),
});

/** The stop link in the newest message to a person. */
async function stopLinkOf(email: string): Promise<URL> {
  const { rows } = await testApi.pool.query(
    "select facts ->> 'link' as link from notification where recipient = $1 and kind = 'linkRequested'",
    [email],
  );
  return new URL(rows[0].link);
}

async function requested() {
  const person = await newPerson(testApi);
  const visitor = await new Visitor(testApi.apis).toCode(person);
  const code = await supportDeskOf(testApi).reference({ journey: visitor.claims().sid });
  const body = { action: "DEFPWD_REGISTER", email: "another@courrier.example" } as const;
  const { request } = dataOf(await desk.link(deskAgent, code, body));
  return { id: request?.id ?? "", link: await stopLinkOf(person.email) };
}

async function pageOf(user: PortalUser): Promise<{ page: StopPage; status: number }> {
  const result = await atPortal<{ page: StopPage }>(user, loader as never, { path: "/stop-request" });
  if (result.kind !== "rendered") throw new Error("no page was drawn");
  return { page: result.data.page, status: result.status };
}

const stateOf = async (id: string) =>
  (await testApi.pool.query("select state from link_request where id = $1", [id])).rows[0].state;

test("removes the token from the URL, and stops the request only when the form is submitted", async () => {
  const { id, link } = await requested();
  const user = createPortalUser(testApi, { language: "en" });
  expect(await atPortal(user, loader as never, { path: `${link.pathname}${link.search}` })).toEqual(
    redirected("/stop-request"),
  );
  for (let opened = 0; opened < 3; opened++)
    expect(await pageOf(user)).toMatchObject({
      status: 200,
      page: { kind: "open", time: expect.stringContaining("(Eastern Time)") },
    });
  expect(await stateOf(id)).toBe("requested");
  expect(await atPortal(user, action as never, { path: "/stop-request", form: {} })).toEqual(
    redirected("/stop-request"),
  );
  expect(await stateOf(id)).toBe("stopped");
  expect((await pageOf(user)).page).toEqual({ kind: "stopped" });
});

test.each([
  ["2027-01-15T15:42:30Z", "10:42\u00a0a.m."],
  ["2027-01-16T05:00:40Z", "11:59\u00a0p.m."],
])("states the time %s like the message, which rounds no end up and names no midnight", async (dueAt, time) => {
  const { id, link } = await requested();
  await testApi.pool.query("update link_request set due_at = $2 where id = $1", [id, dueAt]);
  const user = createPortalUser(testApi, {
    language: "en",
    session: { stopRequest: { token: link.searchParams.get("request") ?? "" } },
  });
  expect((await pageOf(user)).page).toEqual({
    kind: "open",
    what: "link",
    day: "January 15, 2027",
    time: `${time} (Eastern Time)`,
  });
});

test("stops nothing when a browser without the link submits the form", async () => {
  const { id } = await requested();
  const unknownUser = createPortalUser(testApi);
  await atPortal(unknownUser, action as never, { path: "/stop-request", form: { request: id } });
  expect(await stateOf(id)).toBe("requested");
  expect(await pageOf(unknownUser)).toEqual({ status: 404, page: { kind: "unknown" } });
});

test("answers 503 when the API does not respond", async () => {
  const { link } = await requested();
  const user = createPortalUser(testApi, {
    session: { stopRequest: { token: link.searchParams.get("request") ?? "" } },
  });
  user.requestContext.api.fetch = () => Promise.reject(new Error("unavailable"));
  expect(await pageOf(user)).toEqual({ status: 503, page: { kind: "unavailable" } });
});
