import type { BenchServer } from "../bench-server.ts";
import { atMost, type Measured } from "../finding.ts";

/** Memory of the servers after all measures before. */
export async function measureMemory({ servers }: BenchServer): Promise<Measured> {
  const findings = servers.flatMap((server, index) => {
    const { nowMegabytes, mostMegabytes } = server.memory();
    return [
      { what: `server ${index + 1} now`, value: nowMegabytes, unit: "MB", bar: atMost(250, nowMegabytes) },
      { what: `server ${index + 1} at the most`, value: mostMegabytes, unit: "MB" },
    ];
  });
  return { title: "Memory of each server after the load", findings };
}
