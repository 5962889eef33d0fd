import { roles } from "@vestibule/catalogue/account.table.ts";
import { policyLines, registries } from "@vestibule/catalogue/book.table.ts";
import { languages, provinceIds } from "@vestibule/catalogue/province.table.ts";
import { z } from "zod";
import type { Endpoint } from "../endpoint.ts";
import { readEmailOnFile } from "../fields/email.rule.ts";
import type { FieldError } from "../fields/field-error.ts";
import { checkLicence } from "../fields/licence.rule.ts";
import { isNameOnFile } from "../fields/person-name.rule.ts";
import { checkPostalCode } from "../fields/postal-code.rule.ts";
import { checkTelephone } from "../fields/telephone.rule.ts";

/** Text of a fact of the insurer's. */
function fact(isFact: (text: string) => boolean, description: string) {
  return z.string().max(254).refine(isFact, "breaks the rule of its field").meta({ description });
}

/** Text that follows the rule of a form's field. */
const field = (check: (text: string) => FieldError | undefined, description: string) =>
  fact((text) => check(text) === undefined, description);

const companies = z.array(z.string()).min(1).meta({ description: "Companies of one brand that this directory serves" });
const role = z.enum(roles).meta({ description: "40: policyholder, 80: insured driver" });
const policyNumber = z.string().regex(/^[A-Z0-9]{1,20}$/);
const birthDate = z.iso.date();
const id = z
  .string()
  .regex(/^[!-~]{1,100}$/)
  .meta({ description: "Identifies the person on the policy in this directory; the same in every answer" });

const personId = z
  .string()
  .regex(/^[!-~]{1,100}$/)
  .meta({ description: "Your own id of the person, the same on all their policies of this company" });

const isEmailOnFile = (text: string) => readEmailOnFile(text) !== undefined;

const since = z.iso
  .datetime({ offset: true })
  .nullish()
  .meta({ description: "When it came on file; for 72 hours it is not trusted. Absent: long ago" });

/** One person on one policy. Unknown properties are ignored; an absent or null one is not on file. */
const directoryPerson = z
  .object({
    id,
    company: z.string(),
    policyNumber,
    line: z.enum(policyLines),
    year: z.int().min(1900).max(2099).meta({ description: "Shown where a person chooses between policies" }),
    province: z.enum(provinceIds),
    role,
    firstName: fact(isNameOnFile, "In any spelling, as it is shown to the person"),
    lastName: fact(isNameOnFile, "In any spelling, as it is shown to the person"),
    dateOfBirth: birthDate,
    personId: personId.nullish(),
    postalCode: field(checkPostalCode, "A9A 9A9").nullish(),
    email: fact(isEmailOnFile, "As it is shown; codes are sent to it").nullish(),
    cellPhone: field(checkTelephone, "Ten digits; codes are sent to it").nullish(),
    emailSince: since,
    emailBefore: fact(isEmailOnFile, "The e-mail that it replaced; notices go there too for 72 hours").nullish(),
    cellPhoneSince: since,
    cellPhoneBefore: field(checkTelephone, "The number that it replaced, which counts for these 72 hours").nullish(),
    licenceProvince: z.enum(["other", ...provinceIds]).nullish(),
    licenceNumber: z.string().max(30).nullish(),
    ubi: z.boolean().nullish().meta({ description: "Whether the person is in the usage-based programme" }),
    language: z.enum(languages).nullish(),
    registry: z
      .enum(registries)
      .nullish()
      .meta({ description: "`legacy`: the person registers by policy number. Absent: `smart`" }),
  })
  .refine(
    ({ licenceNumber, licenceProvince }) =>
      !licenceNumber ||
      (licenceProvince && checkLicence(licenceNumber, licenceProvince, { presence: "required" }) === undefined),
    { path: ["licenceNumber"], error: "is no licence number of its province" },
  );
export type DirectoryPerson = z.infer<typeof directoryPerson>;

/** More people than this on one policy, or policies of one person, are a fault of the directory. */
const mostPeople = 100;
export const directoryResponse = z.object({ people: z.array(directoryPerson).max(mostPeople) });

const foldedName = z.string().meta({
  description:
    "Lower case letters alone, without accents, apostrophes, hyphens, full stops and spaces; œ and æ as oe and ae; the words st and ste as saint and sainte",
});

const common = {
  method: "POST",
  tag: "people",
  serviceOnly: true,
  responses: {
    200: {
      description: "All people who match, in a stable order; an empty list where nobody matches",
      body: directoryResponse,
    },
  },
  errors: {
    401: { description: "No bearer token or client certificate, or an unknown one" },
    503: { description: "Temporarily unavailable; the query is sent once more" },
  },
} as const;

const query = <const Path extends string, Body extends z.ZodType>(path: Path, summary: string, body: Body) =>
  ({ ...common, path, summary, body }) as const;

/** All only read, and personal data is in bodies, never in URLs. */
export const policyDirectoryEndpoints = {
  findByEmail: query(
    "/people/find-by-email",
    "People with this e-mail and role. Leave out those of the legacy registry",
    z.strictObject({
      companies,
      email: z.string().meta({ description: "In lower case, the domain in its ASCII form" }),
      role,
    }),
  ),
  findByPolicyNumber: query(
    "/people/find-by-policy-number",
    "Everyone on a policy",
    z.strictObject({
      companies,
      policyNumber: policyNumber.meta({ description: "In upper case, without dashes and spaces" }),
    }),
  ),
  findByPerson: query(
    "/people/find-by-person",
    "All policies of people with these names and date of birth",
    z.strictObject({ companies, firstName: foldedName, lastName: foldedName, dateOfBirth: birthDate }),
  ),
  findByPersonId: query(
    "/people/find-by-person-id",
    "All policies of one person, under any name. Called where your answers have `personId`",
    z.strictObject({ company: z.string(), personId }),
  ),
  findById: query(
    "/people/find-by-id",
    "The person on a policy with this id: one or none",
    z.strictObject({ company: z.string(), id }),
  ),
} satisfies Record<string, Endpoint>;
