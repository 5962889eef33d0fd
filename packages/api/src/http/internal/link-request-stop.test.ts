import { stopLinkEndpoints } from "@vestibule/contract/v1/link.endpoint.ts";
import { describe, expect, test } from "vitest";
import { dataOf } from "../../../../../test/recovery.ts";
import { newPerson } from "../../../../../test/registration.ts";
import { deskAgent } from "../../../../../test/support-desk.ts";
import { buildApi } from "../../build-api.ts";
import { amelie, bruno, daySeconds, openLinkRequestTest } from "./test/link-request.ts";

const { acceptMessages, desk, messagesTo, requested, stateOf, testApi, tick } = await openLinkRequestTest();

async function stopTokenOf({ email }: { email: string }): Promise<string> {
  const message = (await messagesTo(email)).find(({ kind }) => kind === "linkRequested");
  return new URL(message?.facts.link ?? "").searchParams.get("request") ?? "";
}

function stopLink(method: "GET" | "HEAD" | "POST", token: string, apiKey = "belair") {
  const path = stopLinkEndpoints.read.path.replace("{token}", token);
  return testApi.apis[1].request(path, {
    method,
    headers: { "api-key": apiKey, "x-vestibule-client-ip": "192.0.2.9" },
  });
}

describe("the stop link", () => {
  test("stops the request on POST only, and changes nothing on GET or HEAD", async () => {
    const person = await newPerson(testApi);
    const { id, email } = await requested(person);
    const token = await stopTokenOf(person);
    for (const method of ["GET", "HEAD", "GET"] as const) {
      const response = await stopLink(method, token);
      expect(response.status).toBe(200);
      if (method === "GET") expect(await response.json()).toMatchObject({ state: "open" });
    }
    dataOf(await desk.approve(bruno, id));
    expect(await stateOf(id)).toBe("approved");
    const stopped = await stopLink("POST", token);
    expect(await stopped.json()).toEqual({ state: "stopped", what: "link" });
    expect(await (await stopLink("POST", token)).json()).toEqual({ state: "stopped", what: "link" });
    await acceptMessages();
    await testApi.moveClock(daySeconds + 60);
    await tick();
    expect(await messagesTo(email)).toEqual([]);
    expect(await stateOf(id)).toBe("stopped");
    const { rows } = await testApi.pool.query(
      "select actor, result from audit_event where event = 'support.linkStopped' and facts ->> 'request' = $1",
      [id],
    );
    expect(rows).toEqual([{ actor: "person", result: "ok" }]);
    for (const agent of [amelie, bruno])
      expect(dataOf(await desk.requests(agent)).requests).toContainEqual(
        expect.objectContaining({ id, state: "stopped" }),
      );
    const uninvolved = { ...deskAgent, agent: { id: "chloe" } };
    expect(JSON.stringify(dataOf(await desk.requests(uninvolved)))).not.toContain(id);
  });

  test("has a hashed token, works under its own brand only, and answers 404 when unknown", async () => {
    const person = await newPerson(testApi);
    await requested(person);
    const token = await stopTokenOf(person);
    const { rows } = await testApi.pool.query("select * from link_request");
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await stopLink("POST", token, "intact")).status).toBe(404);
    expect((await stopLink("POST", "x".repeat(43))).status).toBe(404);
    expect((await stopLink("GET", token.slice(1))).status).toBe(404);
  });

  test("answers that the link was already sent when it is used too late", async () => {
    const person = await newPerson(testApi);
    const { id } = await requested(person);
    const token = await stopTokenOf(person);
    await acceptMessages();
    dataOf(await desk.approve(bruno, id));
    await testApi.moveClock(daySeconds + 1);
    await tick();
    expect(await (await stopLink("POST", token)).json()).toEqual({ state: "sent", what: "link" });
    expect(await stateOf(id)).toBe("sent");
  });
});

test("accepts a stop link while the portal is closed for maintenance", async () => {
  const person = await newPerson(testApi);
  await requested(person);
  const token = await stopTokenOf(person);
  await testApi.pool.query("insert into maintenance (brand, began_at) values ('belair', app_now())");
  const closed = buildApi(testApi.deps);
  const headers = { "api-key": "belair", "x-vestibule-client-ip": "192.0.2.9" };
  const path = stopLinkEndpoints.stop.path.replace("{token}", token);
  expect((await closed.request("/api/v1/welcome", { headers })).status).toBe(530);
  expect(await (await closed.request(path, { method: "POST", headers })).json()).toEqual({
    state: "stopped",
    what: "link",
  });
  await testApi.pool.query("delete from maintenance");
});
