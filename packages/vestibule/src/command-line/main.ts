import "../settings/thread-pool.ts";

// Everything else is loaded after the line above has spoken to Node.
const { runCommand } = await import("./commands.ts");
process.exitCode = await runCommand(process.argv);
