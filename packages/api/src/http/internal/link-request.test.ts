import { limits } from "@vestibule/catalogue/limit.table.ts";
import { describe, expect, test } from "vitest";
import { dataOf, newestReset, newHolder, Recoverer } from "../../../../../test/recovery.ts";
import { newPerson, Visitor } from "../../../../../test/registration.ts";
import { dataAbout, deskAgent, expectNothingPersonal } from "../../../../../test/support-desk.ts";
import { testAgents } from "../../../../../test/test-api.ts";
import { DirectoryUnavailable } from "../../directory/circuit-breaker.adapter.ts";
import { sendDueLinks } from "../../flows/email-link/send-due-links.ts";
import { amelie, bruno, daySeconds, newEmail, openLinkRequestTest } from "./test/link-request.ts";

const { acceptMessages, caseOf, desk, messagesTo, reference, requested, startReference, stateOf, testApi, tick } =
  await openLinkRequestTest();

test("does not send a link on one agent's request, and notifies every contact on file", async () => {
  const victim = await newPerson(testApi);
  const { code, email, id, request } = await requested(victim);
  expect(request).toMatchObject({ state: "requested", mails: 1, texts: 1, requestedBy: "amelie", isOwn: true });
  expect(Date.parse(request.dueAt) - Date.parse(request.requestedAt)).toBe(daySeconds * 1000);
  for (const [recipient, channel] of [
    [victim.email, "EMAIL"],
    [victim.cellPhone, "SMS"],
  ] as const)
    expect(await messagesTo(recipient)).toMatchObject([{ kind: "linkRequested", channel, language: "fr" }]);
  expect(await desk.approve(amelie, id)).toMatchObject({ status: 409, error: { fields: { act: "ownRequest" } } });
  expect(await desk.approve({ ...amelie, agent: { id: "AMELIE" } }, id)).toMatchObject({ status: 409 });
  await acceptMessages();
  await testApi.moveClock(daySeconds + 60);
  await tick();
  expect(await messagesTo(email)).toEqual([]);
  expect(await stateOf(id)).toBe("expired");
  const { rows } = await testApi.pool.query("select 1 from link where recipient = $1", [email]);
  expect(rows).toEqual([]);
  const supportCase = await caseOf(code);
  expect(supportCase.requests).toMatchObject([{ id, state: "expired" }]);
  expectNothingPersonal(supportCase, [...dataAbout(victim), email]);
});

test("takes an agent's id in capitals for the same agent in a database with Turkish letter case", async () => {
  await testApi.pool.query('alter table link_request alter column requested_by type text collate "tr-x-icu"');
  const { id } = await requested(await newPerson(testApi));
  const own = { status: 409, error: { fields: { act: "ownRequest" } } };
  await testApi.pool.query("update link_request set requested_by = 'agent:AMELIE' where id = $1", [id]);
  expect(await desk.approve(amelie, id)).toMatchObject(own);
  expect(await desk.approve(bruno, id)).toMatchObject({ kind: "ok" });
});

test("shows the new e-mail whole to the agent who may approve it, and records the view", async () => {
  const person = await newPerson(testApi);
  const { code, email, id } = await requested(person);
  const emailSeenBy = async (agent: typeof amelie) => dataOf(await desk.look(agent, code)).requests[0]?.email;
  const views = async () => {
    const { rows } = await testApi.pool.query(
      "select actor from audit_event where event = 'support.linkAddressViewed' order by id",
    );
    return rows.map(({ actor }) => actor);
  };
  expect(await emailSeenBy(amelie)).not.toContain(email);
  expect(await views()).toEqual([]);
  expect(await emailSeenBy(bruno)).toBe(email);
  expect(await views()).toEqual(["agent:bruno"]);
  expect(dataOf(await desk.requests(bruno)).requests.find((one) => one.id === id)?.email).not.toBe(email);
  dataOf(await desk.approve(bruno, id));
  expect(await emailSeenBy(bruno)).not.toBe(email);
  expect(await views()).toEqual(["agent:bruno"]);
});

test("sends exactly one link over two servers after a second agent's approval and 24 hours", async () => {
  const person = await newPerson(testApi);
  const { id, email, code } = await requested(person);
  await acceptMessages();
  expect(dataOf(await desk.approve(bruno, id)).request).toMatchObject({ state: "approved", approvedBy: "bruno" });
  await testApi.moveClock(daySeconds - 60);
  await tick();
  expect(await messagesTo(email)).toEqual([]);
  await testApi.moveClock(61);
  await tick();
  await tick();
  expect(await messagesTo(email)).toMatchObject([{ kind: "link", facts: { action: "DEFPWD_REGISTER" } }]);
  expect(await stateOf(id)).toBe("sent");
  const { steps, requests } = await caseOf(code);
  expect(steps.map(({ event, who }) => [event, who])).toEqual(
    expect.arrayContaining([
      ["support.linkRequested", "amelie"],
      ["support.linkApproved", "bruno"],
      ["support.linkSent", "amelie"],
    ]),
  );
  expect(requests).toMatchObject([{ state: "sent", approvedBy: "bruno" }]);
});

