import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { OutgoingMessage } from "./message-provider.port.ts";
import { smtpProvider } from "./smtp.adapter.ts";
import { type SmtpStub, smtpStub } from "./smtp-stub.ts";

const message: OutgoingMessage = {
  id: "0f8b0b9e-8f4e-4a53-9f43-0b0c8a2ad8f1",
  brandId: "belair",
  language: "fr",
  channel: "EMAIL",
  to: "eloise@exemple.ca",
  from: { name: "Belair", address: "no-reply@belair.example" },
  subject: "Votre code pour créer votre compte Belair",
  text: "Belair\n\n    123456\n",
  html: "<p>123456</p>",
};

const stubs: SmtpStub[] = [];
const started = async (...args: Parameters<typeof smtpStub>) => {
  const stub = await smtpStub(...args);
  stubs.push(stub);
  return stub;
};
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.close()));
});
const headersOf = (raw = "") => raw.split(/\r?\n\r?\n/)[0] ?? "";

describe("an e-mail", () => {
  it("reaches one recipient, with both parts, a stable id and the provider's own id kept", async () => {
    const stub = await started();
    const provider = smtpProvider({ url: stub.url });
    expect(await provider.deliver(message)).toEqual({ kind: "accepted", providerMessageId: "Q1ABC" });
    const [mail] = stub.received;
    expect(mail?.to).toEqual(["eloise@exemple.ca"]);
    expect(mail?.from).toBe("no-reply@belair.example");
    const headers = headersOf(mail?.raw);
    expect(headers).toContain(`Message-ID: <${message.id}@belair.example>`);
    expect(headers).toContain("Content-Language: fr-CA");
    expect(headers).toContain("Auto-Submitted: auto-generated");
    expect(mail?.raw).toContain("text/plain");
    expect(mail?.raw).toContain("text/html");
    expect(headers).not.toContain("123456");
  });

  it("carries its image inside, under the name that the HTML shows it by", async () => {
    const stub = await started();
    const image = { contentId: "wordmark@belair", png: Buffer.from("a picture") };
    await smtpProvider({ url: stub.url }).deliver({ ...message, html: '<img src="cid:wordmark@belair">', image });
    const raw = stub.received[0]?.raw ?? "";
    expect(raw).toContain("multipart/related");
    expect(raw).toMatch(/Content-Id: <wordmark@belair>/i);
    expect(raw).toMatch(/Content-Disposition: inline/i);
    expect(raw).toContain(Buffer.from("a picture").toString("base64"));
  });

  it.each([421, 450, 451, 452, 503])("answered %i is tried again later", async (code) => {
    const { url } = await started(() => ({ kind: "reply", code }));
    expect(await smtpProvider({ url }).deliver(message)).toEqual({ kind: "later", fault: `smtp ${code}` });
  });

  it.each([550, 552, 554])("answered %i is refused for good, without the server's words", async (code) => {
    const { url } = await started(() => ({ kind: "reply", code }));
    expect(await smtpProvider({ url }).deliver(message)).toEqual({ kind: "refused", fault: `smtp ${code}` });
  });

  it("to a recipient the server refuses is refused; a wrong login of ours is not the message's fault", async () => {
    const noSuchUser = Object.assign(new Error("no such user"), { responseCode: 550 });
    const { url } = await started(undefined, { onRcptTo: (_address, _session, done) => done(noSuchUser) });
    expect(await smtpProvider({ url }).deliver(message)).toEqual({ kind: "refused", fault: "smtp 550" });
    const locked = await started(undefined, {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(Object.assign(new Error("wrong"), { responseCode: 535 })),
    });
    const withLogin = locked.url.replace("smtp://", "smtp://me:secret@");
    expect(await smtpProvider({ url: withLogin }).deliver(message)).toEqual({ kind: "later", fault: "smtp 535" });
  });

  it("does not leave without TLS for a host outside a private network", async () => {
    const stub = await started();
    // Leads to this machine, and counts as a host of the internet.
    const provider = smtpProvider({ url: stub.url.replace("127.0.0.1", "0.0.0.0") });
    expect(await provider.deliver(message)).toEqual({ kind: "later", fault: expect.any(String) });
    expect(stub.received).toEqual([]);
  });

  it("F-14 whose answer is lost on the way is tried again under the same id", async () => {
    const stub = await started((_mail, nth) => (nth === 1 ? { kind: "drop" } : { kind: "accept" }));
    const provider = smtpProvider({ url: stub.url });
    expect(await provider.deliver(message)).toMatchObject({ kind: "later" });
    expect(await provider.deliver(message)).toMatchObject({ kind: "accepted" });
    const ids = stub.received.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it("F-13 to a server that never answers is cut off at the limit", async () => {
    const { url } = await started(() => ({ kind: "silent" }));
    expect(await smtpProvider({ url, limitMilliseconds: 300 }).deliver(message)).toMatchObject({ kind: "later" });
  });

  it("F-13 to a server that drips one byte at a time is cut off at the limit too", async () => {
    const tarpit = createServer((socket) => {
      const drip = setInterval(() => socket.write("2"), 50);
      socket.on("close", () => clearInterval(drip)).on("error", () => {});
    });
    await new Promise<void>((resolve) => tarpit.listen(0, "127.0.0.1", resolve));
    const { port } = tarpit.address() as AddressInfo;
    const closed = new Promise<void>((resolve) =>
      tarpit.once("connection", (socket) => socket.on("close", () => resolve())),
    );
    const provider = smtpProvider({ url: `smtp://127.0.0.1:${port}`, limitMilliseconds: 300 });
    expect(await provider.deliver(message)).toMatchObject({ kind: "later" });
    // The connection is gone with the try: the server cannot say yes after we have said no.
    await closed;
    await new Promise((resolve) => tarpit.close(resolve));
  });

  it("F-12 to a server that is away is tried again later", async () => {
    const stub = await smtpStub();
    await stub.close();
    expect(await smtpProvider({ url: stub.url }).deliver(message)).toMatchObject({ kind: "later" });
  });
});

describe("a header", () => {
  const evil = "Belair\r\nBcc: victim@evil.ca\u2028X-Evil: 1\nSubject: other";
  it("A-134 cannot be added through a brand's name or a subject", async () => {
    const stub = await started();
    const provider = smtpProvider({ url: stub.url });
    await provider.deliver({ ...message, from: { ...message.from, name: evil }, subject: evil });
    const headers = headersOf(stub.received[0]?.raw);
    const names = headers.split(/\r?\n(?![ \t])/).map((line) => line.split(":")[0]);
    expect(names).not.toContain("Bcc");
    expect(names).not.toContain("X-Evil");
    expect(names.filter((name) => name === "Subject")).toHaveLength(1);
    expect(stub.received[0]?.to).toEqual(["eloise@exemple.ca"]);
  });
});

describe("an address", () => {
  const nasty = [
    `${",".repeat(50_000)}@x.ca`,
    `${"(a".repeat(20_000)}@x.ca`,
    "a@x.ca, b@evil.ca",
    '"e@evil.ca"@victim.ca',
    "<evil@x.ca>",
    "a@x.ca\r\nRCPT TO:<b@evil.ca>",
    "",
  ];
  it.each(nasty.map((to) => [to.slice(0, 24), to]))(
    "A-137 such as %j never reaches the mail library",
    async (_start, to) => {
      const stub = await started();
      expect(await smtpProvider({ url: stub.url }).deliver({ ...message, to })).toEqual({
        kind: "refused",
        fault: "address",
      });
      expect(stub.received).toEqual([]);
    },
  );
});
