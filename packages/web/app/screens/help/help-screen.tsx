import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import { HelpWays, type HelpWaysProps } from "../../frame/help-panel.tsx";
import type { loader as rootLoader } from "../../root.tsx";

/** What happened or what is asked, then the ways to reach somebody. */
export function HelpScreen({
  opening,
  made,
  children,
}: {
  opening: ReactNode;
  made?: HelpWaysProps["made"];
  children: ReactNode;
}) {
  const frame = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <div className="stack stack-wide">
      {opening}
      {frame === undefined ? null : <HelpWays help={frame.help} webview={frame.webview} made={made} />}
      <p>{children}</p>
    </div>
  );
}
