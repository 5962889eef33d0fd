import { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import { createServer as createTcpServer, type Server } from "node:net";
import { setDefaultCACertificates } from "node:tls";
import { httpProvider } from "@vestibule/api/messages/http-provider.adapter.ts";
import { smtpProvider } from "@vestibule/api/messages/smtp.adapter.ts";
import { emailMessage, textMessage } from "@vestibule/api/messages/test/text-message.ts";
import { httpClient } from "@vestibule/api/platform/http-client.adapter.ts";
import { sameText } from "@vestibule/wording/operator-text.rule.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { testCertificate } from "../../../../test/certificates.ts";
import { issueCertificate } from "../../../../test/issue-certificate.ts";
import { freePort, listenOnLoopback } from "../../../../test/loopback-port.ts";
import { describeFailure } from "./check.ts";
import { checkIssuer, checkMail, checkReach } from "./network.check.ts";

const { certificate, key } = await testCertificate("handshake");
setDefaultCACertificates([certificate]);
const tls = { cert: certificate, key };
const older = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;

const servers = {
  "answers without TLS": () => createPlainServer((_request, response) => response.end("{}")),
  "has TLS 1.1 alone": () => createServer({ ...tls, ...older }),
};

async function listenOn(server: Server): Promise<string> {
  onTestFinished(() => void server.close());
  return `127.0.0.1:${await listenOnLoopback(server)}`;
}

describe.each([
  ["answers without TLS", "ERR_SSL_WRONG_VERSION_NUMBER", "it answers without TLS at this port"],
  ["has TLS 1.1 alone", "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "it has no TLS 1.2 or newer"],
] as const)("a server that %s", (which, code, advice) => {
  test("is called so by the doctor", async () => {
    const host = await listenOn(servers[which]());
    const findings = await Promise.all([
      checkMail(`smtps://${host}`),
      checkReach(sameText("text messages"), `https://${host}`),
      checkIssuer({ issuer: `https://${host}`, clientId: "portal" } as Parameters<typeof checkIssuer>[0]),
    ]);
    for (const { detail } of findings) expect(detail.en).toContain(`: TLS fails (${code}): ${advice}`);
  });

  test("is named by each sender", async () => {
    const host = await listenOn(servers[which]());
    const url = `https://${host}`;
    const mail = smtpProvider({ url: `smtps://${host}` });
    expect(await mail.deliver(emailMessage)).toEqual({
      kind: "later",
      fault: `smtp tls ${code}`,
    });
    const sms = httpProvider("sms", { api: "generic", url });
    expect(await sms.deliver(textMessage)).toEqual({
      kind: "later",
      fault: `sms tls ${code}`,
    });
    const directory = httpClient({ url, limitMilliseconds: 25_000 });
    await expect(directory.send({ method: "GET", path: "/", isRepeatable: false })).rejects.toMatchObject({
      code: `tls-${code}`,
    });
  });
});

describe.each([
  ["has a weak key", "weak", "UNSPECIFIED", ": its key or its signature is too weak"],
  ["is for clients", "forClients", "INVALID_PURPOSE", ": it is not for a server"],
] as const)("a certificate that %s", (_which, kind, code, advice) => {
  async function listen() {
    const issued = await issueCertificate(kind, kind);
    setDefaultCACertificates([issued.certificate]);
    onTestFinished(() => setDefaultCACertificates([certificate]));
    return listenOn(createServer({ cert: issued.certificate, key: issued.key, ciphers: "DEFAULT@SECLEVEL=0" }));
  }

  test("is called refused by the doctor, with the reason", async () => {
    const host = await listen();
    const findings = await Promise.all([
      checkMail(`smtps://${host}`),
      checkReach(sameText("text messages"), `https://${host}`),
    ]);
    for (const { detail } of findings)
      expect(detail.en).toBe(`127.0.0.1: its certificate is refused (${code})${advice}`);
  });

  test("is called refused by each sender", async () => {
    const host = await listen();
    const url = `https://${host}`;
    expect(await smtpProvider({ url: `smtps://${host}` }).deliver(emailMessage)).toEqual({
      kind: "later",
      fault: `smtp certificate ${code}`,
    });
    expect(await httpProvider("sms", { api: "generic", url }).deliver(textMessage)).toEqual({
      kind: "later",
      fault: `sms certificate ${code}`,
    });
    const directory = httpClient({ url, limitMilliseconds: 25_000 });
    await expect(directory.send({ method: "GET", path: "/", isRepeatable: false })).rejects.toMatchObject({
      code: `certificate-${code}`,
    });
  });
});

test("names a certificate whose server does not send the ones between it and an authority", () => {
  const thrown = Object.assign(new Error("tls"), { code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" });
  expect(describeFailure("sms.example", "noAnswer", thrown)).toEqual({
    en: "sms.example: its certificate is refused (UNABLE_TO_VERIFY_LEAF_SIGNATURE): the server leaves out the certificate that signed it, or its authority is your own, which CA_FILE names",
    fr: "sms.example\u00a0: son certificat est refusé (UNABLE_TO_VERIFY_LEAF_SIGNATURE)\u00a0: le serveur omet le certificat qui l’a signé, ou son autorité est la vôtre, que CA_FILE nomme",
  });
});

test.each([
  [Buffer.from([21, 3, 3, 0, 2, 2, 40]), ": it has no cipher of ours, or demands a client certificate"],
  [Buffer.from([21, 3, 3, 0, 2, 2, 112]), ": it has no certificate for this host name"],
])("says what the alert %j of a handshake means", async (alert, advice) => {
  const host = await listenOn(createTcpServer((socket) => void socket.once("data", () => socket.end(alert))));
  const { detail } = await checkReach(sameText("text messages"), `https://${host}`);
  expect(detail.en).toMatch(/^127\.0\.0\.1: TLS fails \(ERR_SSL_/);
  expect(detail.en.endsWith(advice)).toBe(true);
});

test("says of a server that closes during the handshake that it does so", async () => {
  const host = await listenOn(createTcpServer((socket) => void socket.once("data", () => socket.end())));
  const { detail } = await checkReach(sameText("text messages"), `https://${host}`);
  expect(detail).toEqual({
    en: "127.0.0.1 closes the connection (ECONNRESET)",
    fr: "127.0.0.1 ferme la connexion (ECONNRESET)",
  });
});

test("says why nothing answers for an issuer, too", async () => {
  const url = `https://127.0.0.1:${await freePort()}`;
  const { detail } = await checkIssuer({ issuer: url, clientId: "portal" } as Parameters<typeof checkIssuer>[0]);
  expect(detail.en).toBe(`${url} gives no metadata (ECONNREFUSED)`);
});
