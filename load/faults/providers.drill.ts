import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { temporaryFolder } from "../portal.ts";
import { issueCertificates } from "./certificates.ts";
import { drillUnderLoad, type FaultSetup, type FaultUnderLoad } from "./fault-under-load.ts";
import type { ProviderFault } from "./message-receivers.ts";

const outageMillis = 8000;
/** Makes the mail server and the SMS provider fail for 8 seconds. */
const failing =
  (fault: ProviderFault): FaultSetup["cause"] =>
  async ({ receivers }, load) => {
    const before = load.countFailures();
    await receivers.fail(fault);
    await pause(outageMillis);
    await receivers.fail();
    if (load.countFailures() === before) return [];
    return [`requests failed together with the providers: ${load.describeFailures()}`];
  };

/** Requests do not wait for a provider, so they hardly fail. */
const common = { maxRecoverySeconds: 5 };

const faults: readonly FaultUnderLoad[] = [
  { id: "unreachable", name: "F-12 F-16 both providers refuse connections", ...common, cause: failing("unreachable") },
  {
    id: "silent",
    name: "F-13 F-16 both providers accept messages and never answer",
    ...common,
    cause: failing("silent"),
  },
  { id: "drop", name: "F-14 both providers break the connection after the message", ...common, cause: failing("drop") },
  { id: "later", name: "F-14 both providers answer 451", ...common, cause: failing(451) },
  {
    id: "refused",
    name: "F-14 both providers answer 554; e-mails are not sent again and are recorded as refused",
    ...common,
    expectedUnsent: ["refused smtp 554"],
    cause: failing(554),
  },
  {
    id: "texts-429",
    name: "F-16 codes are sent by text, and both providers answer 429",
    ...common,
    channel: "SMS",
    cause: failing(429),
  },
  {
    id: "unreachable-past-expiry",
    name: "F-12 both providers are unreachable until the queued codes have expired",
    ...common,
    // The clock also expires the codes of registrations that are under way.
    toleratedFailures: /^registration answered 4/,
    expectedUnsent: ["expired"],
    cause: async ({ receivers, portal }) => {
      await receivers.fail("unreachable");
      await pause(4000);
      const minutes = 11;
      await portal.database
        .updateTable("clock_offset")
        .set({ seconds: minutes * 60 })
        .execute();
      await receivers.fail();
    },
  },
  {
    id: "certificate",
    name: "F-31 the certificate of the mail server has expired, and is renewed",
    ...common,
    prepare: expiredCertificate,
  },
  {
    id: "names",
    name: "F-32 the host names of PostgreSQL and the mail server cannot be resolved",
    maxRecoverySeconds: 10,
    prepare: unresolvableNames,
  },
];

export const drills = faults.map(drillUnderLoad);

async function expiredCertificate(): Promise<FaultSetup> {
  const { expired, valid, settings } = await issueCertificates();
  return {
    tls: expired,
    settings,
    cause: async ({ receivers }) => {
      await pause(4000);
      const accepted = receivers.delivered.size;
      receivers.renewCertificate(valid);
      return accepted === 0 ? [] : [`${accepted} messages were sent to a server with an expired certificate`];
    },
  };
}

/** Gives both servers their own /etc/hosts and no name server, by mount namespaces, which only root can create. */
function unresolvableNames(): FaultSetup {
  const folder = temporaryFolder();
  const hosts = join(folder, "hosts");
  const known = "127.0.0.1 localhost\n127.0.0.1 database.localhost mail.localhost\n";
  writeFileSync(hosts, known);
  writeFileSync(join(folder, "resolv.conf"), "nameserver 127.0.0.1\n");
  const script = 'for file in hosts resolv.conf; do mount --bind "$0/$file" "/etc/$file"; done && exec "$@"';
  return {
    wrapper: ["unshare", "--mount", "sh", "-c", script, folder],
    hostNames: { database: "database.localhost", providers: "mail.localhost" },
    cause: async ({ proxy }) => {
      writeFileSync(hosts, "127.0.0.1 localhost\n");
      const latest = performance.now() + outageMillis;
      while (performance.now() < latest) {
        proxy.resetConnections();
        await pause(1000);
      }
      writeFileSync(hosts, known);
    },
  };
}
