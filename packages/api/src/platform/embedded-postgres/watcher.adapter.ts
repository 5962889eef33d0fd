import { spawn } from "node:child_process";
import type { Cluster } from "./cluster.adapter.ts";

/** Waits until its input closes, which happens whenever this process ends, then deletes the cluster. */
const script = `
  read -r _
  postmaster=$(head -n 1 "$0/postmaster.pid" 2>/dev/null) && kill -QUIT "$postmaster"
  while kill -0 "$postmaster"; do sleep 0.05; done
  rm -rf "$1" "$2" "$3"
`;

/** Deletes a temporary cluster when its server ends, even if it is killed. */
export function watchTemporary(
  { folder }: Cluster,
  { dataDir, socketFolder }: { dataDir: string; socketFolder: string },
): void {
  const folders = [folder.data, folder.home, dataDir, socketFolder];
  spawn("/bin/sh", ["-c", script, ...folders], {
    detached: true,
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
  }).unref();
}
