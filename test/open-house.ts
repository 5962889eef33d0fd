import type { ApiParts } from "@vestibule/api/parts.ts";
import { afterAll } from "vitest";
import { type RegistrationHouse, registrationHouse } from "./registration.ts";

/** A house of a test file's own, open until its last test. */
export async function openHouse(more: Partial<ApiParts> = {}): Promise<RegistrationHouse> {
  const house = await registrationHouse(more);
  afterAll(() => house.close());
  return house;
}
