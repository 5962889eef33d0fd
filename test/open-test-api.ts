import type { ApiDeps } from "@vestibule/api/deps.ts";
import { afterAll } from "vitest";
import { createRegistrationTestApi, type RegistrationTestApi } from "./registration.ts";

/** Closes a resource after the last test of the test file. */
export function closeAfterTests<Opened extends { close(): unknown }>(opened: Opened): Opened {
  afterAll(() => opened.close() as Promise<void>);
  return opened;
}

export async function openTestApi(more: Partial<ApiDeps> = {}): Promise<RegistrationTestApi> {
  return closeAfterTests(await createRegistrationTestApi(more));
}
