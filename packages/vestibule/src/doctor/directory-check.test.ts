import { expect, test } from "vitest";
import { testBrands } from "../../../../test/book-file.ts";
import { testCertificate } from "../../../../test/certificates.ts";
import { directoryServer } from "../../../../test/directory-server.ts";
import { closeAfterTests, openTestApi } from "../../../../test/open-test-api.ts";
import { connectDirectories, openPolicyDirectory } from "../serve/policy-directory.ts";
import type { TlsFiles } from "../settings/settings.rule.ts";
import { checkDirectory } from "./network.check.ts";

const noFiles: TlsFiles = { certificate: undefined, key: undefined, authority: undefined };

async function findings(policyDirectories: Record<string, string>, policyDirectoryTls = noFiles) {
  const directories = await connectDirectories({ policyDirectories, policyDirectoryTls });
  return Promise.all(directories.map(checkDirectory));
}

const [own, client] = await Promise.all([testCertificate("directory"), testCertificate("portal")]);
const tls = { cert: own.certificate, key: own.key, ca: client.certificate, requestCert: true };
const server = closeAfterTests(await directoryServer({ people: [] }));
const secure = closeAfterTests(await directoryServer({ people: [], tls }));
const { database } = await openTestApi();

test("reports that a policy directory responds, once for each URL", async () => {
  const { url } = server;
  const [finding, ...others] = await findings({ belair: url, intact: url });
  expect(finding).toMatchObject({
    state: "ok",
    subject: { en: "policy directory of belair, intact" },
    detail: { en: `${new URL(url).host} answers` },
  });
  expect(others).toEqual([]);
});

test("reports a wrong token, another protocol and an unavailable directory", async () => {
  const reasonWith = async (url: string) => (await findings({ belair: url }))[0]?.detail.en;
  expect(await reasonWith(server.url.replace("a-token", "another-token"))).toContain("(status-401)");
  server.failWith({ kind: "text", text: "<html>" });
  expect(await reasonWith(server.url)).toContain("(not-json)");
  await server.close();
  expect(await reasonWith(server.url)).toContain("(http-ECONNREFUSED)");
});

test("uses the files of a client certificate", async () => {
  const { url } = secure;
  const files = { ...client.files, authority: own.files.certificate };
  expect(await findings({ belair: url }, files)).toMatchObject([{ state: "ok" }]);
  expect(await findings({ belair: url }, { ...files, authority: undefined })).toMatchObject([
    {
      state: "fault",
      detail: { en: expect.stringContaining("its certificate is refused (DEPTH_ZERO_SELF_SIGNED_CERT)") },
    },
  ]);
});

test("refuses to start with an unknown company or an unreadable file", async () => {
  const open = (policyDirectories: Record<string, string>, tls: Partial<TlsFiles> = {}) =>
    testBrands().then((brands) =>
      openPolicyDirectory({ policyDirectories, policyDirectoryTls: { ...noFiles, ...tls } }, { database, brands }),
    );
  const url = "https://directory.example";
  await expect(open({ belare: url })).rejects.toThrow("belare is not a company of any brand");
  await expect(open({ belair: url }, { certificate: "/nowhere/cert.pem" })).rejects.toThrow(
    "POLICY_DIRECTORY_CERT_FILE cannot be read (ENOENT)",
  );
});
