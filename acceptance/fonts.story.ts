import { expect, story } from "./portal.ts";

const latencies = { "a fast connection": 40, "a slow connection": 150 };

for (const [connection, latency] of Object.entries(latencies))
  story(
    `the first page requests ${latency < 100 ? "the brand's font" : "no font"} over ${connection}`,
    { tag: ["@script"] },
    async ({ portal }) => {
      const { page } = portal;
      const network = await page.context().newCDPSession(page);
      await network.send("Network.enable");
      const throughput = { downloadThroughput: 1_000_000, uploadThroughput: 1_000_000 };
      await network.send("Network.emulateNetworkConditions", { offline: false, latency, ...throughput });
      const requested: string[] = [];
      page.on("request", (request) => void (request.resourceType() === "font" && requested.push(request.url())));
      await portal.open("/");
      await portal.listens();
      const faces = await page.evaluate(() => [...document.fonts].map(({ status }) => status));
      expect(requested).toHaveLength(latency < 100 ? 1 : 0);
      if (latency < 100) expect(faces).toContain("loaded");
      else expect(faces).toEqual([]);
    },
  );
