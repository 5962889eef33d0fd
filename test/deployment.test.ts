import { spawnSync } from "node:child_process";
import { accessSync, constants, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loginForm } from "@vestibule/api/gateway/gateway-result.rule.ts";
import { longestWaitSeconds } from "@vestibule/contract/internal/event.endpoint.ts";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { settingInfo, settingNames } from "../packages/vestibule/src/settings/settings.schema.ts";

const deployedUpstream = /^ *server \S+?:\d+ ?(.*);$/gm;

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const project = JSON.parse(read("package.json"));

it("builds the image with the Node that the project pins", () => {
  expect(read("Dockerfile")).toContain(`FROM node:${project.dependencies.node}-`);
});

it("runs only scripts and files that exist in the workflows", () => {
  const workflows = [".gitlab-ci.yml", ...globSync(".github/**/*.yaml", { cwd: root })].map(read).join("\n");
  const scripts = [...workflows.matchAll(/npm run ([\w:]+)|\.ci\/run ([\w:]+)/g)].map(([, one, other]) => one ?? other);
  expect(scripts).toEqual(expect.arrayContaining(["check", "test:unit", "test:stories", "test:all"]));
  expect(scripts.filter((name = "") => !(name in project.scripts))).toEqual([]);
  for (const [path] of workflows.matchAll(/\.ci\/\w+/g)) accessSync(join(root, path), constants.X_OK);
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

describe("nginx in front of the servers", () => {
  it("limits sign-ins by client IP, and no other request", () => {
    const config = read("deploy/nginx.conf");
    const [, keys] = /map "\$request_method \$uri" \$sign_in_client \{([^}]*)\}/.exec(config) ?? [];
    expect(keys?.match(/\S.*;/g)).toEqual(['default "";', `"POST ${loginForm}" $binary_remote_addr;`]);
    expect(config.match(/limit_req\w* .*;/g)).toEqual([
      "limit_req_zone $sign_in_client zone=sign_in:10m rate=2r/s;",
      "limit_req zone=sign_in burst=60 nodelay;",
      "limit_req_status 429;",
    ]);
  });

  it("keeps every path of staff and systems inside the insurer's network", () => {
    const [, kept = ""] = /location ~ (\S+) \{\n {2}return 404;/.exec(read("deploy/nginx-proxy.conf")) ?? [];
    const paths = [...settingInfo("INTERNAL_PORT").about.matchAll(/`(\/\w+)`/g)].map(([, path = ""]) => path);
    expect(paths).toEqual(expect.arrayContaining(["/internal", "/agent", "/team"]));
    for (const path of paths) expect(path).toMatch(new RegExp(kept));
  });

  it("requests again elsewhere only what a server left without a response", () => {
    for (const file of ["deploy/nginx-proxy.conf", "deploy/nginx-internal.conf"])
      expect(read(file).match(/(?<=^ *)proxy_next_upstream .*;$/gm), file).toEqual([
        "proxy_next_upstream error timeout;",
      ]);
  });

  it("waits longer for a response of /internal than a reader of events does for the next one", () => {
    const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(read("deploy/nginx-internal.conf")) ?? [];
    expect(Number(seconds)).toBeGreaterThan(longestWaitSeconds + 10);
  });

  it.each(["deploy/nginx-proxy.conf", "deploy/nginx-internal.conf", "docs/connect/hosts.md"])(
    "A-452 takes a URL as long as a server does, and a response that redirects to it, in %s",
    (file) => {
      const buffers = read(file).match(/(?<=^ *)(large_client_header|proxy)_buffer\w* .*;$/gm);
      expect(buffers).toEqual(["large_client_header_buffers 4 16k;", "proxy_buffer_size 32k;", "proxy_buffers 8 32k;"]);
    },
  );

  it("notices a server that stops, and takes it back, in Apache’s and HAProxy’s lines of docs/connect/hosts.md", () => {
    const lines = read("docs/connect/hosts.md");
    expect(lines.match(/(?<=^ *BalancerMember \S+ ).*$/gm)).toEqual(Array(2).fill("retry=2 responsefieldsize=16384"));
    expect(
      lines.match(/^ *(timeout check|option redispatch|default-server) .*$/gm)?.map((line) => line.trim()),
    ).toEqual(["timeout check 3s", "option redispatch 1", "default-server check inter 1s fall 2"]);
  });

  it.each(["deploy/nginx.conf", "deploy/nginx-internal.conf", "compose.yaml"])(
    "keeps a server after one broken connection in %s",
    (file) => {
      const parameters = [...read(file).matchAll(deployedUpstream)].map(([, given]) => given);
      expect(parameters).toEqual(["max_fails=3 fail_timeout=2s", "max_fails=3 fail_timeout=2s"]);
    },
  );
});

it("runs PostgreSQL in Compose with an owner of the tables that is no superuser", () => {
  const { services, configs } = parse(read("compose.yaml"));
  expect(services.postgres.environment).not.toHaveProperty("POSTGRES_USER");
  const [, owner] = /postgres:\/\/(\w+):/.exec(services["server-1"].environment.MIGRATION_DATABASE_URL) ?? [];
  expect(configs.roles.content).toContain(`create role ${owner} login password`);
  expect(configs.roles.content).not.toContain("superuser");
});

it("lets nothing take all servers from visitors while the database is unavailable", () => {
  for (const file of ["Dockerfile", "deploy/helm/vestibule/templates/deployment.yaml"]) {
    expect(read(file), file).toContain("/health/accepting");
    expect(read(file), file).not.toMatch(/^[^#]*\/health\/ready/m);
  }
});
