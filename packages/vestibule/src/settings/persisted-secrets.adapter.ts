import { createHmac, randomBytes } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createFolder } from "@vestibule/api/platform/create-folder.adapter.ts";
import { faultCode } from "@vestibule/api/platform/fault-code.rule.ts";
import { mapRows } from "@vestibule/catalogue/ids-of.ts";
import { z } from "zod";
import { StartupError } from "../serve/startup-error.ts";
import { secretLength } from "./secret.rule.ts";
import { listOf } from "./setting-value.schema.ts";
import type { Settings } from "./settings.rule.ts";

/** Settings of the secrets that can be rotated, by purpose. */
export const secretNames = {
  token: "TOKEN_SECRETS",
  hash: "HASH_SECRETS",
  lookup: "LOOKUP_SECRETS",
  cookie: "COOKIE_SECRETS",
  audit: "AUDIT_SECRETS",
} as const;
type Purpose = keyof typeof secretNames;
type Secrets = Record<(typeof secretNames)[Purpose] | "SERVICE_CREDENTIALS", string>;

/** Adds the secrets that demo mode generates at its first start and stores under DATA_DIR. */
export async function loadOrCreateSecrets(settings: Settings, dataDir: string): Promise<Settings> {
  const { mode, secrets: configured, serviceCredentials } = settings;
  const isComplete = [...Object.values(configured), serviceCredentials].every((values) => values.length > 0);
  if (mode === "production" || isComplete) return settings;
  const stored = await readOrCreateSecrets(dataDir);
  const secrets = mapRows(secretNames, (purpose, name) =>
    configured[purpose].length > 0 ? configured[purpose] : listOf(stored[name]),
  );
  return {
    ...settings,
    secrets,
    serviceCredentials: serviceCredentials.length > 0 ? serviceCredentials : [stored.SERVICE_CREDENTIALS],
  };
}

export const generateSecret = (): string => randomBytes(32).toString("base64url");

/** Adds a new secret for each purpose to the file under DATA_DIR, and keeps the newest of the old ones. */
export async function rotateStoredSecrets(dataDir: string, purposes: readonly Purpose[]): Promise<void> {
  const stored = await readOrCreateSecrets(dataDir);
  const rotated = purposes.map((purpose) => {
    const [newest] = listOf(stored[secretNames[purpose]]);
    return [secretNames[purpose], `${generateSecret()},${newest}`];
  });
  await rename(await writeDraft(dataDir, { ...stored, ...Object.fromEntries(rotated) }), secretsFile(dataDir));
}

const secretsFile = (dataDir: string) => join(dataDir, "secrets.json");

async function writeDraft(dataDir: string, secrets: Record<string, string>): Promise<string> {
  const draft = `${secretsFile(dataDir)}.${randomBytes(6).toString("hex")}`;
  try {
    await createFolder(dataDir);
    await writeFile(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  } catch (fault) {
    throw new StartupError([`DATA_DIR ${dataDir} cannot be written (${faultCode(fault)})`]);
  }
  return draft;
}

/** Linked from a draft, so that two servers that start together use the same secrets. */
async function readOrCreateSecrets(dataDir: string): Promise<Secrets> {
  const file = secretsFile(dataDir);
  const found = await readSecrets(file);
  if (found !== undefined) return found;
  const names = [...Object.values(secretNames), "SERVICE_CREDENTIALS"];
  const draft = await writeDraft(dataDir, Object.fromEntries(names.map((name) => [name, generateSecret()])));
  try {
    await link(draft, file);
  } catch (fault) {
    if (faultCode(fault) !== "EEXIST") throw fault;
  } finally {
    await rm(draft);
  }
  return readOrCreateSecrets(dataDir);
}

const secretList = z.string().refine((text) => {
  const secrets = listOf(text);
  return secrets.length > 0 && secrets.every((secret) => secret.length >= secretLength);
});
const secretsInFile = z.object({
  TOKEN_SECRETS: secretList,
  HASH_SECRETS: secretList,
  LOOKUP_SECRETS: secretList,
  COOKIE_SECRETS: secretList,
  AUDIT_SECRETS: secretList.optional(),
  SERVICE_CREDENTIALS: secretList,
});

/** Undefined without a file. Throws if the file is invalid, since new secrets would end all sessions. */
async function readSecrets(file: string): Promise<Secrets | undefined> {
  try {
    return withAuditSecret(secretsInFile.parse(JSON.parse(await readFile(file, "utf8"))));
  } catch (fault) {
    if (["ENOENT", "ENOTDIR"].includes(faultCode(fault) ?? "")) return undefined;
    // The message of the fault may quote the file.
    throw new StartupError([`${file} has no usable secrets: restore it, or delete it to generate new ones`]);
  }
}

/** A file of an earlier version has no audit secret, so all servers derive the same one from HASH_SECRETS. */
function withAuditSecret(stored: z.infer<typeof secretsInFile>): Secrets {
  const derived = createHmac("sha256", stored.HASH_SECRETS).update("AUDIT_SECRETS").digest("base64url");
  return { ...stored, AUDIT_SECRETS: stored.AUDIT_SECRETS ?? derived };
}
