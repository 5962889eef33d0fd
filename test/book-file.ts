import path from "node:path";
import { deriveKeys } from "@vestibule/api/platform/keys.adapter.ts";
import type { Keys } from "@vestibule/api/platform/keys.port.ts";
import { type AccountColumn, accountColumns, type BookColumn, bookColumns } from "@vestibule/catalogue/book.table.ts";
import type { SecondFactorTime } from "@vestibule/catalogue/second-factor.table.ts";
import type { BrandBook } from "@vestibule/contract/brand/brand.schema.ts";
import { loadBrands } from "../packages/vestibule/src/brands/brand-loader.adapter.ts";

export const plainRow: Record<BookColumn, string> = {
  company: "belair",
  policyNumber: "K3M4821",
  line: "auto",
  year: "2026",
  province: "qc",
  role: "40",
  firstName: "Maëlle",
  lastName: "St-Onge",
  dateOfBirth: "1988-02-29",
  postalCode: "H2X 1Y4",
  email: "maelle@courrier.example",
  cellPhone: "514-555-0142",
  licenceProvince: "qc",
  licenceNumber: "S5312-290288-07",
  ubi: "false",
  pin: "",
  language: "fr",
  registry: "smart",
  personId: "",
};

/** Returns a valid line of a policies file with some cells replaced. */
export function bookLine(cells: Partial<typeof plainRow> = {}): string {
  return csvLine(bookColumns.map((column) => cells[column] ?? plainRow[column]));
}

export const plainAccount: Record<(typeof accountColumns)[number], string> = {
  email: "maelle@courrier.example",
  password: "Grand-Vent-42",
  status: "A",
  policyNumber: "K3M4821",
  company: "belair",
  firstName: "Maëlle",
  lastName: "St-Onge",
  dateOfBirth: "1988-02-29",
};

export function accountLine(cells: Partial<Record<AccountColumn, string>> = {}): string {
  return csvLine([...accountColumns.map((column) => cells[column] ?? plainAccount[column]), cells.passwordHash ?? ""]);
}

export const bookHeader = bookColumns.join(",");
export const accountHeader = [...accountColumns, "passwordHash"].join(",");

/** A secret that production accepts. */
export const testSecret = (name: string) => `${name}-4kQz81mWv7pRt0xNc5sYb2uHe9dGf3jL`;
/** The audit secret of servers and commands whose audit trail a test verifies. */
export const testAuditSecret = testSecret("audit");

export function testKeys(epoch = ""): Keys {
  const secrets = {
    token: ["token"],
    hash: ["hash"],
    lookup: ["lookup"],
    cookie: ["cookie"],
    audit: [testAuditSecret],
  };
  return deriveKeys(secrets, epoch);
}

/** Where the sample brands are. */
export const sampleBrands = {
  directories: [path.join(import.meta.dirname, "..", "brands")],
  defaultBrand: "belair",
  mode: "demo",
} as const;

/** The sample brands. They ask for no second proof by default, so that a password alone signs in. */
export async function testBrands(secondFactor: SecondFactorTime | "asWritten" = "never"): Promise<BrandBook> {
  const loaded = await loadBrands({
    ...sampleBrands,
    ...(secondFactor !== "asWritten" && { secondFactor }),
  });
  if (loaded.kind === "invalid") throw new Error(JSON.stringify(loaded.faults));
  return loaded.book;
}

function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",");
}
