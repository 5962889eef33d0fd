import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../bench/bench-server.ts";
import { issueCertificate } from "../test/issue-certificate.ts";
import type { ServerCertificate } from "./drill-postgres.ts";

/** Issues an expired and a valid certificate of this machine. `settings` make the servers trust the issuers of both. */
export async function issueCertificates(): Promise<{
  expired: ServerCertificate;
  valid: ServerCertificate;
  settings: Record<string, string>;
}> {
  const [expired, valid] = await Promise.all([issueCertificate("drill", "expired"), issueCertificate("drill")]);
  const issuers = join(temporaryFolder(), "issuers.pem");
  writeFileSync(issuers, `${expired.certificate}\n${valid.certificate}\n`);
  return {
    expired: { key: expired.key, cert: expired.certificate },
    valid: { key: valid.key, cert: valid.certificate },
    settings: { NODE_EXTRA_CA_CERTS: issuers },
  };
}
