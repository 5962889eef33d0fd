import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { httpProvider } from "@vestibule/api/messages/http-provider.adapter.ts";
import { smtpProvider } from "@vestibule/api/messages/smtp.adapter.ts";
import { smtpStub } from "@vestibule/api/messages/test/smtp-stub.ts";
import { emailMessage, textMessage } from "@vestibule/api/messages/test/text-message.ts";
import { withDatabaseClient } from "@vestibule/api/platform/database-client.adapter.ts";
import { httpClient } from "@vestibule/api/platform/http-client.adapter.ts";
import { sameText } from "@vestibule/wording/operator-text.rule.ts";
import { afterAll, afterEach, expect, onTestFinished, test } from "vitest";
import { testCertificate } from "../../../../test/certificates.ts";
import { issueCertificate } from "../../../../test/issue-certificate.ts";
import { proxiedDatabase } from "../../../../test/proxied-database.ts";
import { startTlsDatabase } from "../../../../test/tls-database.ts";
import { checkIssuer, checkMail, checkReach } from "../doctor/network.check.ts";
import { describeDatabaseFault } from "./startup-error.ts";
import { readTlsFiles, trustAuthorities } from "./tls-files.ts";

const certificate = await testCertificate("own");
const site = createServer({ cert: certificate.certificate, key: certificate.key }, (_request, response) =>
  response.writeHead(200, { "content-type": "application/json" }).end("{}"),
);
await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
const url = `https://127.0.0.1:${(site.address() as AddressInfo).port}`;
const tls = { secure: true, cert: certificate.certificate, key: certificate.key };
const mail = await smtpStub(undefined, tls);
const mailUrl = mail.url.replace("smtp:", "smtps:");
afterAll(async () => {
  site.close();
  site.closeAllConnections();
  await mail.close();
});

const fingerprintsOf = (certificates: readonly string[]) =>
  new Set(certificates.map((pem) => new X509Certificate(pem).fingerprint256));
const authorities = getCACertificates("default");
afterEach(() => setDefaultCACertificates(authorities));

const issuer = { issuer: url, clientId: "portal" } as Parameters<typeof checkIssuer>[0];

const texts = sameText("text messages");

/** What each kind of connection says of the server's certificate. A new client each time, which keeps no session. */
async function tryConnections() {
  const directory = httpClient({ url, limitMilliseconds: 25_000 });
  const askDirectory = () => directory.send({ method: "GET", path: "/", isRepeatable: false });
  return {
    mail: await smtpProvider({ url: mailUrl }).deliver(emailMessage),
    sms: await httpProvider("sms", { api: "generic", url }).deliver(textMessage),
    directory: await askDirectory().then(
      ({ status }) => status,
      ({ code }) => code,
    ),
    doctor: await Promise.all([checkMail(mailUrl), checkReach(texts, url), checkIssuer(issuer)]),
  };
}

const code = "DEPTH_ZERO_SELF_SIGNED_CERT";

test("a refused certificate is named by each sender and by the doctor", async () => {
  const tried = await tryConnections();
  expect(tried.mail).toEqual({ kind: "later", fault: `smtp certificate ${code}` });
  expect(tried.sms).toEqual({ kind: "later", fault: `sms certificate ${code}` });
  expect(tried.directory).toBe(`certificate-${code}`);
  for (const finding of tried.doctor)
    expect(finding).toMatchObject({
      state: "fault",
      detail: {
        en: expect.stringContaining(`its certificate is refused (${code}); CA_FILE names an authority of your own`),
      },
    });
});

test("says of a certificate for another host name that no authority would help", async () => {
  const other = await issueCertificate("other");
  setDefaultCACertificates([other.certificate]);
  const elsewhere = createServer({ cert: other.certificate, key: other.key });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.2", resolve));
  onTestFinished(() => void elsewhere.close());
  const { port } = elsewhere.address() as AddressInfo;
  const { detail } = await checkReach(texts, `https://127.0.0.2:${port}`);
  expect(detail.en).toBe(
    "127.0.0.2: its certificate is refused (ERR_TLS_CERT_ALTNAME_INVALID): it is for another host name",
  );
});

test("names a refused certificate after STARTTLS, and an expired one of an authority that is trusted", async () => {
  const { key } = certificate;
  const starting = await smtpStub(undefined, { cert: certificate.certificate, key, disabledCommands: [] });
  expect(await smtpProvider({ url: starting.url }).deliver(emailMessage)).toEqual({
    kind: "later",
    fault: `smtp certificate ${code}`,
  });
  await starting.close();

  const old = await issueCertificate("old", "expired");
  setDefaultCACertificates([old.certificate]);
  const expired = await smtpStub(undefined, { secure: true, cert: old.certificate, key: old.key });
  const finding = await checkMail(expired.url.replace("smtp:", "smtps:"));
  expect(finding.detail.en).toBe(
    "127.0.0.1: its certificate is refused (CERT_HAS_EXPIRED): it has expired, or this machine’s clock is wrong",
  );
  await expired.close();
});

