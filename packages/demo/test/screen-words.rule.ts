import { type RoadblockRow, roadblocks, shownCauses } from "@vestibule/catalogue/roadblock.table.ts";
import {
  type InvalidForm,
  type InvalidFormId,
  invalidForms,
} from "@vestibule/vestibule/screens/invalid-form-screens.rule.ts";
import { type RoadblockState, roadblockStates } from "@vestibule/vestibule/screens/roadblock-screens.rule.ts";
import type { ScreenId } from "@vestibule/vestibule/screens/screens.rule.ts";
import { pageTexts, type TextKey } from "@vestibule/wording/tables.ts";
import { screenWords } from "./screen-words.table.ts";

/** A form with errors has the title of its screen, and each error at its field. */
export function wordsOf(id: ScreenId): readonly TextKey[] {
  if (Object.hasOwn(roadblockStates, id)) return wordsOfRoadblock(roadblockStates[id as keyof typeof roadblockStates]);
  const { on, errors }: Partial<InvalidForm> = invalidForms[id as InvalidFormId] ?? {};
  const [called, sentences] = screenWords[(on ?? id) as keyof typeof screenWords];
  if (errors !== undefined) return [called, ...errors.map((error) => `fields:${error}` as TextKey)];
  return sentences === undefined ? [called] : [called, sentences];
}

/** Shows the end of a lockout where it is known; once it is over, where to continue. */
function wordsOfRoadblock(screen: RoadblockState): TextKey[] {
  const { roadblock, without, after, of, shownCode, cause, offers } = screen;
  const { restartAt = "login" }: RoadblockRow = roadblocks[roadblock];
  if (after === "pause") return ["roadblock:ended.title", `roadblock:ended.next.${restartAt}`];
  const unmentioned =
    of === "link" ? "ofLink" : without && `without${without.charAt(0).toUpperCase()}${without.slice(1)}`;
  const fault = shownCauses.get(shownCode?.toLowerCase())?.form;
  const form = fault ?? offers ?? unmentioned ?? (after === "mail" ? "sent" : "until");
  return (["title", "next"] as const).map((part) => {
    const plain = `roadblock:${roadblock}.${part}`;
    const variantKey = [cause, form].map((one) => `${plain}.${one}`).find((key) => key in roadblockTexts);
    return (variantKey ?? plain) as TextKey;
  });
}
const roadblockTexts = pageTexts(["roadblock"], "en");
