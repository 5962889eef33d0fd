import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { issueCertificate } from "../../test/issue-certificate.ts";
import { temporaryFolder } from "../portal.ts";

/** Issues an expired and a valid certificate of this machine. `settings` make the servers trust the issuers of both. */
export async function issueCertificates() {
  const [expired, valid] = await Promise.all([issueCertificate("drill", "expired"), issueCertificate("drill")]);
  const issuers = join(temporaryFolder(), "issuers.pem");
  writeFileSync(issuers, `${expired.certificate}\n${valid.certificate}\n`);
  return { expired, valid, settings: () => ({ NODE_EXTRA_CA_CERTS: issuers }) };
}
