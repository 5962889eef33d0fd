import { softRoadblocks } from "@vestibule/catalogue/soft-roadblock.table.ts";
import { useState } from "react";
import { useSay } from "../../../visit/texts.tsx";
import { WaitNotice } from "../../email-link/parts/wait-notice.tsx";
import { SoftRoadblockDialog } from "../../registration/parts/soft-roadblock.tsx";
import type { LegacyRefusal } from "../flow/legacy-refusal.ts";

/** What a refusal says that belongs to no single field. */
export function LegacyNotice({ refusal }: { refusal: LegacyRefusal | undefined }) {
  const say = useSay();
  const [closed, setClosed] = useState<LegacyRefusal>();
  if (refusal?.alert === "wait") return <WaitNotice time={refusal.againAt ?? ""} />;
  if (refusal?.alert !== "notSaved" || closed === refusal) return null;
  return (
    <SoftRoadblockDialog
      title={say("legacyRegistration:notSaved.title")}
      code={say("legacyRegistration:notSaved.code", {
        code: `${softRoadblocks["not-saved"].agentCode} (${refusal.shownCode})`,
      })}
      shownCode={refusal.shownCode}
      reference={refusal.reference}
      onClose={() => setClosed(refusal)}
    >
      {say("legacyRegistration:notSaved")}
    </SoftRoadblockDialog>
  );
}
