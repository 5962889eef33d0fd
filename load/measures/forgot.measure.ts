import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { smtpStub } from "@vestibule/api/messages/test/smtp-stub.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { openBenchServer, temporaryFolder } from "../bench-server.ts";
import { compareUnknownUsers, emailEndpoint, samples } from "./compare-unknown-users.ts";
import { exactly, type MeasureResult, metric } from "./metric.ts";

const smtpMillis = 3000;

/**
 * compares a forgotten password for known and unknown e-mails while the mail server takes three seconds a
 * message.
 */
export async function measureForgot(): Promise<MeasureResult> {
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
      const metrics = await compareUnknownUsers(benchServer, emailEndpoint(recoveryEndpoints.reset));
      const title = `A-130 Forgotten password for known and unknown e-mails, ${samples} of each, alternating, SMTP delayed by ${smtpMillis / 1000} s`;
      // Without a sent e-mail the measurement shows nothing.
      const mailed = Math.min(1, mail.received.length);
      return {
        title,
        metrics: [
          ...metrics,
          metric("e-mails sent during the run, counted up to 1", mailed, "", { target: exactly(1) }),
        ],
      };
    } finally {
      await benchServer.close();
    }
  } finally {
    await mail.close();
  }
}
