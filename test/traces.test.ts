import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from "@opentelemetry/sdk-trace";
import { httpProvider } from "@vestibule/api/messages/http-provider.adapter.ts";
import { outboxProvider } from "@vestibule/api/messages/message-providers.adapter.ts";
import { smtpProvider } from "@vestibule/api/messages/smtp.adapter.ts";
import { smtpStub } from "@vestibule/api/messages/test/smtp-stub.ts";
import { startWorker } from "@vestibule/api/messages/worker.adapter.ts";
import { httpClient } from "@vestibule/api/platform/http-client.adapter.ts";
import { inSpan } from "@vestibule/api/platform/tracing.adapter.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { findPersonal } from "../acceptance/log-scan.ts";
import { remoteApi } from "../packages/vestibule/src/serve/remote-backend.client.ts";
import { openApp } from "../packages/vestibule/src/serve/test/open-app.ts";
import { traceWith } from "../packages/vestibule/src/serve/tracing.adapter.ts";
import { loopbackServer } from "./loopback-server.ts";
import { openTestApi } from "./open-test-api.ts";
import { codeSentTo, createBody, newPerson, otherThan, type TestPerson, Visitor } from "./registration.ts";

const testApi = await openTestApi();
const exporter = new InMemorySpanExporter();
const proxyTrace = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${proxyTrace}-00f067aa0ba902b7-01`;
/** A code that was used before it was sent is not sent. */
const queueIsEmpty = () =>
  vi.waitUntil(
    async () => (await testApi.pool.query("select from notification where status = 'queued'")).rowCount === 0,
    { timeout: 15_000 },
  );

let spans: ReadableSpan[];
let person: TestPerson;
let secrets: string[];
let mails: string[];
/** By the path of the request that another system received. */
let contextsSent: Record<string, string>;

/**
 * One person registers by text message through the app of a server, after a wrong code; a worker sends the messages.
 */
beforeAll(async () => {
  const tracing = traceWith(new SimpleSpanProcessor({ exporter }), { version: "test", sampleRatio: 1 });
  const mail = await smtpStub();
  const others = await loopbackServer((_request, response) => response.end("{}"));
  const { database, brands, log, auditor } = testApi.deps;
  const metrics = { countDelivery: () => {} };
  const providers = {
    EMAIL: smtpProvider({ url: mail.url }),
    SMS: httpProvider("sms", { api: "generic", url: `${others.origin}/messages` }),
    VOICE: outboxProvider,
    LETTER: outboxProvider,
  };
  const worker = startWorker({ database, brands, log, metrics, auditor, providers, mode: "demo" });
  const send = openApp({ api: testApi.apis[0], log: testApi.deps.log });
  const fetch = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    headers.set("traceparent", traceparent);
    return send(`${pathname}${search}`, {
      method,
      headers,
      body: (await request.text()) || null,
      from: "10.0.0.1",
    });
  };
  const visitor = new Visitor([{ fetch }]);
  person = await newPerson(testApi, { pin: "AB12CD34" });
  await visitor.toCode(person, { by: "policyNumber", option: "SMS" });
  await queueIsEmpty();
  const code = await codeSentTo(testApi, person.cellPhone);
  await visitor.verify(otherThan(code));
  await visitor.verify(code);
  await visitor.call("username", { email: person.email });
  const emailCode = await codeSentTo(testApi, person.email);
  await visitor.verify(emailCode);
  await visitor.call("create", createBody);
  expect(visitor.page()).toBe("CONFIRM");

  await queueIsEmpty();
  await worker.stop();

  await inSpan({ name: "calls" }, async () => {
    const directory = httpClient({ url: others.origin, limitMilliseconds: 25_000 });
    await directory.send({ method: "GET", path: "/directory", isRepeatable: false });
    await remoteApi(others.origin)(new Request("http://belair.localhost/gateway", { headers: { traceparent } }));
  });
  await send("/api/v1/welcome", { headers: { traceparent }, from: "203.0.113.5" });
  for (const path of ["/health/live", "/health/ready", "/internal/v1/metrics"])
    await send(path, { headers: { traceparent }, from: "10.0.0.1" });
  secrets = [code, emailCode, createBody.password, visitor.token ?? ""];
  spans = exporter.getFinishedSpans();
  await tracing.stop();
  mails = mail.received.map(({ raw }) => raw);
  contextsSent = Object.fromEntries(others.received.map(({ url, headers }) => [url, `${headers.traceparent}`]));
  await mail.close();
  await others.close();
});
afterAll(() => exporter.reset());

const named = (name: string) => spans.filter((span) => span.name === name);
const first = (name: string) => {
  const [span] = named(name);
  if (span === undefined) throw new Error(`no span ${name} among ${[...new Set(spans.map((one) => one.name))]}`);
  return span;
};
const contextOf = (span: ReadableSpan) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`;
const parentOf = (span: ReadableSpan) =>
  spans.find((one) => one.spanContext().spanId === span.parentSpanContext?.spanId)?.name;

