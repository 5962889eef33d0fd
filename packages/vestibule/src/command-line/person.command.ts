import { erasePerson, exportPerson, previewErasure } from "@vestibule/api/flows/person/export-and-erase.ts";
import type { PersonCall, PersonDeps } from "@vestibule/api/flows/person/find-person.ts";
import { systemClock } from "@vestibule/api/platform/clock.adapter.ts";
import type { Language } from "@vestibule/catalogue/province.table.ts";
import { personBody } from "@vestibule/contract/internal/person.schema.ts";
import { openBrands } from "../serve/open-brands.ts";
import { StartupError } from "../serve/startup-error.ts";
import { erasureText, exportText } from "../support/person-report.rule.ts";
import { type CommandResult, checkedSettings, findBrand, refusal } from "./command-io.ts";
import { withPeople } from "./with-people.ts";

interface PersonOptions {
  brand: string;
  email?: string;
  policy?: string;
  firstName?: string;
  lastName?: string;
  dateOfBirth?: string;
}

const refusals = {
  unknown: "No data about such a person is stored under this brand.",
  severalPeople: "Several people have this email on file: name the policy and the person.",
  unconfirmed:
    "The confirmation belongs to another person or has expired. Run the command without --confirm to get a new one.",
  ownRequest: "Another agent must confirm.",
};

/** `vestibule person export`: prints everything kept of a person, to hand to that person. */
export async function exportPersonCommand(options: PersonOptions & { language: Language }): Promise<CommandResult> {
  const { language } = options;
  const { brand, ...result } = await onPerson(options, async (deps, call) => ({
    ...(await exportPerson(deps, call)),
    brand: call.brand,
  }));
  if (result.kind !== "exported") return refuse(result.kind);
  return { text: exportText(result.document, brand, language), data: result.document };
}

/** `vestibule person erase`: without a confirmation prints what would go, and the confirmation. */
export async function erasePersonCommand(options: PersonOptions & { confirm?: string }): Promise<CommandResult> {
  const { confirm: confirmation } = options;
  if (confirmation === undefined) {
    const result = await onPerson(options, previewErasure);
    if (result.kind !== "previewed") return refuse(result.kind);
    return { text: erasureText(result.preview), data: result.preview };
  }
  const result = await onPerson(options, (deps, call) => erasePerson(deps, { ...call, confirmation }));
  if (result.kind !== "erased") return refuse(result.kind);
  return { text: erasureText(result.report), data: result.report };
}

const refuse = (kind: keyof typeof refusals) => refusal(refusals[kind], kind);

async function onPerson<Result>(
  { brand: brandName, email, policy, firstName, lastName, dateOfBirth }: PersonOptions,
  work: (deps: PersonDeps, call: PersonCall) => Promise<Result>,
): Promise<Result> {
  const body = email === undefined ? { policyNumber: policy, firstName, lastName, dateOfBirth } : { email };
  const person = personBody.safeParse(body);
  if (!person.success)
    throw new StartupError(["give --email, or --policy, --first-name, --last-name and --date-of-birth (1988-02-29)"]);
  const settings = checkedSettings();
  const brands = await openBrands(settings);
  const brand = findBrand(brands, brandName);
  return withPeople(settings, brands, ({ actor, ...tools }) =>
    work({ ...tools, clock: systemClock }, { brand, person: person.data, actor }),
  );
}
