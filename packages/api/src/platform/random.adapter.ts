import { randomBytes, randomInt } from "node:crypto";
import type { Random } from "./random.port.ts";

export const secureRandom: Random = {
  integer: (from, to) => randomInt(from, to + 1),
  token: (bytes) => randomBytes(bytes).toString("base64url"),
};
