import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import type { BenchServer } from "../bench-server.ts";
import type { Finding, Measured } from "../finding.ts";
import { compareUnknownUsers, type EmailEndpoint, emailEndpoint, samples } from "../known-and-unknown.ts";
import { signIn } from "../sign-in.ts";

const endpoints: EmailEndpoint[] = [
  {
    name: "POST /pkmslogin.form",
    send: (port, username) => signIn(port, { username, password: "Not-The-One-1" }),
  },
  emailEndpoint(accountEndpoints.find),
];

/** whether responses, or their times, reveal which e-mails have an account. */
export async function measureUnknownUsers(benchServer: BenchServer): Promise<Measured> {
  const findings: Finding[] = [];
  for (const endpoint of endpoints) findings.push(...(await compareUnknownUsers(benchServer, endpoint)));
  return { title: `A-094 known and unknown addresses, ${samples} of each in turn`, findings };
}
