import { expect, test } from "vitest";
import { HashingBusy } from "../capabilities/passwords/password-hashing.port.ts";
import { admission } from "./admission.rule.ts";

test("A-104 is full while every place is taken, and no longer once a work has ended, well or badly", async () => {
  const signIns = admission({ places: 2 });
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const answers = [signIns.admit(() => first.promise)];
  expect(signIns.isFull()).toBe(false);
  answers.push(signIns.admit(() => second.promise));
  expect(signIns.isFull()).toBe(true);
  await expect(signIns.admit(async () => "a third")).rejects.toThrow(HashingBusy);

  first.resolve("in");
  expect(await answers[0]).toBe("in");
  expect(signIns.isFull()).toBe(false);
  second.reject(new Error("away"));
  await expect(answers[1]).rejects.toThrow("away");
  expect(await signIns.admit(async () => "a third")).toBe("a third");
});
