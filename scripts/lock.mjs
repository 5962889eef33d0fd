import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "./run.mjs";

const file = join(root, ".preparing");

/** Runs `work` under an exclusive lock on this folder. The lock of a process that has ended is ignored. */
export async function withLock(work) {
  while (!tryLock()) await pause(200);
  try {
    await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryLock() {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (fault) {
    if (fault.code !== "EEXIST") throw fault;
    if (!isAlive(Number(readFileSync(file, "utf8")))) rmSync(file, { force: true });
    return false;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return fault.code === "EPERM";
  }
}
