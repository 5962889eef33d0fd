import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loopbackServer } from "../../../../test/loopback-server.ts";
import { messageProviders } from "./message-providers.adapter.ts";
import { smtpStub } from "./test/smtp-stub.ts";
import { callMessage, emailMessage, textMessage as message } from "./test/text-message.ts";

/** Answers of the first provider. */
const ok = { status: 200, body: '{"id":"first"}' };
const busy = { status: 503, body: "" };
const wrongCredentials = { status: 401, body: "" };
const badGateway = { status: 502, body: "<html>" };
const noSuchNumber = { status: 422, body: "" };

let answer: typeof ok | "silent" = ok;
const onFallback = vi.fn();

const first = await loopbackServer((_request, response) => {
  if (answer === "silent") return;
  const { status, body } = answer;
  response.writeHead(status).end(body);
});
const second = await loopbackServer((_request, response) =>
  response.end(JSON.stringify({ messages: [{ status: "0", "message-id": "second" }] })),
);

beforeEach(() => {
  answer = ok;
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  first.received.length = 0;
  second.received.length = 0;
  onFallback.mockClear();
});

function openProvider(firstUrl = `http://KEY@127.0.0.1:${first.port}/`, limitMilliseconds = 25_000) {
  const smsProviders = [
    { api: "generic", url: firstUrl, limitMilliseconds },
    { api: "vonage", url: `http://KEY:SECRET@127.0.0.1:${second.port}/sms/json`, from: "15145550100" },
  ] as const;
  const { SMS } = messageProviders({ mode: "production", smsProviders, voiceProviders: [] }, onFallback);
  return async (times = 1) => {
    const results = [];
    for (let sent = 0; sent < times; sent += 1) {
      const delivery = await SMS.deliver(message);
      results.push(delivery.kind === "accepted" ? delivery.providerMessageId : delivery.fault);
    }
    return results;
  };
}

describe("F-16 two providers of text messages", () => {
  it.each([
    ["busy", busy, "sms 503"],
    ["refusing the credentials", wrongCredentials, "sms 401"],
    ["behind a broken proxy", badGateway, "sms 502"],
  ])("the second takes over after three failures of one that is %s", async (_case, response, fault) => {
    const deliver = openProvider();
    answer = response;
    expect(await deliver(5)).toEqual([fault, fault, fault, "second", "second"]);
    expect([first.received.length, second.received.length]).toEqual([3, 2]);
    expect(onFallback).toHaveBeenCalledExactlyOnceWith("SMS");
  });

  it("the second takes over from one that is slow", async () => {
    const deliver = openProvider(undefined, 300);
    answer = "silent";
    expect(await deliver(4)).toEqual(["sms slow", "sms slow", "sms slow", "second"]);
  });

  it("the second takes over from one that is away", async () => {
    expect(await openProvider("http://KEY@127.0.0.1:1/")(4)).toEqual(["sms away", "sms away", "sms away", "second"]);
  });

  it("the first is tried again after a minute, and takes its messages back once it accepts one", async () => {
    const deliver = openProvider();
    answer = busy;
    await deliver(4);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await deliver(2)).toEqual(["sms 503", "second"]);
    answer = ok;
    vi.setSystemTime(Date.now() + 60_000);
    expect(await deliver(2)).toEqual(["first", "first"]);
    expect(onFallback).toHaveBeenCalledTimes(2);
  });

  it("the second gets no message that the first refused for good", async () => {
    const deliver = openProvider();
    answer = noSuchNumber;
    expect(await deliver(5)).toEqual(Array(5).fill("sms 422"));
    expect(second.received).toEqual([]);
  });

  it("failures that a success follows do not count", async () => {
    const deliver = openProvider();
    answer = busy;
    await deliver(2);
    answer = ok;
    await deliver();
    answer = busy;
    expect(await deliver(2)).toEqual(["sms 503", "sms 503"]);
    expect(second.received).toEqual([]);
  });
});

it("F-16 the second provider of calls takes over as that of text messages does", async () => {
  const voiceProviders = [
    { api: "generic", url: `http://KEY@127.0.0.1:${first.port}/` },
    { api: "infobip", url: `http://KEY@127.0.0.1:${second.port}/`, from: "15145550100" },
  ] as const;
  const { VOICE } = messageProviders({ mode: "production", smsProviders: [], voiceProviders }, onFallback);
  answer = busy;
  for (let sent = 0; sent < 4; sent += 1) await VOICE.deliver(callMessage);
  expect([first.received.length, second.received.length]).toEqual([3, 1]);
  expect(onFallback).toHaveBeenCalledExactlyOnceWith("VOICE");
});

it("F-16 the mail server takes over while the provider of email over HTTP fails", async () => {
  const mail = await smtpStub();
  const emailProvider = { api: "postmark", url: `http://TOKEN@127.0.0.1:${first.port}/email` } as const;
  const settings = {
    mode: "production",
    emailProvider,
    smtpUrl: mail.url,
    smsProviders: [],
    voiceProviders: [],
  } as const;
  const { EMAIL } = messageProviders(settings, onFallback);
  answer = badGateway;
  const kinds = [];
  for (let sent = 0; sent < 4; sent += 1) kinds.push((await EMAIL.deliver(emailMessage)).kind);
  expect(kinds).toEqual(["later", "later", "later", "accepted"]);
  expect(mail.received).toHaveLength(1);
  expect(onFallback).toHaveBeenCalledExactlyOnceWith("EMAIL");
  EMAIL.close?.();
  await mail.close();
});
