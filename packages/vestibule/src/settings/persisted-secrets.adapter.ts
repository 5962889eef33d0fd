import { createHmac, randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { KeyPairName, Settings } from "./settings.rule.ts";

type Secrets = Record<KeyPairName | "SERVICE_CREDENTIALS", string>;

/**
 * Completes the settings with the secrets that demo mode generates at its first start and stores under DATA_DIR.
 * Production settings are returned unchanged.
 */
export async function loadOrCreateSecrets(settings: Settings, dataDir: string): Promise<Settings> {
  if (settings.mode === "production") return settings;
  const given = Object.values(settings.secrets).every((values) => values.length > 0);
  if (given && settings.serviceCredentials.length > 0) return settings;
  const kept = await keptSecrets(dataDir);
  const filled = (name: KeyPairName) => (settings.secrets[name].length > 0 ? settings.secrets[name] : [kept[name]]);
  return {
    ...settings,
    secrets: {
      TOKEN_SECRETS: filled("TOKEN_SECRETS"),
      HASH_SECRETS: filled("HASH_SECRETS"),
      LOOKUP_SECRETS: filled("LOOKUP_SECRETS"),
      COOKIE_SECRETS: filled("COOKIE_SECRETS"),
      AUDIT_SECRETS: filled("AUDIT_SECRETS"),
    },
    serviceCredentials:
      settings.serviceCredentials.length > 0 ? settings.serviceCredentials : [kept.SERVICE_CREDENTIALS],
  };
}

/** Written to a temporary file and then linked, so that two servers starting at once use the same secrets. */
async function keptSecrets(dataDir: string): Promise<Secrets> {
  const file = join(dataDir, "secrets.json");
  const found = await readFile(file, "utf8").catch(() => undefined);
  if (found !== undefined) return completed(JSON.parse(found));
  const fresh = () => randomBytes(32).toString("base64url");
  const secrets: Secrets = {
    TOKEN_SECRETS: fresh(),
    HASH_SECRETS: fresh(),
    LOOKUP_SECRETS: fresh(),
    COOKIE_SECRETS: fresh(),
    AUDIT_SECRETS: fresh(),
    SERVICE_CREDENTIALS: fresh(),
  };
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await mkdir(dataDir, { recursive: true });
  await writeFile(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== "EEXIST") throw fault;
  } finally {
    await rm(draft);
  }
  return completed(JSON.parse(await readFile(file, "utf8")));
}

/** A file of an earlier version has no audit secret: every server derives the same one from HASH_SECRETS. */
function completed(kept: Omit<Secrets, "AUDIT_SECRETS"> & Partial<Secrets>): Secrets {
  const derived = createHmac("sha256", kept.HASH_SECRETS).update("AUDIT_SECRETS").digest("base64url");
  return { ...kept, AUDIT_SECRETS: kept.AUDIT_SECRETS ?? derived };
}
