import { ttl } from "@vestibule/catalogue/ttl.table.ts";

/** What a person typed to be found by policy number, under the names of the form. */
export interface TypedPolicy {
  values: Readonly<Record<string, string>>;
  /** ISO time at which it is forgotten unless a step is taken. */
  until: string;
}

const names = [
  ...["policyNumber", "firstName", "lastName", "dob", "dobDay", "dobMonth", "dobYear", "postalCode"],
  ...["driverLicense", "driverLicenseProvince"],
];
/** The sealed cookie has little room: a longer value is asked again. */
const longestKept = 100;

export function keepTypedPolicy(values: Readonly<Partial<Record<string, string>>>, now: Date): TypedPolicy {
  const kept = names.flatMap((name): [string, string][] => {
    const value = values[name];
    return value && value.length <= longestKept ? [[name, value]] : [];
  });
  const until = new Date(now.getTime() + ttl.registrationIdleMinutes * 60_000).toISOString();
  return { values: Object.fromEntries(kept), until };
}

/** The values until their end; undefined afterwards. */
export function readTypedPolicy(typed: TypedPolicy | undefined, now: Date): TypedPolicy["values"] | undefined {
  return typed !== undefined && new Date(typed.until) > now ? typed.values : undefined;
}
