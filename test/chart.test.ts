import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parseAllDocuments, stringify } from "yaml";
import { kubernetesProgram } from "./kubernetes-programs.ts";

const run = kubernetesProgram("helm");
const kubectl = kubernetesProgram("kubectl");
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
  apiVersion: string;
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

/**
 * Decodes resources by the Go types of Kubernetes, without a cluster, and returns those with a pod template as decoded:
 * a field of another name is missing from them. Resources of other vendors have no types there.
 */
function decode(resources: readonly Resource[]): { error: string | undefined; decoded: Resource[] } {
  const file = join(folder, "resources.yaml");
  const known = resources.filter(({ apiVersion }) => !apiVersion.startsWith("monitoring.coreos.com/"));
  const withTemplate = known.filter(({ kind }) => kindsWithTemplate.includes(kind));
  writeFileSync(file, known.map((one) => stringify(one)).join("---\n"));
  const { output } = kubectl("set", "serviceaccount", "--local", "--filename", file, "checked", "--output", "name");
  const error = /unable to decode .*/.exec(output)?.[0];
  writeFileSync(file, withTemplate.map((one) => stringify(one)).join("---\n"));
  const printed = kubectl("set", "serviceaccount", "--local", "--filename", file, "checked", "--output", "yaml");
  return { error, decoded: printed.status === 0 ? parseAllDocuments(printed.output).map((one) => one.toJS()) : [] };
}

const kindsWithTemplate: readonly string[] = ["Deployment", "CronJob", "Job"];

