import { type RawBuilder, sql } from "kysely";
import type { Challenge } from "./challenge.adapter.ts";

/** Consumes a challenge; no row when it was used before or has expired. */
export const challengeConsumption = ({ nonce, until }: Challenge): RawBuilder<unknown> => sql`
  insert into passkey_challenge (nonce, expires_at) select ${nonce}, to_timestamp(${until}::float8)
  where to_timestamp(${until}::float8) > app_now() on conflict do nothing returning nonce`;
