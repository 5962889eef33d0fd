import { startEmbeddedPostgres } from "@vestibule/api/platform/embedded-postgres/embedded-postgres.adapter.ts";

/** Starts PostgreSQL in the given folder like a server, prints how it was started, and stops it when its input ends. */
const [dataDir = "", lifetime = "kept"] = process.argv.slice(2);
const postgres = await startEmbeddedPostgres({ dataDir, lifetime: lifetime === "kept" ? "kept" : "temporary" });
process.stdout.write(`${JSON.stringify({ origin: postgres.origin, url: postgres.url })}\n`);
process.stdin.resume().once("end", async () => {
  await postgres.stop();
  process.exit(0);
});
