import { parentPort, workerData } from "node:worker_threads";
import { inParallel, times } from "./in-parallel.ts";
import { signIn } from "./sign-in.ts";

// On a thread of its own, so that making a flood does not slow the clock of who watches it.
const { port, waves, atOnce } = workerData as { port: number; waves: number; atOnce: number };
const answers: { status: number; retryAfter: string | undefined; millis: number }[] = [];
for (let wave = 0; wave < waves; wave += 1) {
  const told = await inParallel(times(atOnce), { atOnce }, (index) =>
    signIn(port, { username: `flood${wave}x${index}@courrier.example`, password: "Not-The-One-1" }),
  );
  for (const { status, headers, millis } of told) answers.push({ status, retryAfter: headers["retry-after"], millis });
}
parentPort?.postMessage(answers);
