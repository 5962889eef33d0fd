import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { settingNames } from "../packages/vestibule/src/settings/settings.schema.ts";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const project = JSON.parse(read("package.json"));

it("builds the image with the Node that the project pins", () => {
  expect(read("Dockerfile")).toContain(`FROM node:${project.dependencies.node}-`);
});

it("gives the chart and every workspace the version of the project", () => {
  expect(read("deploy/helm/vestibule/Chart.yaml")).toMatch(new RegExp(`^appVersion: "${project.version}"$`, "m"));
  for (const file of globSync(["brands/package.json", "packages/*/package.json"], { cwd: root }))
    expect(JSON.parse(read(file)).version, file).toBe(project.version);
});

it("does not install a version over another one", () => {
  const { status, stderr } = spawnSync("sh", [join(root, "deploy/install-production.sh"), "/none.tgz", "deploy"], {
    cwd: root,
  });
  expect([status, String(stderr)]).toEqual([1, expect.stringContaining("deploy is not empty")]);
});

it("names only settings that exist in the files for deployment", () => {
  const files = ["Dockerfile", "compose.yaml", ...globSync("deploy/**/*.{yaml,tpl,service}", { cwd: root })];
  const setting = /\b[A-Z_]+_(URL|SECRETS|CREDENTIALS|PROXIES|PORT|DIR|FILE|HOST|BRAND|SIZE)\b/g;
  const named = files.flatMap((file) => [...read(file).matchAll(setting)].map(([name]) => name));
  expect(named).toEqual(expect.arrayContaining(["DATABASE_URL", "OIDC_CLIENTS_DIR"]));
  expect(named.filter((name) => !(settingNames as string[]).includes(name))).toEqual([]);
});
