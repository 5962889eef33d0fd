import type { ColumnType, Generated, Kysely, Transaction } from "kysely";

/** Tables as Kysely sees them; the migrations are their source. */
type Time = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type DateOnly = ColumnType<string, string, string>;
type Json<T> = ColumnType<T, string, string>;

export interface Database {
  clock_offset: { only_row: Generated<boolean>; seconds: ColumnType<string, number, number> };
  book_row: {
    id: Generated<string>;
    company: string;
    policy_number: string;
    line: string;
    year: number;
    province: string;
    role: 40 | 80;
    first_name: string;
    last_name: string;
    date_of_birth: DateOnly;
    person_key: string;
    postal_code: string | null;
    email: string | null;
    email_typed: string | null;
    cell_phone: string | null;
    licence_province: string | null;
    licence_number: string | null;
    ubi: Generated<boolean>;
    pin_hash: string | null;
    pin_spent_at: NullableTime;
    language: string | null;
    registry: "smart" | "legacy";
    imported_at: Time;
  };
  account: {
    id: Generated<string>;
    brand: string;
    email: string;
    email_typed: string;
    person_key: string;
    first_name: string;
    last_name: string;
    date_of_birth: DateOnly;
    status: "A" | "T" | "L";
    disabled: Generated<boolean>;
    password_hash: string;
    password_changed_at: Time;
    temporary_until: NullableTime;
    language: string;
    province: string;
    terms_version: string | null;
    terms_language: string | null;
    terms_french_first: boolean | null;
    terms_accepted_at: NullableTime;
    last_sign_in_at: NullableTime;
    created_at: Time;
  };
  account_policy: { account_id: string; company: string; policy_number: string; role: 40 | 80; added_at: Time };
  password_history: { account_id: string; password_hash: string; set_at: Time };
  registration_session: {
    id: Generated<string>;
    brand: string;
    province: string;
    language: string;
    page: string;
    state: Json<unknown>;
    newest_jti: string;
    previous_jti: string | null;
    previous_fingerprint: string | null;
    previous_answer: ColumnType<unknown, string | null | undefined, string | null>;
    started_at: Time;
    last_step_at: Time;
    ended_at: NullableTime;
    ended_how: string | null;
  };
  one_time_code: {
    id: Generated<string>;
    purpose: string;
    brand: string;
    session_id: string;
    identity_key: string;
    channel: string;
    code_hash: string;
    sent_at: Time;
    expires_at: Time;
    used_at: NullableTime;
    superseded_at: NullableTime;
  };
  limit_window: { key: string; hits: ColumnType<Date[], string, string>; touched_at: Time };
  sign_in_failure: {
    key: string;
    failures: Generated<number>;
    drawn_limit: number;
    consecutive: Generated<number>;
    paused_until: NullableTime;
    touched_at: Time;
  };
  gateway_session: {
    id_hash: string;
    account_id: string;
    started_at: Time;
    last_seen_at: Time;
    previous_sign_in_at: NullableTime;
    ended_at: NullableTime;
  };
  sign_in_ticket: {
    token_hash: string;
    account_id: string;
    session_id: string | null;
    expires_at: Time;
    used_at: NullableTime;
  };
  support_reference: {
    code: string;
    brand: string;
    journey: string | null;
    session_id: string | null;
    facts: Json<unknown>;
    made_at: Time;
    expires_at: Time;
  };
  notification: {
    id: Generated<string>;
    kind: string;
    brand: string;
    language: "en" | "fr";
    channel: "EMAIL" | "SMS" | "LETTER";
    recipient: string;
    facts: Json<Record<string, string>>;
    status: Generated<"queued" | "accepted" | "refused" | "expired">;
    attempts: Generated<number>;
    provider_message_id: string | null;
    last_fault: string | null;
    claimed_until: NullableTime;
    queued_at: Time;
    expires_at: Time;
    done_at: NullableTime;
  };
  audit_event: {
    id: Generated<string>;
    chain: number;
    at: Time;
    event: string;
    result: string;
    brand: string | null;
    account_id: string | null;
    journey_id: string | null;
    actor: string;
    facts: Json<unknown>;
    previous_hash: string;
    hash: string;
  };
  audit_head: { chain: number; events: ColumnType<string, number, number>; hash: string };
}

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;
/** A connection or a running transaction: for reads and for writes that stand alone. */
export type DbOrTrx = Db | Trx;