test("CA_FILE makes every sender and the doctor trust an authority, in addition to the public ones", async () => {
  trustAuthorities({ caFile: certificate.files.certificate });
  const tried = await tryConnections();
  expect(tried.mail).toMatchObject({ kind: "accepted" });
  expect(tried.sms).toMatchObject({ kind: "accepted" });
  expect(tried.directory).toBe(200);
  // The test's certificate ends soon.
  const ending = {
    state: "warning",
    detail: { en: expect.stringMatching(/its certificate is valid for \d+ more days?$/) },
  };
  expect(tried.doctor).toMatchObject([{ state: "ok" }, ending, { detail: { en: expect.not.stringContaining(code) } }]);
  expect(fingerprintsOf(getCACertificates("default"))).toEqual(
    new Set([...fingerprintsOf(authorities), ...fingerprintsOf([certificate.certificate])]),
  );
});

test("CA_FILE makes connections to PostgreSQL trust an authority", async () => {
  const database = await proxiedDatabase();
  onTestFinished(() => database.close());
  const secured = await startTlsDatabase(database.url, certificate);
  onTestFinished(() => secured.close());
  const readOne = () =>
    withDatabaseClient({ connectionString: `${secured.url}?sslmode=verify-full` }, (client) =>
      client.query("select 1"),
    );

  const fault = await readOne().catch((fault: unknown) => fault);
  expect(describeDatabaseFault(fault)?.en).toContain(`the server’s certificate is refused (${code})`);
  trustAuthorities({ caFile: certificate.files.certificate });
  expect((await readOne()).rowCount).toBe(1);
});

test("the doctor logs in to the mail server, as a message would", async () => {
  const locked = await smtpStub(undefined, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(Object.assign(new Error("wrong"), { responseCode: 535 })),
  });
  const finding = await checkMail(locked.url.replace("smtp://", "smtp://me:wrong@"));
  expect(finding).toMatchObject({ state: "fault", detail: { en: "127.0.0.1 cannot be used (smtp-535)" } });
  await locked.close();
});

test("the doctor names a mail server that offers no login for the user of the URL", async () => {
  const open = await smtpStub(undefined, { disabledCommands: ["STARTTLS", "AUTH"] });
  onTestFinished(() => open.close());
  expect(await checkMail(open.url)).toMatchObject({ state: "ok" });
  expect(await checkMail(open.url.replace("smtp://", "smtp://me:unused@"))).toMatchObject({
    state: "fault",
    detail: { en: "127.0.0.1 cannot be used (smtp-500)" },
  });
});

test("a start is refused with a CA_FILE that is missing or has no certificate", async () => {
  expect(() => trustAuthorities({ caFile: "/nowhere/ca.pem" })).toThrow("CA_FILE cannot be read (ENOENT)");
  const folder = mkdtempSync(join(tmpdir(), "vestibule-ca-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "ca.pem");
  writeFileSync(file, "not a certificate");
  expect(() => trustAuthorities({ caFile: file })).toThrow("CA_FILE contains no certificate (PEM)");
  writeFileSync(file, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
  expect(() => trustAuthorities({ caFile: file })).toThrow("CA_FILE contains a certificate that cannot be read");
});

test("a start is refused with certificates and keys that no connection could use", async () => {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-tls-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const fileOf = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const { certificate: own, key } = certificate.files;
  const other = await issueCertificate("another");
  const binary = new X509Certificate(certificate.certificate).raw;
  const none = { certificate: undefined, key: undefined, authority: undefined };
  const refused = (files: Partial<typeof none | Record<keyof typeof none, string>>) =>
    readTlsFiles("USER_REGISTRY", { ...none, ...files }).then(() => undefined, String);
  expect(await refused({ authority: fileOf("ca.der", binary) })).toContain(
    "USER_REGISTRY_CA_FILE contains no certificate (PEM)",
  );
  const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
  expect(await refused({ authority: fileOf("broken.pem", broken) })).toContain(
    "USER_REGISTRY_CA_FILE contains a certificate that cannot be read",
  );
  for (const files of [
    { certificate: own, key: fileOf("other.key", other.key) },
    { certificate: fileOf("own.der", binary), key },
    { certificate: own, key: fileOf("empty.key", "") },
  ])
    expect(await refused(files)).toContain("USER_REGISTRY_KEY_FILE is not the key of USER_REGISTRY_CERT_FILE");
  const windows = `\uFEFF${certificate.certificate}${other.certificate}`.replaceAll("\n", "\r\n");
  expect(await refused({ certificate: own, key, authority: fileOf("two.pem", windows) })).toBeUndefined();
});

test("a refused certificate of the database is named", () => {
  const fault = Object.assign(new Error("certificate has expired"), { code: "CERT_HAS_EXPIRED" });
  expect(describeDatabaseFault(fault)?.en).toBe(
    "DATABASE_URL: the server’s certificate is refused (CERT_HAS_EXPIRED): it has expired, or this machine’s clock is wrong",
  );
});
