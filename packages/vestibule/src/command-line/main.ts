import { serveAsBuilt } from "../settings/environment.ts";

// Everything else is imported after `serveAsBuilt`, since Node and React read the environment when they load.
if (!process.argv.includes("--sources")) serveAsBuilt();
const { runCommand } = await import("./run-command.ts");
process.exitCode = await runCommand(process.argv);
