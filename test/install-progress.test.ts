import { expect, test } from "vitest";
import { installProgress } from "../scripts/freshness.mjs";

test("an installation that is complete has all packages of the lock file", () => {
  const { wanted, installed } = installProgress();
  expect(wanted).toBeGreaterThan(500);
  expect(installed).toBe(wanted);
});
