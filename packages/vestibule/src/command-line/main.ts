import "../settings/thread-pool.ts";
import { serveAsBuilt } from "../settings/environment.ts";

// Everything else is loaded after the lines above and below have spoken to Node and to React.
if (!process.argv.includes("--sources")) serveAsBuilt();
const { runCommand } = await import("./commands.ts");
process.exitCode = await runCommand(process.argv);
