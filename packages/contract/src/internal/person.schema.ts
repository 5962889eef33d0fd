import { z } from "zod";

/** A person of a brand: by the e-mail of the account or on file, or by a policy number and their identity. */
export const personBody = z.union([
  z.strictObject({ email: z.string().max(254) }),
  z.strictObject({
    policyNumber: z.string().min(1).max(20),
    firstName: z.string().max(254),
    lastName: z.string().max(254),
    dateOfBirth: z.iso.date(),
  }),
]);
export type PersonBody = z.infer<typeof personBody>;

/** Sections of an export. Each section is one table of the database. */
export const personSections = [
  "account",
  "accountPolicies",
  "detachedPolicies",
  "policyAdditions",
  "accountContacts",
  "accountPersonIds",
  "passwordChanges",
  "passkeys",
  "authenticators",
  "recoveryCodes",
  "methodRemovals",
  "insurerBook",
  "registrations",
  "passwordResets",
  "links",
  "linkRequests",
  "householdRequests",
  "letterRequests",
  "personRequests",
  "codes",
  "messages",
  "signInTickets",
  "emailChanges",
  "sessions",
  "applications",
  "allowedApplications",
  "pendingSignIns",
  "heldSecondFactors",
  "knownBrowsers",
  "failedSignIns",
  "supportReferences",
  "events",
] as const;
export type PersonSection = (typeof personSections)[number];

const section = z.enum(personSections);

/** Everything kept of a person under a brand, without hashes and internal ids. */
export const personExport = z.strictObject({
  brand: z.string(),
  exportedAt: z.iso.datetime(),
  data: z.partialRecord(section, z.array(z.record(z.string(), z.unknown()))),
});
export type PersonExport = z.infer<typeof personExport>;

/** Rows that an erasure deletes, and those it keeps with the reason. */
const erasure = {
  brand: z.string(),
  deletes: z.partialRecord(section, z.int().positive()),
  keeps: z.array(z.strictObject({ section, rows: z.int().nonnegative(), why: z.string() })),
};

/** `confirmation`: what `erase` needs, until `endsAt`. */
export const erasurePreview = z.strictObject({ ...erasure, confirmation: z.string(), endsAt: z.iso.datetime() });
export type ErasurePreview = z.infer<typeof erasurePreview>;
export const erasureReport = z.strictObject(erasure);
export type ErasureReport = z.infer<typeof erasureReport>;
