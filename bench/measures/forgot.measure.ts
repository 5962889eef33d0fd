import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { smtpStub } from "@vestibule/api/messages/test/smtp-stub.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { openBenchServer, temporaryFolder } from "../bench-server.ts";
import { exactly, type Measured } from "../finding.ts";
import { compareUnknownUsers, emailEndpoint, samples } from "../known-and-unknown.ts";

const smtpMillis = 3000;

/** a forgotten password for known and unknown e-mails, while the mail server takes three seconds per message. */
export async function measureForgot(): Promise<Measured> {
  const folder = temporaryFolder();
  const mail = await smtpStub(undefined, {
    onRcptTo: (_address, _session, done) => void pause(smtpMillis).then(() => done()),
  });
  try {
    const settings = { SMTP_URL: mail.url };
    const benchServer = await openBenchServer({
      folder,
      dataDir: join(folder, "data"),
      visitors: 1,
      holders: 1100,
      settings,
    });
    try {
      const findings = await compareUnknownUsers(benchServer, emailEndpoint(recoveryEndpoints.reset));
      const title = `A-130 forgot, known and unknown addresses, ${samples} of each in turn, mail in ${smtpMillis / 1000} s`;
      // Without a sent mail the measurement is invalid.
      const mailed = Math.min(1, mail.received.length);
      return {
        title,
        findings: [
          ...findings,
          { what: "mails sent during the run", value: mailed, unit: "", target: exactly(1, mailed) },
        ],
      };
    } finally {
      await benchServer.close();
    }
  } finally {
    await mail.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