test("sends the other links while a policy directory is away", async () => {
  const away = await newPerson(testApi);
  const ids = [(await requested(away)).id, (await requested(await newPerson(testApi))).id];
  await acceptMessages();
  for (const id of ids) await desk.approve(bruno, id);
  await testApi.moveClock(daySeconds + 1);
  const { directory } = testApi.deps;
  const findByPolicyNumber: typeof directory.findByPolicyNumber = async (query) => {
    if (query.policyNumber === away.policy.policyNumber) throw new DirectoryUnavailable();
    return directory.findByPolicyNumber(query);
  };
  const deps = { ...testApi.deps, directory: { ...directory, findByPolicyNumber } };
  await expect(sendDueLinks(deps)).rejects.toThrow(DirectoryUnavailable);
  expect(await Promise.all(ids.map(stateOf))).toEqual(["approved", "sent"]);
  await tick();
  expect(await Promise.all(ids.map(stateOf))).toEqual(["sent", "sent"]);
});

test("sends a link to an e-mail on file or of the account at once", async () => {
  const person = await newPerson(testApi);
  const code = await startReference(person);
  const email = person.email.toUpperCase();
  expect(dataOf(await desk.link(amelie, code, { action: "DEFPWD_REGISTER", email }))).toEqual({ done: true });
  expect((await messagesTo(person.email)).map(({ kind }) => kind)).toEqual(["link"]);

  const holder = await newHolder(testApi);
  const id = await new Recoverer(testApi).startReset(holder.accountEmail);
  await newestReset(testApi, holder.accountEmail);
  const ofHolder = await reference({ handle: id });
  const reset = { action: "RESETPWD_LOGIN" as const, email: holder.accountEmail };
  expect(dataOf(await desk.link(amelie, ofHolder, reset))).toEqual({ done: true });
});

test("notifies the account's e-mail and the contacts on file of a requested new e-mail, and changes nothing yet", async () => {
  const holder = await newHolder(testApi);
  const handle = await new Recoverer(testApi).startReset(holder.accountEmail);
  const code = await reference({ handle });
  const email = newEmail();
  const { request } = dataOf(await desk.link(amelie, code, { action: "RESETPWD_LOGIN", email }));
  const onFile = new Set([holder.accountEmail, holder.email].filter((one) => one !== ""));
  expect(request).toMatchObject({ mails: onFile.size, action: "RESETPWD_LOGIN" });
  for (const contact of onFile) expect((await messagesTo(contact)).at(-1)?.kind).toBe("linkRequested");
  expect(await messagesTo(email)).toEqual([]);
});

test("records an order that is refused because another account uses the e-mail", async () => {
  const person = await newPerson(testApi);
  const code = await startReference(person);
  const { accountEmail } = await newHolder(testApi);
  const refused = await desk.link(amelie, code, { action: "DEFPWD_REGISTER", email: accountEmail });
  expect(refused).toMatchObject({ status: 409, error: { fields: { email: "alreadyExists" } } });
  const supportCase = await caseOf(code);
  expect(supportCase.steps.at(-1)).toMatchObject({
    event: "support.linkNotSent",
    result: "emailTaken",
    who: "amelie",
  });
  expectNothingPersonal(supportCase, [...dataAbout(person), accountEmail]);
});

