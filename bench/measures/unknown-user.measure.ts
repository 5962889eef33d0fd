import { accountEndpoints } from "@vestibule/contract/v1/account.endpoint.ts";
import type { BenchServer } from "../bench-server.ts";
import type { Finding, Measured } from "../finding.ts";
import { addressDoor, compareUnknownUsers, type Door, samples } from "../known-and-unknown.ts";
import { signIn } from "../sign-in.ts";

const doors: Door[] = [
  {
    name: "POST /pkmslogin.form",
    knock: (port, username) => signIn(port, { username, password: "Not-The-One-1" }),
  },
  addressDoor(accountEndpoints.find),
];

/** whether responses, or their times, reveal which e-mails have an account. */
export async function measureUnknownUsers(benchServer: BenchServer): Promise<Measured> {
  const findings: Finding[] = [];
  for (const door of doors) findings.push(...(await compareUnknownUsers(benchServer, door)));
  return { title: `A-094 known and unknown addresses, ${samples} of each in turn`, findings };
}
