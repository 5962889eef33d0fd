import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { TypedPolicy } from "./session-slice.server.ts";

const names = [
  "policyNumber",
  "firstName",
  "lastName",
  "dob",
  "dobDay",
  "dobMonth",
  "dobYear",
  "postalCode",
  "driverLicense",
  "driverLicenseProvince",
];
/** Characters; the session cookie is small, so longer values are asked for again. */
const longestKept = 100;

export function keepTypedPolicy(values: Readonly<Partial<Record<string, string>>>, now: Date): TypedPolicy {
  const kept = names.flatMap((name): [string, string][] => {
    const value = values[name];
    return value && value.length <= longestKept ? [[name, value]] : [];
  });
  const until = new Date(now.getTime() + ttl.registrationIdleMinutes * 60_000).toISOString();
  return { values: Object.fromEntries(kept), until };
}

/** The values until they expire; then undefined. */
export function readTypedPolicy(typed: TypedPolicy | undefined, now: Date): TypedPolicy["values"] | undefined {
  return typed !== undefined && new Date(typed.until) > now ? typed.values : undefined;
}
