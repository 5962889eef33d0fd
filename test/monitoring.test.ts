import { readFileSync } from "node:fs";
import { parser } from "@prometheus-io/lezer-promql";
import { serverMetrics } from "@vestibule/api/platform/server-metrics.adapter.ts";
import { describeMetrics } from "@vestibule/api/statistics/metrics.adapter.ts";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

interface Alert {
  alert: string;
  expr: string;
  annotations: { runbook: string };
}
interface Panel {
  title: string;
  targets?: { expr: string }[];
}

const read = (path: string) => readFileSync(path, "utf8");
const alerts: Alert[] = parse(read("deploy/prometheus/alerts.yaml")).groups.flatMap(
  ({ rules }: { rules: Alert[] }) => rules,
);
const panels: Panel[] = JSON.parse(read("deploy/grafana/vestibule.json")).panels;
const queries = [
  ...alerts.map(({ alert, expr }) => ({ of: `the alert ${alert}`, expr })),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ of: `the panel ${title}`, expr }))),
];

/** Labels of each series of both metrics endpoints, and of the series `up` of Prometheus. */
const series = await seriesOf();
/** Labels that Prometheus adds to every series. */
const scrapeLabels = ["job", "instance"];

async function seriesOf(): Promise<Map<string, Set<string>>> {
  const server = serverMetrics("test");
  server.addProcess();
  server.observeRequest({ method: "GET", route: "/account", status: 200, seconds: 0.1 });
  const noLoad = { totalCount: 0, idleCount: 0, waitingCount: 0 };
  server.addSources({
    isReady: async () => true,
    queryDatabase: async () => {},
    hashing: () => ({ running: 0, waiting: 0, refused: 0 }),
    requestPool: noLoad,
    messagePool: noLoad,
    isDirectoryCircuitOpen: () => false,
    isRegistryCircuitOpen: () => false,
  });
  const meanings = ["started", "step", "finished", "continuedIn", "stuck", "roadblock", "left", "hindrance"] as const;
  const dimensions = {
    province: "qc",
    language: "fr",
    accountType: "policyholder",
    emailSource: "edoc",
    method: "text",
  };
  const shared = await describeMetrics({
    counts: meanings.map((meaning) => ({
      meaning,
      journey: "signIn",
      step: "PASSWORD",
      reason: "wrongPassword",
      pageCategory: "login",
      topOfPageError: "3005",
      brand: "belair",
      ...dimensions,
      count: 1,
    })),
    loads: [
      {
        queue: { name: "email-code", channel: "EMAIL", notifications: [], concurrency: 1, alarmSeconds: 1 },
        count: 0,
        ageSeconds: 0,
      },
    ],
    webhooks: [{ webhookId: "crm", waiting: 0, parked: 0, ageSeconds: 0 }],
    maintenance: [{ brandId: "belair", isClosed: false }],
  });
  const found = new Map([["up", new Set<string>()]]);
  for (const { text } of [await server.describe(), shared])
    for (const [, name = "", labels = ""] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
      const known = found.get(name) ?? new Set();
      for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
      found.set(name, known);
    }
  return found;
}

/** Finds the series that a query selects, each with the labels that it matches. */
function selectorsOf(expr: string): { name: string; labels: string[] }[] {
  const text = expr.replaceAll("$__rate_interval", "5m");
  const selectors: { name: string; labels: string[] }[] = [];
  parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${text}`);
      if (type.name === "VectorSelector") selectors.push({ name: "", labels: [] });
      const [selector] = selectors.slice(-1);
      if (type.name === "Identifier" && selector?.name === "") selector.name = text.slice(from, to);
      if (type.name === "LabelName" && selector && isMatcher(text, to)) selector.labels.push(text.slice(from, to));
    },
  });
  return selectors;
}

/** A query also names labels after `by`. */
const isMatcher = (text: string, end: number) => /^(=|!=|=~|!~)/.test(text.slice(end));

test.each(queries)("$of reads only series and labels that exist: $expr", ({ expr }) => {
  const selectors = selectorsOf(expr);
  expect(selectors).not.toEqual([]);
  for (const { name, labels } of selectors) {
    expect([...series.keys()]).toContain(name);
    for (const label of labels) expect([...(series.get(name) ?? []), ...scrapeLabels]).toContain(label);
  }
});

test("rejects a query of an unknown series and a malformed query", () => {
  expect(selectorsOf('rate(vestibule_none{brand=~"$brand"}[5m])')).toEqual([
    { name: "vestibule_none", labels: ["brand"] },
  ]);
  expect(() => selectorsOf("sum(vestibule_ready")).toThrow("no PromQL");
});

describe("docs/operations/alerts.md", () => {
  const sections = read("docs/operations/alerts.md").split(/^## /m).slice(1);

  test.each(alerts)("has a section for $alert to which the rule links", ({ alert, annotations }) => {
    expect(annotations.runbook).toBe(`docs/operations/alerts.md#${alert.toLowerCase()}`);
    const section = sections.find((text) => text.startsWith(`${alert}\n`));
    const parts = [...(section ?? "").matchAll(/^- \*\*(.+)\*\* – \S/gm)].map(([, part]) => part);
    expect(parts).toEqual(["What it means", "What the person sees", "What to do", "Resolved when"]);
  });

  test("has no section for an alert that does not exist", () => {
    expect(sections.map((text) => text.split("\n")[0])).toEqual(alerts.map(({ alert }) => alert));
  });
});
