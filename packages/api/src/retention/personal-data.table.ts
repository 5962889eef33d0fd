import { ttl } from "@vestibule/catalogue/ttl.table.ts";
import type { Database } from "../platform/database.table.ts";

/** Personal data of people by kind; the last three are not exported. */
export const dataClasses = {
  identity: "who the person is",
  contact: "how to reach the person",
  contract: "the person’s policies",
  use: "what the person did, and when",
  secret: "a hash that verifies a secret, or what a secret could be learned from",
  pseudonym: "a keyed hash or an id that leads to the person only with the keys or another table",
  staff: "an agent of the insurer, not the person",
} as const;
export type DataClass = keyof typeof dataClasses;

export interface PersonalFields<Column extends string = string> {
  columns: readonly Column[];
  dataClass: DataClass;
  purpose: string;
  /** Who receives the data outside the portal; absent where there is no recipient. */
  goesTo?: string;
}

export interface PersonalDataRow<Column extends string = string> {
  fields: readonly PersonalFields<Column>[];
  notPersonal?: readonly Column[];
  end: string;
  reason: string;
  /** What an erasure does with the person's rows; absent where the table has none. */
  erasure?: { kind: "deleted" } | { kind: "kept"; why: string };
}

const fieldsOf =
  (dataClass: DataClass) =>
  <const Column extends string>(
    columns: readonly Column[],
    purpose: string,
    goesTo?: string,
  ): PersonalFields<Column> => ({ columns, dataClass, purpose, ...(goesTo && { goesTo }) });
const identity = fieldsOf("identity");
const contact = fieldsOf("contact");
const contract = fieldsOf("contract");
const use = fieldsOf("use");
const secret = fieldsOf("secret");
const pseudonym = fieldsOf("pseudonym");
const staff = fieldsOf("staff");

const deleted = { kind: "deleted" } as const;
const withAccount = "With its account.";
const messageProviders = "mail server, or provider of text messages or calls";
const personKeyPurpose = "Recognises the person in any spelling: names and date of birth.";
const policyColumns = ["company", "policy_number", "role"] as const;
const localeFields = use(["language", "province"], "Language and province of pages and messages.");

const operation = <Column extends string>(
  notPersonal: readonly Column[],
  end: string,
  reason: string,
): PersonalDataRow<Column> => ({
  fields: [],
  notPersonal,
  end,
  reason,
});

export const recipientDays = 30;

/**
 * Every column of every table: which personal data it has, why and until when. Source of
 * `docs/security/personal-data.md`, of what an export contains, and of what an erasure deletes.
 */
