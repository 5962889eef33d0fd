import { describe, expect, it } from "vitest";
import { mannWhitneyP, median, percentile } from "../load/measures/statistics.rule.ts";

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("the statistics of the measures", () => {
  it("return the smallest sample that a share of the samples does not exceed", () => {
    expect(percentile(upTo(100).reverse(), 0.95)).toBe(95);
    expect(percentile([7], 0.99)).toBe(7);
    expect(median([3, 1, 2])).toBe(2);
    expect(percentile([], 0.5)).toBeNaN();
  });

  it("detect a difference between two sets and match a published value", () => {
    const later = upTo(5).map((value) => value + 5);
    expect(mannWhitneyP(upTo(5), later)).toBeCloseTo(0.01219, 4);
    expect(mannWhitneyP(later, upTo(5))).toBeCloseTo(0.01219, 4);
  });

  it("detect a shift of half a standard deviation in 500 samples, and no shift between equal sets", () => {
    const samples = upTo(500);
    const shifted = samples.map((value) => value + 72);
    expect(mannWhitneyP(samples, shifted)).toBeLessThan(0.0001);
    expect(mannWhitneyP(samples, samples)).toBeCloseTo(1, 5);
  });

  it("give equal values the same rank and find no difference between constant sets", () => {
    expect(mannWhitneyP([1, 1, 2, 2], [1, 1, 2, 2])).toBeCloseTo(1, 5);
    expect(mannWhitneyP([4, 4, 4], [4, 4])).toBe(1);
  });
});
