import type { ApiDeps } from "@vestibule/api/deps.ts";
import { afterAll } from "vitest";
import { createRegistrationTestApi, type RegistrationTestApi } from "./registration.ts";

/** Closes it after the last test of the file. */
export function closeAfterTests<Opened extends { close(): unknown }>(opened: Opened): Opened {
  afterAll(() => opened.close() as Promise<void>);
  return opened;
}

/** A test API for one test file, open until its last test. */
export async function openTestApi(more: Partial<ApiDeps> = {}): Promise<RegistrationTestApi> {
  return closeAfterTests(await createRegistrationTestApi(more));
}
