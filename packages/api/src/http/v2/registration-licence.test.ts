import { describe, expect, test } from "vitest";
import { newPerson } from "../../../../../test/registration.ts";
import { licenceOnFile, openRegistrationTest } from "./test/registration.ts";

const { atPolicy, testApi } = await openRegistrationTest();

const leftOut = { driverLicense: "", driverLicenseProvince: "" };

describe("a driver's licence", () => {
  test("is required of a driver who has one on file", async () => {
    const person = await newPerson(testApi, { role: 80 });
    const visitor = await atPolicy("insuredDriver");
    expect(await visitor.call("identify", { ...person.policy, ...leftOut })).toMatchObject({
      status: 400,
      error: { error: "INVALID_REQUEST", fields: { driverLicense: "required" } },
    });
    expect(await visitor.call("identify", { ...person.policy, ...licenceOnFile })).toMatchObject({
      kind: "ok",
    });
  });

  test("is not required of a policyholder, or of a driver without one on file", async () => {
    const driver = await newPerson(testApi, { role: 80, licence_number: null, licence_province: null });
    const asDriver = await atPolicy("insuredDriver");
    expect(await asDriver.call("identify", { ...driver.policy, ...leftOut })).toMatchObject({ kind: "ok" });
    const holder = await newPerson(testApi);
    const asHolder = await atPolicy();
    expect(await asHolder.call("identify", { ...holder.policy, ...leftOut })).toMatchObject({ kind: "ok" });
  });

  test.each([
    [
      "is refused when it differs from the file",
      { driverLicense: "S531229028899", driverLicenseProvince: "qc" },
      "DRIVE_LICENSE_NUMBER_NOT_FOUND",
    ],
    ["is accepted with dashes", { driverLicense: "S5312-290288-07", driverLicenseProvince: "qc" }, undefined],
    ["may be absent", {}, undefined],
  ])("%s", async (_, licence, error) => {
    const person = await newPerson(testApi);
    const visitor = await atPolicy();
    const result = await visitor.call("identify", { ...person.policy, ...licence });
    expect(result.kind === "error" ? result.error.error : undefined).toBe(error);
  });

  test("is accepted when none is on file", async () => {
    const person = await newPerson(testApi, { licence_number: null, licence_province: null });
    const visitor = await atPolicy();
    const body = { ...person.policy, driverLicense: "S531229028807", driverLicenseProvince: "qc" };
    expect(await visitor.call("identify", body)).toMatchObject({ kind: "ok" });
  });

  test("requires its province", async () => {
    const person = await newPerson(testApi);
    const visitor = await atPolicy();
    expect(await visitor.call("identify", { ...person.policy, driverLicense: "S531229028807" })).toMatchObject({
      error: { error: "INVALID_REQUEST", fields: { driverLicenseProvince: "required" } },
    });
  });
});
