import type { AccountType } from "@vestibule/catalogue/account.table.ts";
import { flow, type Page } from "@vestibule/catalogue/flow.table.ts";
import type { RegistrationErrorCode } from "@vestibule/catalogue/registration-error.table.ts";
import type { ScreenState } from "@vestibule/catalogue/screen.table.ts";
import type { RegistrationTokenClaims } from "@vestibule/contract/v2/registration.schema.ts";
import { nobody } from "./nobody.table.ts";
import { policyFormOf } from "./policy-form.rule.ts";
import type { Stage, StagePlace } from "./stage.ts";

type RegistrationState = Extract<ScreenState, { kind: "registration" }>;

/** A session at the page; in an error's state, with the form that the recorded API refuses. */
export function registrationStage({ page, state, error }: RegistrationState, place: StagePlace): Stage {
  const accountType = isOfDriver(page, error) ? "insuredDriver" : "policyHolder";
  return {
    path: flow[page].path,
    // The province stays the one that was asked for.
    visit: { session: { registration: { token: tokenAt(page, { accountType, now: place.now }), placed: true } } },
    recorded: { page, variant: error ?? state, error },
    ...(state === "incomplete" && { form: emptied(formOf(page, place)) }),
    ...(error === undefined
      ? {}
      : { form: { ...formOf(page, place), ...(isOfDriver(page, error) ? driverFields : {}) } }),
  };
}

function isOfDriver(page: Page, error: RegistrationErrorCode | undefined): boolean {
  return page === "ADDITIONAL_DRIVER_PROFILE" || error === "DRIVE_LICENSE_NUMBER_NOT_FOUND";
}

/** Unsigned: the portal reads it to know the way, and the API that would judge it is not asked. */
function tokenAt(page: Page, { accountType, now }: { accountType: AccountType; now: Date }): string {
  const iat = Math.floor(now.getTime() / 1000);
  const claims: RegistrationTokenClaims = {
    ...{ sid: nobody.sessionId, jti: nobody.sessionId, step: flow[page].step, page, accountType },
    ...{ iat, exp: iat + 1800 },
  };
  return `${[{ alg: "none" }, claims].map(encoded).join(".")}.`;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

const driverFields = {
  accountType: "insuredDriver",
  driverLicenseProvince: "other",
  driverLicense: nobody.licence,
} satisfies Record<string, string>;

/** The form as it is sent with nothing in it. */
const emptied = (form: Record<string, string>) => Object.fromEntries(Object.keys(form).map((name) => [name, ""]));

/** A form of the page without a fault, so that it reaches the API. */
function formOf(page: Page, place: StagePlace): Record<string, string> {
  switch (page) {
    case "POLICY_IDENTIFICATION":
      return policyFormOf(place);
    case "ADDITIONAL_DRIVER_PROFILE":
      return { driverLicense: nobody.licence, postalCode: nobody.postalCode };
    case "VERIFY_CODE":
      return { securityCode: nobody.code };
    case "CREATE":
      return { password: nobody.password, passwordConfirmation: nobody.password, terms: "yes" };
    default:
      return { email: nobody.email };
  }
}
