import { scrypt, timingSafeEqual } from "node:crypto";
import { scryptParameters } from "./password-hash.rule.ts";

/** Verifies the format `$scrypt$ln=…,r=…,p=…$salt$key` of other registries. */
export async function verifyScrypt(password: string, hash: string): Promise<boolean> {
  const parameters = scryptParameters(hash);
  if (parameters === undefined) return false;
  const { cost, blockSize, parallelization, salt, key } = parameters;
  const maxmem = 256 * cost * blockSize;
  const found = await new Promise<Buffer>((resolve, reject) => {
    scrypt(password, salt, key.length, { cost, blockSize, parallelization, maxmem }, (fault, derived) =>
      fault ? reject(fault) : resolve(derived),
    );
  });
  return timingSafeEqual(found, key);
}
