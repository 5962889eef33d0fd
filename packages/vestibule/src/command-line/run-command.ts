import { Command, CommanderError } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { describeDatabaseFault, StartupError } from "../serve/startup-error.ts";
import { exitWithoutOutput, print, printError } from "./command-io.ts";
import { commands, groups } from "./commands.ts";

const describe = ({ message, lines }: StartupError, startsServer: boolean) =>
  startsServer ? message : lines.join("\n");

/** Parses the command line and runs one command. Returns the process's exit code. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  let startsServer = false;
  const reportError = (error: string) =>
    argv.includes("--json") ? print(JSON.stringify({ error }, null, 2)) : printError(error);
  const program = new Command("vestibule")
    .description("The login and registration portal of an insurer, in French and English.")
    .version(packageJson.version, "--version", "print the version")
    .exitOverride()
    .configureOutput({ outputError: (text) => reportError(text.trimEnd()) })
    .configureHelp({ sortSubcommands: true });
  const subprograms = new Map(
    Object.entries(groups).map(([name, about]) => [name, program.command(name).description(about)]),
  );
  for (const { usage, description, options = [], run, isServer } of commands) {
    const [first = "", ...rest] = usage.split(" ");
    const group = subprograms.get(first);
    const command = group ? group.command(rest.join(" ")) : program.command(usage);
    for (const one of options) command.addOption(one);
    if (!isServer) command.option("--json", "print the result as JSON");
    command.description(description).action(async (...args) => {
      startsServer = isServer === true;
      // A server goes on without its log.
      if (!startsServer) process.stdout.off("error", exitWithoutOutput).once("error", exitWithoutOutput);
      const result = await run(...(args as never[]));
      if (result === undefined) return;
      exitCode = result.failure === undefined ? 0 : 1;
      if (command.opts().json) print(JSON.stringify(result.data, null, 2));
      else if (result.text !== "") (result.failure === "refusal" ? printError : print)(result.text);
    });
  }
  try {
    await program.parseAsync([...argv]);
  } catch (fault) {
    if (fault instanceof CommanderError) return fault.exitCode;
    const sentence = fault instanceof StartupError ? describe(fault, startsServer) : describeDatabaseFault(fault)?.en;
    if (sentence === undefined) throw fault;
    reportError(sentence);
    return 1;
  }
  return exitCode;
}
