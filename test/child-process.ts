import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

export const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Stops a process by SIGTERM, or kills it. Resolves once it has ended. */
export async function endProcess(child: ChildProcess, signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** Stops the process when this process exits early. */
export function endWithThisProcess(child: ChildProcess): void {
  const end = () => child.kill();
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
}
