import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseAllDocuments, stringify } from "yaml";
import { helm } from "./helm.ts";

const run = helm();
const chart = join(import.meta.dirname, "../deploy/helm/vestibule");
const folder = mkdtempSync(join(tmpdir(), "vestibule-chart-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every part of the chart that an operator can turn on. */
const everything = {
  imagePullSecrets: [{ name: "registry" }],
  settings: { DEFAULT_BRAND: "acme", CLIENT_IP_LIMIT_FACTOR: 0 },
  brands: { volume: { persistentVolumeClaim: { claimName: "brands", readOnly: true } } },
  oidcClients: { volume: { configMap: { name: "clients" } } },
  webhooks: { volume: { configMap: { name: "webhooks" } } },
  certificates: { volume: { secret: { secretName: "certificates" } } },
  caBundle: "authorities.pem",
  podMonitor: { enabled: true, credential: { name: "vestibule-metrics", key: "credential" } },
  ingress: { enabled: true, hosts: ["portal.acme.example"], tlsSecretName: "portal-tls" },
  autoscaling: { enabled: true },
  networkPolicy: { portalFrom: [{ ipBlock: { cidr: "10.0.0.0/8" } }] },
};

function withValues(values: object): string[] {
  const file = join(folder, "values.yaml");
  writeFileSync(file, stringify(values));
  return [chart, "--values", file];
}

interface Resource {
  kind: string;
  metadata: { name: string };
  // biome-ignore lint/suspicious/noExplicitAny: the tests read into resources of every kind.
  [field: string]: any;
}

function render(values: object): Resource[] {
  const { status, output } = run("template", "portal", ...withValues(values));
  if (status !== 0) throw new Error(output);
  return parseAllDocuments(output)
    .map((document) => document.toJS() as Resource | null)
    .filter((one) => one !== null);
}

const serverOf = (resources: readonly Resource[]) =>
  resources.find(({ kind }) => kind === "Deployment")?.spec.template.spec.containers[0];

describe("the Helm chart", () => {
  it.each([
    ["its own values", {}],
    ["everything turned on", everything],
  ])("passes helm lint with %s", (_what, values) => {
    expect(run("lint", "--strict", ...withValues(values))).toMatchObject({ status: 0 });
  });

  it("renders servers, two services, a policy, a migration and a nightly check by default", () => {
    const kinds = render({}).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual([
      "CronJob",
      "Deployment",
      "Job",
      "NetworkPolicy",
      "PodDisruptionBudget",
      "Service",
      "Service",
    ]);
  });

  it("renders every part that can be turned on", () => {
    const resources = render(everything);
    const kinds = resources.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["HorizontalPodAutoscaler", "Ingress", "PodMonitor"]));
    const server = serverOf(resources);
    const settings = Object.fromEntries(
      server.env.map((one: { name: string; value: string }) => [one.name, one.value]),
    );
    expect(settings).toMatchObject({
      BRANDS_DIR: "/brands",
      CA_FILE: "/certificates/authorities.pem",
      // Zero is a value.
      CLIENT_IP_LIMIT_FACTOR: "0",
      DEFAULT_BRAND: "acme",
    });
    expect(server.volumeMounts.map((mount: { mountPath: string }) => mount.mountPath)).toEqual(
      expect.arrayContaining(["/brands", "/certificates"]),
    );
    for (const { kind, spec } of resources.filter(({ kind }) => ["Deployment", "Job"].includes(kind)))
      expect(spec.template.spec.imagePullSecrets, kind).toEqual([{ name: "registry" }]);
  });

  it("leads no ingress to the service of /internal", () => {
    const resources = render(everything);
    const [ingress] = resources.filter(({ kind }) => kind === "Ingress");
    const services = resources.filter(({ kind }) => kind === "Service").map(({ metadata }) => metadata.name);
    const internal = services.find((name) => name.includes("internal"));
    expect(internal).toBeDefined();
    expect(JSON.stringify(ingress?.spec)).not.toContain(`"${internal}"`);
  });

  it.each([
    ["a port that the chart sets", { settings: { PORT: 3000 } }, "settings.PORT: the chart sets it"],
    ["a CA bundle without certificates", { caBundle: "ca.pem" }, "caBundle is a file of certificates.volume"],
    ["a monitor without a credential", { podMonitor: { enabled: true } }, "podMonitor.credential.name is needed"],
  ])("refuses %s by name", (_what, values, message) => {
    const { status, output } = run("template", "portal", ...withValues(values));
    expect(status).not.toBe(0);
    expect(output).toContain(message);
  });
});
