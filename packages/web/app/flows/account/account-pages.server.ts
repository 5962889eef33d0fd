import type { AccountPage, ViewOf } from "./account-page.ts";
import { type AccountPageName, accountPageNames } from "./account-path.table.ts";
import { activityPage } from "./activity.server.ts";
import { addPolicyCodePage, addPolicyPage } from "./add-policy.server.ts";
import { applicationsPage } from "./applications.server.ts";
import { closePage } from "./close.server.ts";
import { contactPage } from "./contact.server.ts";
import { emailCodePage, emailPage } from "./email-change.server.ts";
import { freezePage } from "./freeze.server.ts";
import { householdPage } from "./household.server.ts";
import { myDataPage } from "./my-data.server.ts";
import { overviewPage } from "./overview.server.ts";
import { newPasskeyPage } from "./passkeys/new-passkey.server.ts";
import { passkeyOfferPage } from "./passkeys/passkey-offer.server.ts";
import { passkeysPage } from "./passkeys/passkeys.server.ts";
import { passwordPage } from "./password.server.ts";
import { policiesPage } from "./policies.server.ts";
import { proofPage } from "./proof.server.ts";
import { newAuthenticatorPage } from "./second-factors/new-authenticator.server.ts";
import { recoveryCodesPage } from "./second-factors/recovery-codes.server.ts";
import { secondFactorsPage } from "./second-factors/second-factors.server.ts";
import { sessionsPage } from "./sessions.server.ts";
import { signInPage } from "./sign-in.server.ts";

const pages = {
  "": overviewPage,
  policies: policiesPage,
  "add-policy": addPolicyPage,
  "add-policy-code": addPolicyCodePage,
  household: householdPage,
  "sign-in": signInPage,
  proof: proofPage,
  password: passwordPage,
  sessions: sessionsPage,
  applications: applicationsPage,
  activity: activityPage,
  freeze: freezePage,
  "my-data": myDataPage,
  close: closePage,
  email: emailPage,
  "email-code": emailCodePage,
  passkeys: passkeysPage,
  "new-passkey": newPasskeyPage,
  "passkey-offer": passkeyOfferPage,
  contact: contactPage,
  "second-factors": secondFactorsPage,
  "new-authenticator": newAuthenticatorPage,
  "recovery-codes": recoveryCodesPage,
} satisfies Record<AccountPageName, AccountPage>;

export type AccountView<Name extends AccountPageName> = ViewOf<(typeof pages)[Name]>;

/** The page of a URL's last part; undefined for an unknown one. */
export function findAccountPage(lastPart = ""): (AccountPage & { name: AccountPageName }) | undefined {
  const name = accountPageNames.find((one) => one === lastPart);
  return name === undefined ? undefined : { name, ...pages[name] };
}
