import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { type IssuedCertificate, issueCertificate } from "./issue-certificate.ts";

export interface TestCertificate extends IssuedCertificate {
  /** Paths of the same, for settings. */
  files: IssuedCertificate;
}

/** A new self-signed certificate of this machine, whose files exist until the last test of the file. */
export async function testCertificate(name: string): Promise<TestCertificate> {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-certificate-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const issued = await issueCertificate(name);
  const files = { certificate: join(folder, "certificate.pem"), key: join(folder, "key.pem") };
  writeFileSync(files.certificate, issued.certificate);
  writeFileSync(files.key, issued.key, { mode: 0o600 });
  return { ...issued, files };
}