describe("a request", () => {
  test("is approved once, and not after it expired", async () => {
    const { id } = await requested(await newPerson(testApi));
    const agents = Array.from({ length: 8 }, (_, count) => ({ ...deskAgent, agent: { id: `second-${count}` } }));
    const results = await Promise.all(agents.map((agent) => desk.approve(agent, id)));
    expect(results.filter(({ kind }) => kind === "ok")).toHaveLength(1);
    const late = await requested(await newPerson(testApi));
    await testApi.moveClock(daySeconds + 1);
    expect(await desk.approve(bruno, late.id)).toMatchObject({ status: 409, error: { fields: { act: "notOpen" } } });
  });

  test("is not sent after an agent refuses it, even when it was approved", async () => {
    const { id, email } = await requested(await newPerson(testApi));
    dataOf(await desk.approve(bruno, id));
    expect(dataOf(await desk.refuse(amelie, id)).request).toMatchObject({ state: "refused", refusedBy: "amelie" });
    await acceptMessages();
    await testApi.moveClock(daySeconds + 1);
    await tick();
    expect(await messagesTo(email)).toEqual([]);
  });

  test("answers 404 under another brand or with an invalid id", async () => {
    const { id } = await requested(await newPerson(testApi));
    expect(await desk.approve({ ...bruno, brandId: "intact" }, id)).toMatchObject({ status: 404 });
    expect(await desk.approve(bruno, "not-an-id")).toMatchObject({ status: 404 });
  });

  test("is limited to one open per person, and to three a day", async () => {
    const person = await newPerson(testApi);
    const code = await startReference(person);
    const send = () => desk.link(amelie, code, { action: "DEFPWD_REGISTER", email: newEmail() });
    for (let count = 0; count < limits.linkRequestIdentity.limit; count++) {
      const { request } = dataOf(await send());
      if (count === 0)
        expect(await send()).toMatchObject({ status: 409, error: { fields: { act: "alreadyRequested" } } });
      dataOf(await desk.refuse(amelie, request?.id ?? ""));
    }
    expect(await send()).toMatchObject({ status: 429 });
    expect((await messagesTo(person.email)).filter(({ kind }) => kind === "linkRequested")).toHaveLength(3);
  });

  test("expires when the contacts on file have changed before it is due", async () => {
    const person = await newPerson(testApi);
    const { id, email } = await requested(person);
    await acceptMessages();
    dataOf(await desk.approve(bruno, id));
    await testApi.pool.query("update book_row set cell_phone = '5145559999' where id = $1", [person.rowId]);
    await testApi.moveClock(daySeconds + 1);
    await tick();
    expect(await stateOf(id)).toBe("expired");
    expect(await messagesTo(email)).toEqual([]);
  });

  test("waits 24 hours from when the newest message to a contact was accepted", async () => {
    const { id } = await requested(await newPerson(testApi));
    dataOf(await desk.approve(bruno, id));
    await testApi.moveClock(6 * 3600);
    await acceptMessages();
    await testApi.moveClock(18 * 3600 + 60);
    await tick();
    expect(await stateOf(id)).toBe("approved");
    await testApi.moveClock(6 * 3600);
    await tick();
    expect(await stateOf(id)).toBe("sent");
  });

  test("expires when no message to a contact was accepted in time", async () => {
    const { id, email } = await requested(await newPerson(testApi));
    dataOf(await desk.approve(bruno, id));
    await testApi.moveClock(daySeconds + 60);
    await tick();
    expect(await stateOf(id)).toBe("expired");
    expect(await messagesTo(email)).toEqual([]);
  });

  test("reports that there is no contact on file, and still needs a second agent and 24 hours", async () => {
    const person = await newPerson(testApi, { email: null, cell_phone: null, pin: "K7M2P9QX" });
    const visitor = await new Visitor(testApi.apis).toCode(person, { by: "policyNumber", option: "PIN" });
    const code = await reference({ journey: visitor.claims().sid });
    const email = newEmail();
    const { request } = dataOf(await desk.link(amelie, code, { action: "DEFPWD_REGISTER", email }));
    expect(request).toMatchObject({ mails: 0, texts: 0, state: "requested" });
    const id = request?.id ?? "";
    expect(await desk.approve(amelie, id)).toMatchObject({ status: 409 });
    dataOf(await desk.approve(bruno, id));
    await tick();
    expect(await messagesTo(email)).toEqual([]);
    await testApi.moveClock(daySeconds + 1);
    await tick();
    expect(await messagesTo(email)).toHaveLength(1);
  });
});

test("sends links ordered by the insurer's systems at once, and refuses agents on that endpoint", async () => {
  const person = await newPerson(testApi);
  const email = newEmail();
  const order = (headers: Record<string, string> = {}) =>
    testApi.apis[0].request("/internal/v1/links", {
      method: "POST",
      headers: {
        authorization: `Bearer ${deskAgent.serviceCredential}`,
        "content-type": "application/json",
        ...headers,
      },
      body: JSON.stringify({
        policyNumber: person.policy.policyNumber,
        company: "belair",
        role: 40,
        email,
        action: "DEFPWD_REGISTER",
        src: "crm3_welcome",
      }),
    });
  expect((await order({ "agent-id": "amelie" })).status).toBe(409);
  expect((await order({ "agent-session": "a-token" })).status).toBe(409);
  expect((await order()).status).toBe(201);
  const secret = testAgents.amelie;
  expect((await order({ authorization: `Bearer ${secret}` })).status).toBe(401);
});
