import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { issueCertificate } from "../test/issue-certificate.ts";
import type { ServerCertificate } from "./drill-postgres.ts";

/** Issues an expired and a valid certificate of this machine. `settings` make the servers trust the issuers of both. */
export async function issueCertificates(): Promise<{
  expired: ServerCertificate;
  valid: ServerCertificate;
  settings: Record<string, string>;
}> {
  const folder = mkdtempSync(join(tmpdir(), "vestibule-drill-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const [expired, valid] = await Promise.all([issueCertificate("drill", "expired"), issueCertificate("drill")]);
  const issuers = join(folder, "issuers.pem");
  writeFileSync(issuers, `${expired.certificate}\n${valid.certificate}\n`);
  return {
    expired: { key: expired.key, cert: expired.certificate },
    valid: { key: valid.key, cert: valid.certificate },
    settings: { NODE_EXTRA_CA_CERTS: issuers },
  };
}