/** Pods of the servers, the migration and the nightly check. */
const podsOf = (resources: readonly Resource[]) =>
  resources
    .filter(({ kind }) => kindsWithTemplate.includes(kind))
    .map(({ spec }) => (spec.jobTemplate?.spec ?? spec).template.spec);

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

  it.each([
    ["its own values", {}],
    ["everything turned on", everything],
  ])("decodes by the types of Kubernetes without losing a field of its pods, with %s", (_what, values) => {
    const resources = render(values);
    const { error, decoded } = decode(resources);
    expect(error).toBeUndefined();
    expect(decoded).toMatchObject(resources.filter(({ kind }) => kindsWithTemplate.includes(kind)));
  });

  it("is checked by a kubectl that rejects a wrong type, an unknown version and an unknown field", () => {
    const resources = render({});
    const changed = (of: string, change: (one: Resource) => void) => {
      const copy = structuredClone(resources);
      for (const one of copy) if (one.kind === of) change(one);
      return copy;
    };
    const wrongType = changed("Service", ({ spec }) => {
      spec.ports[0].port = "portal";
    });
    expect(decode(wrongType).error).toContain("ServicePort.spec.ports.port of type int32");
    const wrongVersion = changed("PodDisruptionBudget", (one) => {
      one.apiVersion = "policy/v9";
    });
    expect(decode(wrongVersion).error).toContain('no kind "PodDisruptionBudget" is registered');
    const unknownField = changed("Job", ({ spec }) => {
      spec.backoffLimits = 1;
    });
    expect(JSON.stringify(decode(unknownField).decoded)).not.toContain("backoffLimits");
  });

  it("renders YAML's lists, booleans and large numbers as the text that a setting or annotation is", () => {
    const resources = render({
      ...everything,
      image: { tag: 20261128 },
      settings: { TRUSTED_PROXIES: ["10.0.0.0/8", "192.168.0.0/16"], LIMIT: 1000000, SHARE: 0.5, ENABLED: true },
      podAnnotations: { "sidecar.istio.io/inject": true },
      ingress: { ...everything.ingress, annotations: { "nginx.ingress.kubernetes.io/proxy-read-timeout": 3600 } },
    });
    expect(decode(resources).error).toBeUndefined();
    const server = serverOf(resources);
    expect(server.image).toBe("vestibule:20261128");
    expect(server.env).toEqual(
      expect.arrayContaining([
        { name: "TRUSTED_PROXIES", value: "10.0.0.0/8,192.168.0.0/16" },
        { name: "LIMIT", value: "1000000" },
        { name: "SHARE", value: "0.5" },
        { name: "ENABLED", value: "true" },
      ]),
    );
  });

  it("lets an ingress of nginx redirect to URLs as long as a server takes, with annotations of an operator", () => {
    const annotations = { "nginx.ingress.kubernetes.io/proxy-read-timeout": 3600 };
    const resources = render({ ...everything, ingress: { ...everything.ingress, annotations } });
    expect(resources.find(({ kind }) => kind === "Ingress")?.metadata).toMatchObject({
      annotations: {
        "nginx.ingress.kubernetes.io/proxy-buffer-size": "32k",
        "nginx.ingress.kubernetes.io/proxy-read-timeout": "3600",
      },
    });
  });

  it("places the pods of the migration and of the nightly check where the servers are", () => {
    const placement = {
      nodeSelector: { pool: "portal" },
      tolerations: [{ key: "dedicated", operator: "Equal", value: "portal", effect: "NoSchedule" }],
    };
    const resources = render({ ...everything, ...placement });
    expect(decode(resources).error).toBeUndefined();
    expect(podsOf(resources)).toMatchObject(kindsWithTemplate.map(() => placement));
  });

  it("lets the pods read files of a volume that only its owner and group may read", () => {
    const volume = { secret: { secretName: "certificates", defaultMode: 0o400 } };
    for (const pod of podsOf(render({ ...everything, certificates: { volume } }))) {
      expect(pod.securityContext).toMatchObject({ runAsUser: 65532, fsGroup: 65532 });
      expect(pod.volumes).toContainEqual({ name: "certificates", ...volume });
    }
  });

  it("leaves out the ids of the pods where the cluster chooses them, as OpenShift does", () => {
    const podSecurityContext = { runAsUser: null, runAsGroup: null, fsGroup: null };
    for (const pod of podsOf(render({ ...everything, podSecurityContext })))
      expect(pod.securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
  });

  it("takes the Secrets of a registry by name or as objects", () => {
    const imagePullSecrets = ["registry", { name: "mirror" }, "2026"];
    const resources = render({ ...everything, imagePullSecrets });
    expect(decode(resources).error).toBeUndefined();
    for (const pod of podsOf(resources))
      expect(pod.imagePullSecrets).toEqual([{ name: "registry" }, { name: "mirror" }, { name: "2026" }]);
  });

  it("renders numbers and booleans of node labels and of the monitor's labels as text", () => {
    const podMonitor = { ...everything.podMonitor, labels: { release: 1 } };
    const resources = render({ ...everything, podMonitor, nodeSelector: { ssd: true, zone: 1 } });
    expect(decode(resources).error).toBeUndefined();
    for (const pod of podsOf(resources)) expect(pod.nodeSelector).toEqual({ ssd: "true", zone: "1" });
    const monitor = resources.find(({ kind }) => kind === "PodMonitor");
    expect(monitor?.metadata).toMatchObject({ labels: { release: "1" } });
  });

  it("renders a release whose name is a boolean in YAML 1.1", () => {
    const { output } = run("template", "on", ...withValues(everything));
    const asText = (version: "1.1" | "1.2") =>
      parseAllDocuments(output, { version }).map((document) => document.toJS() as Resource | null);
    expect(asText("1.1")).toEqual(asText("1.2"));
  });

  it("names an image by its digest", () => {
    const digest = `sha256:${"0".repeat(64)}`;
    expect(serverOf(render({ image: { tag: digest } })).image).toBe(`vestibule@${digest}`);
  });

  it.each([
    ["CA_FILE", everything],
    ["BRANDS_DIR", everything],
    ["OIDC_CLIENTS_DIR", everything],
    ["WEBHOOKS_FILE", everything],
  ])("refuses a setting that a volume of the chart sets: %s", (name, values) => {
    expect(() => render({ ...values, settings: { [name]: "/mine" } })).toThrow(`settings.${name}: the chart sets it`);
  });

  it("gives the nightly check a name that Kubernetes takes, in a release with the longest name", () => {
    const { status, output } = run("template", "p".repeat(53), chart);
    expect(status).toBe(0);
    const documents = parseAllDocuments(output).map((document) => document.toJS() as Resource);
    const job = documents.find(({ kind }) => kind === "CronJob");
    // Kubernetes adds 11 characters to the name of each run.
    expect(job?.metadata.name).toMatch(/^.{1,39}-audit-verify$/);
    expect(job?.metadata.name.length).toBeLessThanOrEqual(52);
  });

  it("takes the host of a wildcard certificate", () => {
    const hosts = ["portal.acme.example", "*.acme.example"];
    const resources = render({ ...everything, ingress: { ...everything.ingress, hosts } });
    const ingress = resources.find(({ kind }) => kind === "Ingress");
    expect(ingress?.spec.rules.map(({ host }: { host: string }) => host)).toEqual(hosts);
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
    ["a setting with a map", { settings: { SMTP_URL: { host: "mail" } } }, "settings.SMTP_URL: a map is no setting"],
    ["a CA bundle without certificates", { caBundle: "ca.pem" }, "caBundle is a file of certificates.volume"],
    ["pods without a Secret", { secretName: "" }, "secretName is needed"],
    ["a migration without a Secret", { migrationSecretName: null }, "migrationSecretName is needed"],
    ["a monitor without a credential", { podMonitor: { enabled: true } }, "podMonitor.credential.name is needed"],
  ])("refuses %s by name", (_what, values, message) => {
    const { status, output } = run("template", "portal", ...withValues(values));
    expect(status).not.toBe(0);
    expect(output).toContain(message);
  });
});
