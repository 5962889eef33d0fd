import { expect, test } from "vitest";
import { compareStuck } from "./compare-experiment.ts";

test.each([
  [{ journeys: 99, stuck: 0 }, { journeys: 1000, stuck: 500 }, "early"],
  [{ journeys: 1000, stuck: 500 }, { journeys: 99, stuck: 0 }, "early"],
  [{ journeys: 1000, stuck: 0 }, { journeys: 1000, stuck: 0 }, "alike"],
  [{ journeys: 1000, stuck: 100 }, { journeys: 1000, stuck: 105 }, "alike"],
  [{ journeys: 1000, stuck: 100 }, { journeys: 1000, stuck: 125 }, "probablyWorse"],
  [{ journeys: 1000, stuck: 100 }, { journeys: 1000, stuck: 150 }, "worse"],
  [{ journeys: 1000, stuck: 125 }, { journeys: 1000, stuck: 100 }, "probablyBetter"],
  [{ journeys: 1000, stuck: 150 }, { journeys: 1000, stuck: 100 }, "better"],
] as const)("%o against %o is %s", (published, tried, verdict) => {
  expect(compareStuck({ published, tried })).toBe(verdict);
});

/** Numbers from 0 to 1 that are the same on every run. */
function* sampleNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Of 200 experiments that are compared after each 50 journeys of both versions, those that end as worse. */
function endedOf(published: number, tried: number): number {
  const numbers = sampleNumbers(42);
  const stuckOf = (rate: number) =>
    Array.from({ length: 50 }, () => numbers.next().value < rate).filter(Boolean).length;
  return Array.from({ length: 200 }, () => {
    const counts = { published: { journeys: 0, stuck: 0 }, tried: { journeys: 0, stuck: 0 } };
    return Array.from({ length: 40 }, () => {
      for (const [version, rate] of [
        ["published", published],
        ["tried", tried],
      ] as const) {
        counts[version].journeys += 50;
        counts[version].stuck += stuckOf(rate);
      }
      return compareStuck(counts);
    }).includes("worse");
  }).filter(Boolean).length;
}

test("repeated comparison ends few experiments of equal versions, and those of a much worse one", () => {
  expect(endedOf(0.1, 0.1)).toBeLessThanOrEqual(6);
  expect(endedOf(0.1, 0.2)).toBeGreaterThanOrEqual(195);
});
