import { spawn } from "node:child_process";
import type { Cluster } from "./cluster.adapter.ts";

/** Waits for its input to end, which happens whenever this process ends, then takes the cluster away. */
const script = `
  read -r _
  postmaster=$(head -n 1 "$0/postmaster.pid" 2>/dev/null) && kill -QUIT "$postmaster"
  while kill -0 "$postmaster"; do sleep 0.05; done
  rm -rf "$1" "$2" "$3"
`;

/** A temporary cluster does not outlive its server, not even one that is killed. */
export function watchTemporary({ folder }: Cluster, places: { dataDir: string; socketFolder: string }): void {
  const folders = [folder.data, folder.home, places.dataDir, places.socketFolder];
  spawn("/bin/sh", ["-c", script, ...folders], {
    detached: true,
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
  }).unref();
}