export const personalData: { readonly [Table in keyof Database]: PersonalDataRow<keyof Database[Table] & string> } = {
  account: {
    fields: [
      contact(
        ["email", "email_typed"],
        "Name to sign in with, and recipient of messages.",
        "mail server; user registry, where a brand has one",
      ),
      identity(
        ["first_name", "last_name", "date_of_birth"],
        "Greets the person, and recognises them in the book.",
        "mail server (names); user registry (names) and policy directory, where a brand has them",
      ),
      pseudonym(["person_key"], personKeyPurpose),
      pseudonym(["identity"], "Limits and accounts of one person: the insurer’s id, or names, birth date and contact."),
      pseudonym(["id"], "Connects the account’s rows.", "sign-on gateway or user registry"),
      secret(["password_hash"], "Verifies the password (Argon2id)."),
      use(
        ["terms_version", "terms_language", "terms_french_first", "terms_accepted_at"],
        "Proves the consent to the terms.",
      ),
      localeFields,
      use(
        [
          ...(["brand", "status", "disabled", "password_changed_at"] as const),
          ...(["temporary_until", "last_sign_in_at", "created_at", "frozen_at"] as const),
          ...(["settling_until", "incident_at", "second_factor_first", "second_factor_waived_until"] as const),
        ],
        "Decides whether the person may sign in.",
      ),
      use(["codes_in_a_row", "passkey_declined_at"], "Decides whether a passkey is offered after a code."),
    ],
    notPersonal: ["policies_unchecked"],
    end: "When the insurer deletes it. Kept while the insurer's book lists the person.",
    reason: "The contract with the insurer: it is the way to the person's policies.",
    erasure: deleted,
  },
  account_policy: {
    fields: [
      contract([...policyColumns, "added_at"], "Says what the account may see."),
      pseudonym(["account_id"], "The account."),
      pseudonym(["person_key"], personKeyPurpose),
    ],
    end: withAccount,
    reason: "They say what the account may see.",
    erasure: deleted,
  },
  detached_policy: {
    fields: [
      contract(
        [...policyColumns, "detached_at"],
        "Policies that names and birth date alone had joined to the account.",
      ),
      pseudonym(["account_id"], "The account."),
    ],
    notPersonal: ["recorded_at"],
    end: withAccount,
    reason: "The insurer can explain why a policy is no longer shown.",
    erasure: deleted,
  },
  account_contact: {
    fields: [
      contact(["contact"], "Recognises the person’s other policies: a code was sent there and typed."),
      use(["confirmed_at"], "When the contact was proven."),
      pseudonym(["account_id"], "The account."),
    ],
    end: withAccount,
    reason: "Names and birth date alone do not say who a policy belongs to.",
    erasure: deleted,
  },
  account_person: {
    fields: [
      contract(["company", "added_at"], "The insurer that knows the person."),
      pseudonym(["person_id"], "The insurer’s own id of the person."),
      pseudonym(["account_id"], "The account."),
    ],
    notPersonal: ["brand"],
    end: withAccount,
    reason: "Recognises the person’s policies under any name.",
    erasure: deleted,
  },
  password_history: {
    fields: [
      secret(["password_hash"], "Refuses one of the last five passwords."),
      use(["set_at"], "Orders them."),
      pseudonym(["account_id"], "The account."),
    ],
    end: "When it is no longer among the last five; with its account.",
    reason: "A previous password may not be set again.",
    erasure: deleted,
  },
  passkey: {
    fields: [
      use(
        [
          ...(["name", "relying_party", "created_at", "last_used_at", "blocked_at"] as const),
          ...(["off_since", "removed_at", "kept_at"] as const),
          ...(["transports", "backup_eligible", "backed_up"] as const),
        ],
        "Shows the person their passkeys, and how a device answers.",
      ),
      secret(["public_key", "sign_count"], "Verifies a sign-in with the passkey."),
      pseudonym(["id", "account_id", "credential_id"], "The account and the passkey."),
    ],
    end: "30 days after the person removed it; with its account.",
    reason: "The person signs in with it; a removal that was not theirs can be undone.",
    erasure: deleted,
  },
  authenticator: {
    fields: [
      use(
        [
          ...(["name", "confirmed_at", "created_at", "last_used_at"] as const),
          ...(["off_since", "removed_at", "kept_at"] as const),
        ],
        "Shows the person their authenticator apps.",
      ),
      secret(["secret", "last_step"], "Verifies the codes of the app (encrypted)."),
      secret(["session_id_hash"], "The session that sets it up."),
      pseudonym(["id", "account_id"], "The account and the app."),
    ],
    notPersonal: ["key_id"],
    end: "30 days after the person removed it, a day after a setup without a code; with its account.",
    reason: "The person confirms with it that it is them; a removal that was not theirs can be undone.",
    erasure: deleted,
  },
  recovery_code: {
    fields: [
      use(["made_at", "used_at", "superseded_at"], "How many codes are left."),
      secret(["selector", "code_hash"], "Verifies the code (Argon2id)."),
      pseudonym(["id", "account_id"], "The account and the code."),
    ],
    end: "30 days after other codes replaced it; with its account.",
    reason: "The person confirms with it that it is them, without their telephone.",
    erasure: deleted,
  },
  method_removal: {
    fields: [
      use(["method", "removed_at", "undo_ends_at", "undone_at"], "What was removed and put back, and when."),
      secret(["undo_token_hash"], "Verifies the link that undoes the removal."),
      pseudonym(["id", "account_id", "method_id"], "The account and the method."),
    ],
    notPersonal: ["brand"],
    end: "7 days after the end of its link.",
    reason: "The person can undo a removal for three days.",
    erasure: deleted,
  },
  passkey_challenge: operation(
    ["nonce", "expires_at"],
    "An hour after the challenge's end.",
    "A challenge is answered once.",
  ),
  book_row: {
    fields: [
      identity(
        ["first_name", "last_name", "date_of_birth", "postal_code", "licence_province", "licence_number"],
        "Recognises the person who registers.",
        "insurer’s systems that mail letters (names)",
      ),
      contact(["email", "email_typed", "cell_phone"], "Receives codes, links and notices.", messageProviders),
      contact(
        ["email_before", "cell_phone_before"],
        "The contacts before the newest change: they receive the notices of the 72 hours after it.",
        messageProviders,
      ),
      contract(
        [...policyColumns, "line", "year", "province", "ubi", "registry"],
        "The policy, and the person’s part in it.",
      ),
      use(["language"], "Language of messages."),
      use(["pin_spent_at"], "A PIN works once."),
      secret(["pin_hash"], "Verifies the PIN."),
      pseudonym(["id", "person_key"], personKeyPurpose),
      pseudonym(["person_id"], "The insurer’s own id of the person."),
    ],
    notPersonal: ["imported_at", "email_since", "cell_phone_since"],
    end: "When the insurer deletes it; an import replaces it.",
    reason: "The insurer's own record of its contracts, by which a person is recognised.",
    erasure: {
      kind: "kept",
      why: "The insurer's record of its contracts, kept as long as the insurer's own rules say, and deleted by its own means.",
    },
  },
  registration_attempt: {
    fields: [
      identity(["state"], "What the person chose and who was found in the book."),
      use(
        ["api", "brand", "page", "started_at", "last_step_at", "replaced_at", "ended_at", "end_reason"],
        "Where the registration is.",
      ),
      localeFields,
      secret(["previous_answer"], "The last answer, encrypted, for a form sent twice."),
      pseudonym(["id"], "Connects the registration’s rows."),
    ],
    notPersonal: ["newest_jti", "previous_jti", "previous_fingerprint"],
    end: "24 hours after its start.",
    reason: "An abandoned registration has no further use.",
    erasure: deleted,
  },
  one_time_code: {
    fields: [
      use(
        ["purpose", "brand", "channel", "sent_at", "expires_at", "used_at", "superseded_at"],
        "Shows support why a code was refused.",
      ),
      secret(["code_hash"], "Verifies the code."),
      pseudonym(["id", "session_id", "identity_key"], "The journey and the person."),
    ],
    end: "7 days after the code's end.",
    reason: "Support sees why a code was refused.",
    erasure: deleted,
  },
  link: {
    fields: [
      contact(["recipient", "recipient_typed"], "The e-mail it went to.", "mail server"),
      contract([...policyColumns, "ubi"], "The policy it was ordered for."),
      use(
        [
          ...(["brand", "action", "source", "changes_email", "wrong_answers", "wrong_passwords", "mails"] as const),
          ...(["usernames_taken", "issued_at", "expires_at", "used_at", "deleted_at", "superseded_at"] as const),
        ],
        "What the link allows, and whether it still does.",
      ),
      localeFields,
      secret(["token_hash", "bound_to"], "Verifies the link."),
      pseudonym(["person_key"], personKeyPurpose),
      pseudonym(["id", "account_id", "recovery_id"], "The account or the reset."),
    ],
    end: "7 days after the link's end.",
    reason: "Support sees why a link was refused.",
    erasure: deleted,
  },
  link_request: {
    fields: [
      contact(
        ["recipient", "recipient_typed"],
        "The e-mail the link is to go to.",
        "mail server; agents see it masked",
      ),
      contract([...policyColumns], "The policy it was ordered for."),
      use(
        [
          ...(["brand", "reference", "action", "mails_sent", "texts_sent", "state"] as const),
          ...(["requested_at", "due_at", "ended_at"] as const),
        ],
        "What became of the request.",
        "agents",
      ),
      localeFields,
      secret(["stop_token_hash", "bound_to"], "Verifies the link that stops it."),
      pseudonym(["person_key"], personKeyPurpose),
      pseudonym(["id", "journey_id", "account_id"], "The account and the journey."),
      staff(["requested_by", "approved_by", "refused_by"], "Two agents decide.", "agents"),
    ],
    end: "7 days after it was due.",
    reason: "Support sees what became of it.",
    erasure: deleted,
  },
  household_request: {
    fields: [
      identity(["first_name"], "The driver’s name, in the message to the policyholder.", "policyholder"),
      contact(["email", "email_typed"], "Receives the result, and names the driver’s account.", "mail server"),
      contract([...policyColumns], "The policy that both are on."),
      use(["brand", "state", "requested_at", "due_at", "ended_at"], "What became of the request."),
      localeFields,
      secret(["token_hash"], "Verifies the link in the policyholder’s message."),
      pseudonym(["person_key"], personKeyPurpose),
      pseudonym(["id", "account_id", "journey_id"], "The policyholder’s account and the driver’s registration."),
    ],
    notPersonal: ["origin"],
    end: "7 days after it was due.",
    reason: "The policyholder answers within three days; support sees what became of it.",
    erasure: deleted,
  },
  letter_request: {
    fields: [
      contract([...policyColumns], "The policy whose PIN is mailed.", "insurer’s systems that mail letters"),
      use(
        ["brand", "language", "requested_at", "acknowledged_at"],
        "Whether the letter was asked for and is mailed.",
        "insurer’s systems that mail letters",
      ),
      pseudonym(["person_key"], personKeyPurpose),
      pseudonym(["id", "journey_id"], "The journey."),
    ],
    end: `${ttl.letterAcknowledgedDays} days after the insurer acknowledged it; in any case ${ttl.letterRequestDays} days after it was made.`,
    reason: "The insurer mails the letter, and answers whether it was asked for.",
    erasure: deleted,
  },
  person_request: {
    fields: [
      contract([...policyColumns], "The policy that the person was found by."),
      use(["brand", "action", "requested_at", "due_at", "approved_at"], "What was asked for, and until when."),
      pseudonym(["person_key"], personKeyPurpose),
      pseudonym(["id"], "The request, in the audit trail."),
      staff(["requested_by", "approved_by"], "Two members of the digital team decide.", "digital team"),
    ],
    end: "7 days after it was due.",
    reason: "A second member approves; the export can be downloaded for a day.",
    erasure: deleted,
  },
  recovery: {
    fields: [
      use(
        [
          ...(["brand", "how", "wrong_codes", "wrong_facts", "mails"] as const),
          ...(["started_at", "token_expires_at", "done_at", "end_reason"] as const),
        ],
        "Where the password reset is.",
      ),
      localeFields,
      secret(["token_hash"], "Allows the new password once."),
      pseudonym(["id", "account_id", "email_key"], "The e-mail that was typed, known or not."),
    ],
    end: "7 days after its start.",
    reason: "Support sees what became of it.",
    erasure: deleted,
  },
  sign_in_ticket: {
    fields: [
      use(["expires_at", "used_at"], "A ticket works once."),
      use(["second_factor"], "How the person proved who they are, in addition to a password."),
      secret(["token_hash"], "Verifies the ticket."),
      pseudonym(["account_id"], "The account."),
    ],
    end: "7 days after the ticket's end.",
    reason: "Used tickets differ from unknown ones.",
    erasure: deleted,
  },
  gateway_session: {
    fields: [
      use(
        [
          ...(["started_at", "last_seen_at", "ended_at", "previous_sign_in_at"] as const),
          ...(["failed_sign_ins", "last_failed_sign_in_at", "opened_by", "proven_at", "proven_by"] as const),
          "authenticated_at",
          "second_factor",
          "second_proven_at",
        ],
        "When the person was signed in and last proved who they are; shown to them at their next sign-in.",
      ),
      use(
        ["browser", "system"],
        "Browser and system of the request that opened it, by which its person recognises it.",
      ),
      secret(["id_hash"], "Verifies the session."),
      pseudonym(["account_id", "public_id"], "The account, and the session in it."),
    ],
    end: "7 days after its last use.",
    reason: "Support sees when the person was signed in.",
    erasure: deleted,
  },
  known_browser: {
    fields: [
      use(
        ["browser", "system", "first_seen_at", "last_seen_at", "forgotten_at", "second_factor_until"],
        "Browsers that the person signed in from, which they see and can forget.",
      ),
      secret(["id_hash"], "Recognises the browser by its cookie."),
      pseudonym(["account_id", "public_id"], "The account, and the browser in it."),
    ],
    end: `${ttl.deviceCookieMonths * 30} days after its last sign-in.`,
    reason: "Its cookie ends then; until then a forgotten browser must not be trusted again.",
    erasure: deleted,
  },
  pending_sign_in: {
    fields: [
      use(
        [
          ...(["started_at", "expires_at", "extended_at", "ended_at", "end_reason", "client"] as const),
          ...(["reasons", "sent_method", "sent_at", "proven_method", "remembers", "wrong_codes"] as const),
          ...(["failed_sign_ins", "last_failed_sign_in_at", "client_login_action"] as const),
        ],
        "Waits, after a right password, for the second proof; shows its person why and how.",
      ),
      use(["browser", "system"], "Browser and system of the request, which the message with the code names."),
      secret(
        ["id_hash", "denial_hash", "denials", "wrong_code_limit"],
        "Verifies the browser, the links “this wasn’t me” and its codes.",
      ),
      pseudonym(
        ["id", "account_id", "interaction"],
        "The sign-in, its account, and the application that waits for it.",
      ),
    ],
    end: "7 days after it was started.",
    reason: "Support sees what happened.",
    erasure: deleted,
  },
  held_second_factor: {
    fields: [
      use(["method", "held_at"], "A method of the second proof by which another person had asked for a code."),
      pseudonym(["account_id"], "The account."),
    ],
    end: "With a new password or the next second proof by another method, or with its account.",
    reason: "The method is not used until then.",
    erasure: deleted,
  },
  email_change: {
    fields: [
      contact(
        ["email", "email_typed", "previous_email", "previous_email_typed"],
        "Changes the name to sign in with, and restores the one before.",
        "mail server",
      ),
      use(
        ["wrong_codes", "requested_at", "changed_at", "undo_ends_at", "undone_at", "ended_at", "kept_at"],
        "What was requested, confirmed and undone, and when.",
      ),
      secret(
        ["session_id_hash", "undo_token_hash", "wrong_code_limit"],
        "Verifies the session that requested the change, the link that undoes it, and its codes.",
      ),
      pseudonym(["id", "account_id"], "The change and its account."),
    ],
    notPersonal: ["brand"],
    end: "30 days after the request.",
    reason: "The person can undo it for three days; an agent can put it back with them later.",
    erasure: deleted,
  },
  policy_addition: {
    fields: [
      contract([...policyColumns], "The policy to add."),
      contact(["contact"], "Receives the code.", messageProviders),
      use(["wrong_codes", "requested_at", "ended_at"], "What was requested, and when it ended."),
      secret(["session_id_hash", "wrong_code_limit"], "Verifies the session that requested the policy, and its codes."),
      pseudonym(["person_key"], personKeyPurpose),
      pseudonym(["id", "account_id"], "The request and its account."),
    ],
    end: "7 days after the request.",
    reason: "Support sees what happened.",
    erasure: deleted,
  },
  oidc_artifact: {
    fields: [
      use(["client_id", "consumed_at", "expires_at"], "Which applications the person signed in to, and until when."),
      secret(
        ["payload"],
        "What a code or token permits, and an application’s request with the e-mail that it expects; of a deleted account’s session, the account’s id and the applications that its end is announced to.",
      ),
      secret(["id_hash", "gateway_session"], "Verifies the code, token or session."),
      pseudonym(["account_id"], "The account."),
    ],
    notPersonal: ["model", "issuer", "grant_id", "session_uid", "announce_at"],
    end: `When it expires: after a minute (codes), ${ttl.oidcAccessTokenMinutes} minutes (access tokens), an hour (requests), two hours (sessions) or ${ttl.oidcRefreshTokenDays} days (refresh tokens).`,
    reason: "The application acts for the person until then.",
    erasure: deleted,
  },
  allowed_application: {
    fields: [
      use(
        ["client_id", "scopes", "allowed_at", "signed_in_at", "consented_at"],
        "Shows the person which applications they signed in to, since when and what each sees, and keeps their consent.",
      ),
      pseudonym(["account_id"], "The account."),
    ],
    end: "When the person ends the application’s access; with its account.",
    reason: "The person sees who has access, and is not asked again for what they allowed.",
    erasure: deleted,
  },
  agent_session: {
    fields: [
      staff(
        ["agent", "role", "roles", "started_at", "last_seen_at", "ended_at"],
        "What an agent or the digital team may do, and until when.",
      ),
      secret(["id_hash", "secret_mark"], "Verifies the session."),
      pseudonym(["address_key"], "Notices an agent who comes from a new client IP."),
    ],
    end: `${ttl.agentClientIpDays} days after its last use.`,
    reason: "An agent who comes from a new client IP is noticed.",
  },
  agent_sign_in: operation(
    ["state_hash", "nonce", "code_verifier", "redirect_uri", "started_at"],
    `${ttl.agentSignInMinutes} minutes after its start.`,
    "An agent signs in at the insurer's OpenID provider.",
  ),
  support_reference: {
    fields: [
      use(
        ["code", "brand", "journey", "facts", "made_at", "expires_at"],
        "The page and the reason that an agent sees.",
        "agents",
      ),
      pseudonym(
        ["session_id", "account_id", "browser_session_id", "name_key", "address_keys"],
        "Finds the journey, and the limits of the name and the client IP.",
      ),
    ],
    end: "7 days after it was made.",
    reason: "The time in which a person calls about it.",
    erasure: deleted,
  },
  sign_in_failure: {
    fields: [
      use(["failures", "consecutive", "locked_until", "touched_at"], "Locks a name after wrong passwords."),
      secret(["randomized_limit"], "How many wrong passwords lock it."),
      pseudonym(["key", "earlier_key"], "The name that was typed, known or not, and the trusted device."),
    ],
    end: "A year after the last attempt; 2 years where the name is locked until a reset.",
    reason: "Wrong passwords in a row are counted over any time; a lock ends by a reset.",
    erasure: deleted,
  },
  limit_window: {
    fields: [
      pseudonym(["key", "earlier_key"], "Identities, recipients and client IPs that limits count."),
      use(["hits", "touched_at"], "Counts in rolling windows."),
    ],
    end: "When its longest window is over, at most a day later.",
    reason: "Limits count in rolling windows.",
    erasure: {
      kind: "kept",
      why: "Keyed hashes that end within a day; an erasure must not reset the limits that stop an attacker.",
    },
  },
  notification: {
    fields: [
      contact(["recipient"], "E-mail or mobile number it went to.", `${messageProviders}; agents see two digits`),
      use(
        ["kind", "brand", "language", "channel", "status", "queued_at", "expires_at", "done_at"],
        "Whether a message went out.",
        "agents",
      ),
      use(["receipt", "undelivered_reason"], "Whether it arrived, as the provider reports.", "agents"),
      secret(["facts"], "What it says until it is sent: names, code, link.", messageProviders),
      pseudonym(
        ["id", "journey_id", "code_id", "link_id", "provider_message_id", "trace_parent"],
        "The journey, the code and the link; the provider’s id; the trace of the request that queued it.",
        messageProviders,
      ),
    ],
    notPersonal: ["sequence", "attempts", "last_fault", "claimed_until"],
    end: `What it says: when it is sent, refused or expired (demo mode keeps it for the outbox). Recipient: ${recipientDays} days later. The row: a year later.`,
    reason: "Support answers whether a message went out, and where to; a provider answers for its id for a year.",
    erasure: deleted,
  },
  early_receipt: operation(
    ["channel", "id", "kind", "reason", "received_at"],
    "When its message is recorded as accepted; an hour later where it is of another system.",
    "A provider may report the end of a message before its answer to it is recorded.",
  ),
  audit_event: {
    fields: [
      use(
        ["at", "event", "result", "brand", "facts"],
        "Proves what happened: ids, channels and reasons; no name, e-mail, number or code.",
        "agents, and the insurer’s systems",
      ),
      pseudonym(["account_id", "journey_id"], "The account and the journey."),
      staff(["actor"], "Who did it, where it was an agent or an operator."),
    ],
    notPersonal: ["id", "chain", "previous_hash", "hash", "key_id", "mac", "head_key_id"],
    end: "Never by the service, which may not delete it. An account's id leads to no person once the account is deleted.",
    reason: "Proof of what happened: Law 25, PIPEDA and the insurer's own retention rules.",
    erasure: {
      kind: "kept",
      why: "Proof of what happened, which the service cannot change. Its ids and keyed hashes lead to no person any more.",
    },
  },
  webhook: operation(["id", "position", "started_at"], "Never.", "How far each webhook has read the audit trail."),
  webhook_delivery: {
    fields: [
      use(
        ["event", "queued_at"],
        "An event that a system of the insurer has not accepted yet: ids and reasons.",
        "the insurer’s systems that a webhook is for",
      ),
      pseudonym(["account_id", "event_id"], "The account and the event."),
    ],
    notPersonal: ["sequence", "webhook_id", "attempts", "due_at", "last_fault", "parked_at"],
    end: "When the system accepts it; 90 days after the last attempt where it does not.",
    reason: "The insurer's systems hear of everything that they subscribed to.",
    erasure: {
      kind: "kept",
      why: "Ids that lead to no person any more. The system hears of the erasure too.",
    },
  },
  schema_compatibility: operation(["oldest_migration"], "Never.", "Versions that can use the schema."),
  audit_head: operation(["chain", "events", "hash", "key_id", "mac"], "Never.", "Ends of the audit trail's chains."),
  audit_seal: operation(
    ["chain", "events", "hash", "key_id", "mac"],
    "Never.",
    "Vouches for the beginning of the audit trail.",
  ),
  book_import: operation(
    ["id", "kind", "fingerprint", "rows", "added", "changed", "imported_at"],
    "Never.",
    "Counts of each import.",
  ),
  maintenance: operation(
    ["brand", "began_at", "announced_end"],
    "When the brand opens again.",
    "Brands that are closed.",
  ),
  brand_version: {
    fields: [staff(["author", "approved_by"], "Who changed what people read and call, and who approved it.")],
    notPersonal: ["brand", "number", "based_on", "files", "reason", "created_at", "approved_at", "screens"],
    end: "Never.",
    reason: "What a brand said at a time can be shown, and restored.",
  },
  brand_screen_view: {
    fields: [staff(["member"], "Who approves a draft has seen each screen that it changes.")],
    notPersonal: ["brand", "number", "screen", "seen_at"],
    end: "Never.",
    reason: "What was seen before a version was published.",
  },
  brand_publication: {
    fields: [staff(["published_by"], "Who published the version.")],
    notPersonal: ["sequence", "brand", "number", "published_at"],
    end: "Never.",
    reason: "Which version of a brand people saw from when.",
  },
  brand_load_failure: operation(
    ["server", "brand", "number", "shown", "failed_at"],
    "When the server has loaded the version, or the next one is published.",
    "Shows the digital team which server could not load a published version.",
  ),
  last_answer: operation(
    ["kind", "brand", "id", "is_good", "answer", "answered_at"],
    "Never; each is replaced by the next.",
    "Shows the digital team whether an application or a webhook answers.",
  ),
  key_use: operation(
    ["key_id", "setting", "first_used_at"],
    "Never.",
    "How old each secret is; its id does not reveal it.",
  ),
  brand_experiment: {
    fields: [staff(["started_by", "ended_by"], "Who tried a version on a share of the journeys.")],
    notPersonal: [
      ...(["id", "brand", "published", "tried", "share", "counts"] as const),
      ...(["started_at", "compared_at", "ended_at", "end_reason"] as const),
    ],
    end: "Never.",
    reason: "Which versions people saw in an experiment, and why it ended.",
  },
  report_position: operation(
    ["id", "figure", "definition", "position", "counted_at"],
    `${ttl.reportPositionDays} days after the last use of its query, which an upgrade can replace.`,
    "How far the audit trail is counted for the report.",
  ),
  report_dimension: operation(
    ["position_id", "key", "brand", "dimensions"],
    "With its position; otherwise never, like the audit trail that it counts.",
    "What the counts of the report are divided by: outcome, province, language and the like.",
  ),
  report_count: operation(
    ["position_id", "part", "key", "over_at", "count"],
    "With its position; otherwise never, like the audit trail that it counts.",
    "How many journeys of each half hour had which outcome. It names no journey, account or person.",
  ),
  clock_offset: operation(["only_row", "seconds"], "Never.", "Demo mode's clock."),
  production_use: operation(["only_row", "since"], "Never.", "Keeps demo mode out of a production database."),
  retention_run: operation(["only_row", "ran_at"], "Never.", "When expired rows were last deleted."),
  restore_epoch: operation(["only_row", "epoch", "restored_at"], "Never.", "When a backup was last restored."),
};
