import type { LicenceProvince, ProvinceId } from "@vestibule/catalogue/province.table.ts";
import { type Selectable, sql } from "kysely";
import type { ConditionalWrite } from "../platform/conditional-write.adapter.ts";
import type { Database, Db } from "../platform/database.table.ts";
import type { PolicyDirectory, PolicyPerson } from "./policy-directory.port.ts";

export function bookDirectory(database: Db): PolicyDirectory {
  const rows = () => database.selectFrom("book_row").selectAll();
  return {
    async findByEmail({ companies, email, role }) {
      const found = await rows()
        .where("email", "=", email)
        .where("company", "in", companies)
        .where("role", "=", role)
        .where("registry", "=", "smart")
        .orderBy("policy_number")
        .execute();
      return found.map(toPerson);
    },
    async findByPolicyNumber({ companies, policyNumber }) {
      const found = await rows()
        .where("policy_number", "=", policyNumber)
        .where("company", "in", companies)
        .orderBy("id")
        .execute();
      return found.map(toPerson);
    },
    async findByPerson({ companies, personKey }) {
      const found = await rows()
        .where("person_key", "=", personKey)
        .where("company", "in", companies)
        .orderBy("id")
        .execute();
      return found.map(toPerson);
    },
    async findById(id) {
      const found = await rows().where("id", "=", id).executeTakeFirst();
      return found && toPerson(found);
    },
  };
}

/** Marks the PINs of these rows as used, in the statement that creates the account. */
export function consumingPins(ids: readonly string[]): ConditionalWrite {
  return (condition) => sql`
    update book_row set pin_spent_at = app_now()
    where id = any(${[...ids]}::uuid[]) and pin_hash is not null and pin_spent_at is null and ${condition}`;
}

function toPerson(row: Selectable<Database["book_row"]>): PolicyPerson {
  return {
    id: row.id,
    company: row.company,
    policyNumber: row.policy_number,
    line: row.line,
    year: row.year,
    province: row.province as ProvinceId,
    role: row.role,
    firstName: row.first_name,
    lastName: row.last_name,
    dateOfBirth: row.date_of_birth,
    personKey: row.person_key,
    postalCode: row.postal_code,
    email: row.email,
    emailAsTyped: row.email_typed,
    cellPhone: row.cell_phone,
    licenceProvince: row.licence_province as LicenceProvince | null,
    licenceNumber: row.licence_number,
    ubi: row.ubi,
    pinHash: row.pin_hash,
    pinSpent: row.pin_spent_at !== null,
    language: row.language as PolicyPerson["language"],
    registry: row.registry,
  };
}
