import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { type IssuedCertificate, issueCertificate } from "./issue-certificate.ts";

export interface TestCertificate extends IssuedCertificate {
  /** Paths of files with the same content, for settings. */
  files: IssuedCertificate;
}

/** Issues a self-signed certificate of this machine. Its files are removed after the last test of the test file. */
export async function testCertificate(name: string): Promise<TestCertificate> {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-certificate-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const issued = await issueCertificate(name);
  const files = { certificate: join(folder, "certificate.pem"), key: join(folder, "key.pem") };
  writeFileSync(files.certificate, issued.certificate);
  writeFileSync(files.key, issued.key, { mode: 0o600 });
  return { ...issued, files };
}
