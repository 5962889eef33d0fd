/** Password hash formats that sign-in can verify and imports may contain. */
export type PasswordHashKind = "argon2id" | "bcrypt" | "scrypt";

const argon2id = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;
const bcrypt = /^\$2[aby]\$(\d{2})\$[./A-Za-z0-9]{53}$/;
const scrypt =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}={0,2}\$[A-Za-z0-9+/]{22,86}={0,2}$/;

/** Largest memory of one verification, so that an imported hash cannot exhaust the server. */
const largestKibibytes = 262_144;

/** Format of a stored or imported hash; undefined when it is unknown or too expensive to verify. */
export function passwordHashKind(hash: string): PasswordHashKind | undefined {
  const [, memory, passes] = argon2id.exec(hash) ?? [];
  if (memory !== undefined) return Number(memory) <= largestKibibytes && Number(passes) <= 10 ? "argon2id" : undefined;
  const [, cost] = bcrypt.exec(hash) ?? [];
  if (cost !== undefined) return Number(cost) >= 4 && Number(cost) <= 15 ? "bcrypt" : undefined;
  const parameters = scryptParameters(hash);
  if (parameters === undefined) return undefined;
  const { cost: size, blockSize, parallelization } = parameters;
  return (size * blockSize) / 8 <= largestKibibytes &&
    parallelization <= 4 &&
    size >= 2 &&
    blockSize >= 1 &&
    parallelization >= 1
    ? "scrypt"
    : undefined;
}

export function scryptParameters(hash: string) {
  const [, logCost, blockSize, parallelization] = scrypt.exec(hash) ?? [];
  if (logCost === undefined) return undefined;
  const [, , , salt = "", key = ""] = hash.split("$");
  return {
    cost: 2 ** Number(logCost),
    blockSize: Number(blockSize),
    parallelization: Number(parallelization),
    salt: Buffer.from(salt, "base64"),
    key: Buffer.from(key, "base64"),
  };
}