test("a trace contains the request, its endpoint and its statements", () => {
  const endpoint = "POST /api/v2/registration/verify/send/{optionId}";
  const insertions = spans.filter(({ attributes }) =>
    /insert into "notification"/.test(`${attributes["db.query.text"]}`),
  );
  expect(insertions.map(parentOf)).toContain(endpoint);
  expect(parentOf(first(endpoint))).toBe("POST /api/v2/registration/verify/send/:optionId");
});

test("the sending of a message is linked to the request that queued it, and the provider gets its context", () => {
  const sending = first("send SMS");
  expect(sending.links.map(({ context }) => context.traceId)).toEqual([proxyTrace]);
  expect(sending.parentSpanContext).toBeUndefined();
  expect(parentOf(first("POST"))).toBe("send SMS");
  expect(contextsSent["/messages"]).toBe(contextOf(first("POST")));
  const smtp = first("SMTP");
  expect(parentOf(smtp)).toBe("send EMAIL");
  expect(mails.filter((mail) => mail.includes(`\r\nTraceparent: ${contextOf(smtp)}\r\n`))).toHaveLength(1);
});

test("an outside system and an API or gateway on another host continue the trace of their caller", () => {
  const toDirectory = first("GET");
  const toGateway = first("API");
  expect([toDirectory, toGateway].map(parentOf)).toEqual(["calls", "calls"]);
  expect(contextsSent["/directory"]).toBe(contextOf(toDirectory));
  expect(contextsSent["/gateway"]).toBe(contextOf(toGateway));
});

test("a request continues the trace of a trusted proxy, and of no other client", () => {
  expect(first("GET /api/v2/registration").spanContext().traceId).toBe(proxyTrace);
  expect(first("GET /api/v1/welcome").spanContext().traceId).not.toBe(proxyTrace);
});

test("probes and scrapes are not traced", () => {
  expect(spans.map(({ name }) => name).filter((name) => /health|metrics/.test(name))).toEqual([]);
});

test("a log line contains the ids of its span", () => {
  const line = testApi.logged.map((text) => JSON.parse(text)).find(({ event }) => event === "message.accepted");
  const sending = spans.find((span) => span.spanContext().spanId === line?.span_id);
  expect(sending?.name).toMatch(/^send /);
  expect(line?.trace_id).toBe(sending?.spanContext().traceId);
});

test("A-191 no span contains a fact about the person, a code, a password or a token", () => {
  const { email, cellPhone, pin, policy, driver } = person;
  const facts = { email, cellPhone, pin, ...policy, licenceNumber: driver.driverLicense };
  const text = spans
    .map(({ name, attributes, events, links, status }) => JSON.stringify({ name, attributes, events, links, status }))
    .join("\n");
  expect(spans.length).toBeGreaterThan(50);
  expect(findPersonal(text, [facts], secrets)).toEqual([]);
  expect(findPersonal(`${text}\n${email}`, [facts], secrets)).toHaveLength(1);
});
