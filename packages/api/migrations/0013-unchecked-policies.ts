import { type Kysely, sql } from "kysely";

/**
 * Policies that are not in the imported book stay with their accounts, where an earlier migration could not read who is
 * on them. `vestibule accounts check` asks the directory that knows and detaches what names and birth date alone joined.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table account add column policies_unchecked boolean not null default false;
    create index account_policies_unchecked on account (id) where policies_unchecked;
    create table outside_policy as
      select account_id, company, policy_number, role from account_policy policy
      where person_key is null and not exists (select from book_row book
        where (book.company, book.policy_number) = (policy.company, policy.policy_number));
    update account set policies_unchecked = true
      where id in (select account_id from outside_policy)
        and (select count(*) from account_policy where account_id = account.id) > 1;
    update account_policy policy set person_key = account.person_key from account, outside_policy outside
      where account.id = policy.account_id and (outside.account_id, outside.company, outside.policy_number, outside.role)
        = (policy.account_id, policy.company, policy.policy_number, policy.role);
    drop table outside_policy;
  `)
    .execute(database);
}
