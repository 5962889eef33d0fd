import type { ApiDeps } from "@vestibule/api/deps.ts";
import { afterAll } from "vitest";
import { createRegistrationTestApi, type RegistrationTestApi } from "./registration.ts";

/** A test API for one test file, open until its last test. */
export async function openTestApi(more: Partial<ApiDeps> = {}): Promise<RegistrationTestApi> {
  const testApi = await createRegistrationTestApi(more);
  afterAll(() => testApi.close());
  return testApi;
}
