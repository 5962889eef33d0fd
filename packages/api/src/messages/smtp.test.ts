import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { OutgoingMessage } from "./message-provider.port.ts";
import { smtpProvider } from "./smtp.adapter.ts";
import { type SmtpStub, smtpStub } from "./test/smtp-stub.ts";

const message: OutgoingMessage = {
  id: "0f8b0b9e-8f4e-4a53-9f43-0b0c8a2ad8f1",
  brandId: "belair",
  language: "fr",
  channel: "EMAIL",
  to: "eloise@exemple.ca",
  from: { name: "Belair", address: "no-reply@belair.example" },
  origin: "https://portal.belair.example",
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
  it("reaches one recipient with both parts and a stable id, and returns the provider's id", async () => {
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

  it("reaches an e-mail on file whose domain has one letter, which a form would refuse", async () => {
    const stub = await started();
    const sent = await smtpProvider({ url: stub.url }).deliver({ ...message, to: "qi@q.com" });
    expect(sent).toMatchObject({ kind: "accepted" });
    expect(stub.received[0]?.to).toEqual(["qi@q.com"]);
  });

  it("embeds its image under the content id that the HTML uses", async () => {
    const stub = await started();
    const image = { contentId: "wordmark@belair", png: Buffer.from("a picture") };
    await smtpProvider({ url: stub.url }).deliver({ ...message, html: '<img src="cid:wordmark@belair">', image });
    const raw = stub.received[0]?.raw ?? "";
    expect(raw).toContain("multipart/related");
    expect(raw).toMatch(/Content-Id: <wordmark@belair>/i);
    expect(raw).toMatch(/Content-Disposition: inline/i);
    expect(raw).toContain(Buffer.from("a picture").toString("base64"));
  });

  it.each([421, 450, 451, 452, 503])("is retried later on response %i", async (code) => {
    const { url } = await started(() => ({ kind: "reply", code }));
    expect(await smtpProvider({ url }).deliver(message)).toEqual({ kind: "later", fault: `smtp ${code}` });
  });

  it.each([550, 552, 554])("is refused permanently on response %i, without the server's text", async (code) => {
    const { url } = await started(() => ({ kind: "reply", code }));
    expect(await smtpProvider({ url }).deliver(message)).toEqual({ kind: "refused", fault: `smtp ${code}` });
  });

  it("is refused when the server rejects the recipient, and retried when the server rejects the login", async () => {
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

  it.each([530, 550, 553])("is retried later when the server rejects the sender with response %i", async (code) => {
    const { url } = await started(undefined, {
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error("not yours"), { responseCode: code })),
    });
    expect(await smtpProvider({ url }).deliver(message)).toEqual({ kind: "later", fault: `smtp ${code}` });
  });

  it("is not sent without TLS to a host outside a private network", async () => {
    const stub = await started();
    // Resolves to this machine but counts as a public host.
    const provider = smtpProvider({ url: stub.url.replace("127.0.0.1", "0.0.0.0") });
    expect(await provider.deliver(message)).toEqual({ kind: "later", fault: expect.any(String) });
    expect(stub.received).toEqual([]);
  });

  it("F-14 is retried under the same id when the response is lost", async () => {
    const stub = await started((_mail, nth) => (nth === 1 ? { kind: "drop" } : { kind: "accept" }));
    const provider = smtpProvider({ url: stub.url });
    expect(await provider.deliver(message)).toMatchObject({ kind: "later" });
    expect(await provider.deliver(message)).toMatchObject({ kind: "accepted" });
    const ids = stub.received.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it("F-13 times out at a server that never responds", async () => {
    const { url } = await started(() => ({ kind: "silent" }));
    expect(await smtpProvider({ url, limitMilliseconds: 300 }).deliver(message)).toMatchObject({ kind: "later" });
  });

  it("F-13 times out at a server that sends one byte at a time", async () => {
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
    // The connection closes with the attempt, so that the server cannot accept the message later.
    await closed;
    await new Promise((resolve) => tarpit.close(resolve));
  });

  it("F-12 is retried later when the server is unavailable", async () => {
    const stub = await smtpStub();
    await stub.close();
    expect(await smtpProvider({ url: stub.url }).deliver(message)).toMatchObject({ kind: "later" });
  });
});

describe("a header", () => {
  const evil = "Belair\r\nBcc: victim@evil.ca\u2028X-Evil: 1\nSubject: other";
  it("A-134 cannot be injected through a brand's name or a subject", async () => {
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

describe("an invalid e-mail", () => {
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
        fault: "email",
      });
      expect(stub.received).toEqual([]);
    },
  );
});
