import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // The manifest contains all routes, so no request is needed to discover them on a slow network.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
