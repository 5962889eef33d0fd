import { withoutTrailingSlash } from "../../request/pathname.rule.ts";

export const accountPath = "/account";

/** Last parts of the URLs of the account's pages; the first page has none. */
export const accountPageNames = [
  "",
  "policies",
  "add-policy",
  "add-policy-code",
  "sign-in",
  "proof",
  "password",
  "email",
  "email-code",
  "household",
  "sessions",
  "applications",
  "activity",
  "freeze",
  "my-data",
  "close",
  "passkeys",
  "new-passkey",
  "passkey-offer",
  "contact",
  "second-factors",
  "new-authenticator",
  "recovery-codes",
] as const;
export type AccountPageName = (typeof accountPageNames)[number];

/** Pages that the first page links to, in order. */
export const accountSections = [
  "policies",
  "sign-in",
  "contact",
  "sessions",
  "applications",
  "activity",
  "my-data",
] as const satisfies readonly AccountPageName[];
export type AccountSection = (typeof accountSections)[number];

/** The section of the pages that the first page does not link to. */
const sectionOfPage: Partial<Record<AccountPageName, AccountSection>> = {
  "add-policy": "policies",
  "add-policy-code": "policies",
  household: "policies",
  proof: "sign-in",
  password: "sign-in",
  email: "sign-in",
  "email-code": "sign-in",
  passkeys: "sign-in",
  "new-passkey": "sign-in",
  "passkey-offer": "sign-in",
  "second-factors": "sign-in",
  "new-authenticator": "sign-in",
  "recovery-codes": "sign-in",
  freeze: "activity",
  close: "my-data",
};

export function sectionOf(page: AccountPageName): AccountSection | undefined {
  return accountSections.find((section) => section === page) ?? sectionOfPage[page];
}

export function accountPagePath(name: AccountPageName): string {
  return name === "" ? accountPath : `${accountPath}/${name}`;
}

/** The page at the path of a URL. */
export function accountPageAt(pathname: string): AccountPageName {
  return accountPageNames.find((name) => accountPagePath(name) === withoutTrailingSlash(pathname)) ?? "";
}

/** Pages that change how the person confirms that it is them: they need a second proof where an app gives one. */
export const methodPages: readonly AccountPageName[] = [
  "second-factors",
  "new-authenticator",
  "recovery-codes",
  "passkeys",
  "new-passkey",
  "passkey-offer",
];

/** Pages without the list of sections: the first, which has it in full, and one that is shown before another. */
export const pagesWithoutSections: readonly AccountPageName[] = ["", "passkey-offer"];

/** Sends the recovery codes of a page back as a text file. */
export const recoveryCodesFilePath = `${accountPath}/recovery-codes.txt`;

/** Downloads the personal data as a file. */
export const dataFilePath = `${accountPath}/my-data.json`;
