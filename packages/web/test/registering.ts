import { flow, type Page } from "@vestibule/catalogue/flow.table.ts";
import { type RegistrationTestApi, type TestPerson, type Visitor, validPassword } from "../../../test/registration.ts";
import { reachPage } from "../../../test/registration-pages.ts";
import * as accountType from "../app/flows/registration/account-type/account-type.route.tsx";
import { atPortal, createPortalUser, type PortalUser } from "./portal.ts";

type Form = Record<string, string>;
type Routed = Parameters<typeof atPortal<unknown>>[1];

/** Posts a form to a page like a browser without a script. */
export const post = (user: PortalUser, { action }: { action: unknown }, path: string, form: Form = {}) =>
  atPortal<unknown>(user, action as Routed, { path, form });

export const open = (user: PortalUser, { loader }: { loader: unknown }, path: string) =>
  atPortal<unknown>(user, loader as Routed, { path });

/** A browser that has started a registration and chosen its account type. */
export async function startRegistration(
  testApi: RegistrationTestApi,
  as: "policyHolder" | "insuredDriver" = "policyHolder",
  about: Parameters<typeof createPortalUser>[1] = {},
): Promise<PortalUser> {
  const user = createPortalUser(testApi, about);
  await open(user, accountType, flow.ACCOUNT_TYPE.path);
  await post(user, accountType, flow.ACCOUNT_TYPE.path, { accountType: as });
  return user;
}

/** A browser that continues a registration which was started at the API. */
export const userOf = (testApi: RegistrationTestApi, { token = "" }: Visitor): PortalUser =>
  createPortalUser(testApi, { session: { registration: { token } } });

export async function userAt(testApi: RegistrationTestApi, page: Page): Promise<PortalUser> {
  const { visitor } = await reachPage[page](testApi);
  return userOf(testApi, visitor);
}

/** Form values of a new account's password. */
export const newPassword = { password: validPassword, passwordConfirmation: validPassword, terms: "yes" };

/** Form values of the policy page. */
export function policyForm({ policy }: TestPerson, more: Form = {}): Form {
  const [dobYear = "", dobMonth = "", dobDay = ""] = policy.dateOfBirth.split("-");
  const { dateOfBirth: _, ...typed } = policy;
  return { ...typed, dobYear, dobMonth, dobDay, ...more };
}
