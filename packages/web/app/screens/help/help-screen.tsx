import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import { HelpWays } from "../../frame/help-panel.tsx";
import type { loader as rootLoader } from "../../root.tsx";

/** What happened or what is asked, then the ways to reach somebody. */
export function HelpScreen({ opening, children }: { opening: ReactNode; children: ReactNode }) {
  const frame = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <div className="stack stack-wide">
      {opening}
      {frame === undefined ? null : <HelpWays help={frame.help} webview={frame.webview} />}
      <p>{children}</p>
    </div>
  );
}
