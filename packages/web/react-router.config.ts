import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // All routes are known at once: no request to discover them, nothing to wait for on a slow network.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
