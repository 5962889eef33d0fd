import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import { helpEndpoints } from "@vestibule/contract/v1/help.endpoint.ts";
import { recoveryEndpoints } from "@vestibule/contract/v1/recovery.endpoint.ts";
import { type BenchServer, withPort } from "../bench-server.ts";
import { personOf } from "../people.ts";
import { Registrant } from "../registrant.ts";
import { signIn } from "../sign-in.ts";
import {
  compareUnknownUsers,
  type EmailEndpoint,
  emailEndpoint,
  endpointAfter,
  samples,
} from "./compare-unknown-users.ts";
import type { MeasureResult, Metric } from "./metric.ts";

const { find, bounce } = accountEndpoints;
const { reset, sendAgain, temporary, validate, extend, password } = recoveryEndpoints;
const wrongPassword = "Not-The-One-1";
const wrongToken = "x".repeat(43);
const newPassword = "Ruisseau-88-bleu?";

/** Identification in a registration, without the time of the two calls before it. Both people are in the book. */
const identify = (benchServer: BenchServer): EmailEndpoint => ({
  name: "POST /api/v2/registration/identify",
  send: async (port, email) => {
    const registrant = new Registrant(
      withPort(benchServer, () => port),
      0,
    );
    await registrant.toIdentification();
    return registrant.call("identify", { body: { email } });
  },
  withoutAccount: () => personOf("visitor", benchServer.nextVisitor()).email,
});

/**
 * Endpoints that accept an e-mail before the person has proven their identity; `measureForgot` covers the reset itself.
 */
const endpoints = (benchServer: BenchServer): EmailEndpoint[] => [
  {
    name: "POST /pkmslogin.form",
    send: (port, username) => signIn(port, { username, password: wrongPassword }),
  },
  emailEndpoint(find),
  endpointAfter(find, bounce, () => ({ email: "someone@courrier.example" })),
  endpointAfter(find, sendAgain, () => ({ mediumType: "EMAIL", notificationType: "RESET_PSW" })),
  endpointAfter(find, temporary, () => ({ tempPassword: wrongPassword })),
  {
    ...endpointAfter(find, password, () => ({ password: newPassword, tempPassword: wrongPassword })),
    name: `${password.method} ${password.path} with a temporary password`,
  },
  endpointAfter(find, helpEndpoints.supportReference, (id) => ({ handle: id })),
  endpointAfter(reset, validate, () => ({ validationValue: "000000" })),
  endpointAfter(reset, extend, () => ({ token: wrongToken })),
  endpointAfter(reset, password, () => ({ password: newPassword, token: wrongToken, postalCode: "H2X 1Y4" })),
  identify(benchServer),
];

/** checks that neither responses nor their latencies reveal which e-mails have an account. */
export async function measureUnknownUsers(benchServer: BenchServer): Promise<MeasureResult> {
  const metrics: Metric[] = [];
  for (const endpoint of endpoints(benchServer)) metrics.push(...(await compareUnknownUsers(benchServer, endpoint)));
  return { title: `A-094 Known and unknown e-mails, ${samples} of each, alternating`, metrics };
}
