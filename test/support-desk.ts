import type { LimitWindow } from "@vestibule/api/limits/limit.port.ts";
import { limitStore } from "@vestibule/api/limits/limit.store.ts";
import { limits } from "@vestibule/catalogue/limit.table.ts";
import { createClient } from "@vestibule/contract/api.client.ts";
import { supportDeskEndpoints } from "@vestibule/contract/internal/support-desk.endpoint.ts";
import type { SupportCase } from "@vestibule/contract/internal/support-desk.schema.ts";
import { helpEndpoints } from "@vestibule/contract/v1/help.endpoint.ts";
import { browserSessionHeader, type SupportReferenceBody } from "@vestibule/contract/v1/support.schema.ts";
import { expect } from "vitest";
import { callerFrom } from "./described-response.ts";
import { dataOf } from "./recovery.ts";
import type { RegistrationTestApi, TestPerson } from "./registration.ts";

export const deskCaller = { apiKey: "belair", province: "qc", language: "fr" };

export const deskAgent = {
  ...deskCaller,
  serviceCredential: "another-credential",
  agent: { id: "amelie.12" },
  brandId: "belair",
};

/** Returns the headers of one browser session from a client IP. */
export function browserSessionHeaders(
  browserSessionId: string,
  clientIp = "192.0.2.61",
): { headers: Record<string, string> } {
  return { headers: { ...callerFrom(clientIp).headers, [browserSessionHeader]: browserSessionId } };
}

/** Creates support references and reads them as an agent. */
export function supportDeskOf({ apis: [api] }: Pick<RegistrationTestApi, "apis">) {
  const settings = { baseUrl: "http://localhost", fetch: (request: Request) => api.fetch(request) };
  const desk = createClient(supportDeskEndpoints, settings);
  return {
    desk,
    async reference(
      body: SupportReferenceBody,
      who: Partial<typeof deskCaller> & { headers?: Record<string, string> } = {},
    ) {
      const result = await createClient(helpEndpoints, settings).supportReference({ ...deskCaller, ...who }, body);
      if (result.kind !== "ok") throw new Error("no reference was made");
      return result.data.code;
    },
    caseOf: async (code: string): Promise<SupportCase> => dataOf(await desk.look(deskAgent, code)),
  };
}

/** Returns facts about a person in every format that a response might contain. */
export function dataAbout(person: TestPerson, more: string[] = []): string[] {
  const { policyNumber, firstName, lastName, dateOfBirth, postalCode } = person.policy;
  const telephone = person.cellPhone;
  return [
    person.email,
    telephone,
    telephone.slice(-4),
    policyNumber,
    firstName,
    lastName,
    dateOfBirth,
    postalCode,
    person.rowId,
    person.personKey,
    person.driver.driverLicense,
    ...more,
  ].filter((datum) => datum !== "");
}

export function expectNothingPersonal(response: unknown, data: string[]): void {
  const text = JSON.stringify(response).toLowerCase();
  // A random id or a time may have four digits of a telephone number by chance.
  const withoutIds = text.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dt[\d:.]+z/g, "");
  for (const datum of data) expect(datum.length > 4 ? text : withoutIds).not.toContain(datum.toLowerCase());
}

/** Uses up the limit of a window, in all shares of a shared window, or a part of it. */
export async function fillWindow(
  { deps, pool }: Pick<RegistrationTestApi, "deps" | "pool">,
  window: LimitWindow,
  part = 1,
): Promise<void> {
  const { per, limit } = limits[window.limit];
  const shares = per === "global" ? 16 : 1;
  const hits = part * Math.ceil(limit / shares) * (per === "clientIp" ? Math.max(1, deps.clientIpLimitFactor) : 1);
  for (let share = 1; share <= shares; share++) {
    const store = limitStore({ ...deps, random: { ...deps.random, integer: () => share } });
    await pool.query(
      `insert into limit_window (key, hits) select $1, array(select app_now() from generate_series(1, $2::int))
       on conflict (key) do update set hits = excluded.hits`,
      [store.keyOf(window), hits],
    );
  }
}
