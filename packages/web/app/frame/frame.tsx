import type { ReactNode } from "react";
import type { FrameData } from "./frame-data.server.ts";

export function Frame({ data, children }: { data: FrameData; children: ReactNode }) {
  return <main data-province={data.province}>{children}</main>;
}
