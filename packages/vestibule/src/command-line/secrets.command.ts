import { rm, writeFile } from "node:fs/promises";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";
import { idsOf } from "@vestibule/catalogue/ids-of.ts";
import { StartupError } from "../serve/startup-error.ts";
import { generateSecret, rotateStoredSecrets, secretNames } from "../settings/persisted-secrets.adapter.ts";
import { type CommandResult, checkedSettings } from "./command-io.ts";

/** `vestibule secrets generate`: prints new secrets as a part of .env, or writes them to a new file. */
export async function generateSecretsCommand({ output }: { output?: string }): Promise<CommandResult> {
  const names = [...Object.values(secretNames), "SERVICE_CREDENTIALS"];
  const secrets = Object.fromEntries(names.map((name) => [name, generateSecret()]));
  const lines = names.map((name) => `${name}=${secrets[name]}`).join("\n");
  if (output === undefined) return { text: lines, data: secrets };
  try {
    await writeFile(output, `${lines}\n`, { mode: 0o600, flag: "wx" });
    return { text: `Written to ${output}.`, data: { output, written: true } };
  } catch (fault) {
    const code = faultCode(fault);
    if (code !== "EEXIST") {
      // A part of the secrets would be left unchanged by the next attempt.
      await rm(output, { force: true });
      throw new StartupError([`${output} cannot be written (${code})`]);
    }
    return { text: `${output} exists and stays as it is.`, data: { output, written: false } };
  }
}

const notRotated = `# Not rotated here:
# SERVICE_CREDENTIALS: each belongs to one of your systems. Add a new one to the list, give it to the system, remove the old.
# OIDC_CLIENT_SECRETS: change each here and at its application at once.
# WEBHOOK_SECRETS: put a new secret before the old one of the same name, give it to the system, remove the old.
# AGENT_OIDC_CLIENT_SECRET, EMAIL_RECEIPT_SECRET, SMS_RECEIPT_SECRET, SMS_FALLBACK_RECEIPT_SECRET, VOICE_RECEIPT_SECRET, VOICE_FALLBACK_RECEIPT_SECRET, and passwords in DATABASE_URL, MIGRATION_DATABASE_URL, SMTP_URL, EMAIL_URL, SMS_URL, SMS_FALLBACK_URL, VOICE_URL, VOICE_FALLBACK_URL, POLICY_DIRECTORY_URLS, USER_REGISTRY_URLS: change them at the system that issues them.
# PINs of the book are hashed under HASH_SECRETS: import the policies again before its older secret is removed.`;

/**
 * `vestibule secrets rotate`: prints each current secret with a new one, in two steps, so that no server gets a token
 * or cookie under a secret that it does not know. The secrets that demo mode generated are rotated in their file at
 * once.
 */
export async function rotateSecretsCommand(): Promise<CommandResult> {
  const { secrets, dataDir, mode } = checkedSettings();
  const purposes = idsOf(secretNames);
  const configured = purposes.filter((purpose) => secrets[purpose].length > 0);
  const stored = mode === "demo" ? purposes.filter((purpose) => secrets[purpose].length === 0) : [];
  const storedNames = stored.map((purpose) => secretNames[purpose]);
  const done: string[] = [];
  if (stored.length > 0) {
    if (dataDir.kind === "temporary")
      throw new StartupError(["with DATA_DIR=memory: there are no stored secrets to rotate"]);
    await rotateStoredSecrets(dataDir.path, stored);
    done.push(`Rotated in ${dataDir.path}/secrets.json: ${storedNames.join(", ")}. Start the server again.`);
  }
  if (configured.length === 0) return { text: done.join("\n"), data: { stored: storedNames } };
  const pairs = configured.map((purpose) => {
    const [present = "", older] = secrets[purpose];
    return { name: secretNames[purpose], present, older, fresh: generateSecret() };
  });
  const leaving = pairs.flatMap(({ name, older }) => (older === undefined ? [] : [name]));
  const lines = [
    ...done,
    "# Step 1, on every server, one after another: the new secret verifies.",
    ...(leaving.length === 0
      ? []
      : [`# The older secret of ${leaving.join(", ")} is removed: what it signed or encrypted is no longer accepted.`]),
    ...pairs.map(({ name, present, fresh }) => `${name}=${present},${fresh}`),
    "",
    "# Step 2, ten minutes after every server has step 1, one after another: the new secret signs.",
    ...pairs.map(({ name, present, fresh }) => `${name}=${fresh},${present}`),
    "",
    "# Step 3, after eight days: remove the older secret of each, and keep that of AUDIT_SECRETS elsewhere.",
    notRotated,
  ];
  const step = (secretsOf: (pair: (typeof pairs)[number]) => string) =>
    Object.fromEntries(pairs.map((pair) => [pair.name, secretsOf(pair)]));
  const steps = [
    step(({ present, fresh }) => `${present},${fresh}`),
    step(({ present, fresh }) => `${fresh},${present}`),
  ];
  return { text: lines.join("\n"), data: { stored: storedNames, leaving, steps } };
}
