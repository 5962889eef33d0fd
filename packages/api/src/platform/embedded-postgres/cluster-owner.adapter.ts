import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** User that PostgreSQL runs as. It refuses root; any other user runs it itself (`drop` is then absent). */
export interface ClusterOwner {
  drop?: { uid: number; gid: number };
}

export function clusterOwner(): ClusterOwner {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of ["postgres", "nobody", "daemon"]) {
    const user = users.find(([candidate]) => candidate === name);
    const uid = Number(user?.[2]);
    const gid = Number(user?.[3]);
    if (uid > 0 && gid > 0) return { drop: { uid, gid } };
  }
  throw new Error("PostgreSQL does not run as root, and no unprivileged user was found. Set DATABASE_URL instead.");
}

/** Options of a child process that runs as the owner, in a folder that exists and a plain locale. */
export function asOwner(owner: ClusterOwner) {
  return { ...owner.drop, cwd: "/", env: { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" } };
}

/** Runs a test as the owner, because a path's mode does not cover the folders above it. */
export function canUse(question: { owner: ClusterOwner; path: string; access: "run" | "write" }): boolean {
  if (question.owner.drop === undefined) return true;
  const test = question.access === "run" ? 'test -x "$0"' : 'test -w "$0" && test -x "$0"';
  return spawnSync("/bin/sh", ["-c", test, question.path], asOwner(question.owner)).status === 0;
}
