import { registrationBase } from "@vestibule/contract/v2/registration.schema.ts";

/** Whether a path belongs to API v2, whose errors have textual codes. */
export function isSecondGeneration(path: string): boolean {
  return path.startsWith(registrationBase);
}
