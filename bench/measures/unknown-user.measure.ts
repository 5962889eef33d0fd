import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import type { BenchServer } from "../bench-server.ts";
import type { Finding, Measured } from "../finding.ts";
import {
  compareUnknownUsers,
  type EmailEndpoint,
  emailEndpoint,
  endpointAfter,
  samples,
} from "../known-and-unknown.ts";
import { signIn } from "../sign-in.ts";

const { find, bounce } = accountEndpoints;
const { reset, sendAgain, temporary, validate, extend } = recoveryEndpoints;
const wrongPassword = "Not-The-One-1";

/** Calls about an e-mail before a proof of identity; `forgot` measures the reset itself. */
const endpoints: EmailEndpoint[] = [
  {
    name: "POST /pkmslogin.form",
    send: (port, username) => signIn(port, { username, password: wrongPassword }),
  },
  emailEndpoint(find),
  endpointAfter(find, bounce, { email: "someone@courrier.example" }),
  endpointAfter(find, sendAgain, { mediumType: "EMAIL", notificationType: "RESET_PSW" }),
  endpointAfter(find, temporary, { tempPassword: wrongPassword }),
  endpointAfter(reset, validate, { validationValue: "000000" }),
  endpointAfter(reset, extend, { token: "x".repeat(43) }),
];

/** whether responses, or their times, reveal which e-mails have an account. */
export async function measureUnknownUsers(benchServer: BenchServer): Promise<Measured> {
  const findings: Finding[] = [];
  for (const endpoint of endpoints) findings.push(...(await compareUnknownUsers(benchServer, endpoint)));
  return { title: `A-094 known and unknown addresses, ${samples} of each in turn`, findings };
}
