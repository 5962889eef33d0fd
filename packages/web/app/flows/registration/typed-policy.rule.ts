import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { TypedPolicy } from "../../shared-slices/registration-slices.server.ts";

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
/** In characters. Longer values are not saved, because the session cookie is small. */
const maxValueLength = 100;

/** The typed values to save in the session, until the registration would end when idle. */
export function keepTypedPolicy(values: Readonly<Partial<Record<string, string>>>, now: Date): TypedPolicy {
  const entries = names.flatMap((name): [string, string][] => {
    const value = values[name];
    return value && value.length <= maxValueLength ? [[name, value]] : [];
  });
  const until = new Date(now.getTime() + ttl.registrationIdleMinutes * 60_000).toISOString();
  return { values: Object.fromEntries(entries), until };
}

/** The saved values; undefined once they have expired. */
export function readTypedPolicy(typed: TypedPolicy | undefined, now: Date): TypedPolicy["values"] | undefined {
  return typed !== undefined && new Date(typed.until) > now ? typed.values : undefined;
}
