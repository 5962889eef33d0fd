import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../test/loopback-port.ts";
import { root } from "./run.mjs";

/** The product in demo mode on a free port, with a temporary database and more settings. */
export async function startProduct(settings = {}) {
  const port = await freePort();
  const product = spawn("npm", ["start"], {
    cwd: root,
    env: { ...process.env, ...settings, PORT: String(port), DATA_DIR: "memory:" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((resolve) => product.once("exit", resolve));
  const end = async () => {
    product.kill("SIGTERM");
    await ended;
  };
  for (let attempt = 0; attempt < 1200 && product.exitCode === null; attempt++) {
    if (await isReady(`http://localhost:${port}/health/ready`)) return { port, end };
    await wait(250);
  }
  await end();
  throw new Error("the product did not start");
}

async function isReady(url) {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}
