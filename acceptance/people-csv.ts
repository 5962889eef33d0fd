import { bookColumns } from "@vestibule/catalogue/book.table.ts";
import { accountEmailOf, allPeople, browserProfiles, personOf, type Story } from "./people.ts";

export function policiesCsv(people = allPeople): string {
  return table(people, bookColumns);
}

/** The stories whose person has an account from the start. */
const withAccount = [
  "pausedName",
  "wrongPassword",
  "remembered",
  "accountExists",
  "forgotten",
  "forgottenCodes",
  "temporary",
  "gatewayAccounts",
  "staying",
  "lockedForGood",
  "helped",
  "authenticator",
  "passkey",
  "passkeyLost",
  "linkPassword",
  "linkForgotten",
  "policyNumberHolder",
  "policyNumberKnown",
  "askedByLink",
  "askedInAccount",
  "askedInVain",
  "fromApplication",
  "handsOver",
  "endsApplication",
  "consents",
  "fromApplicationReset",
  "fromOtherSite",
  "twoBrowsers",
  "frozen",
  "closed",
  "accountEmail",
  "accountPassword",
  "accountLocale",
  "scannedLink",
  "sharedDevice",
  "secondProof",
  "secondProofRefused",
  "secondProofEmail",
  "bankAccount",
  "secondProofOrder",
  "secondProofPasskey",
  "secondProofLost",
  "secondProofUnusual",
  "secondProofCall",
  "changedMobile",
  "crowded",
  "secondProofReset",
  "plantedOwner",
  "plantedThief",
  "early",
] as Story[];
/** Status of the accounts that are not active. */
const statuses: Partial<Record<Story, "T" | "L">> = { temporary: "T", lockedForGood: "L" };

/** Every account has the same hash, since making one takes as long as a story's page. */
export function accountsCsv(passwordHash: string): string {
  const accounts = withAccount.flatMap((story) =>
    browserProfiles.map((browserProfile) => ({
      ...personOf(story, browserProfile),
      email: accountEmailOf(story, browserProfile),
      passwordHash,
      status: statuses[story] ?? "A",
    })),
  );
  return table(accounts, [
    "email",
    "passwordHash",
    "status",
    "policyNumber",
    "company",
    "firstName",
    "lastName",
    "dateOfBirth",
  ]);
}

function table<Row>(rows: readonly Row[], columns: readonly (keyof Row & string)[]): string {
  // A hash has commas.
  const lineOf = (row: Row) => columns.map((column) => `"${row[column]}"`).join(",");
  return `${[columns.join(","), ...rows.map(lineOf)].join("\n")}\n`;
}
