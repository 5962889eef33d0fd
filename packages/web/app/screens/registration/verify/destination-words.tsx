import { oneByOne } from "@vestibule/wording/one-by-one.ts";
import { useSay } from "../../../visit/texts.tsx";
import type { Destination } from "./destination.rule.ts";

/** Where a code goes, written as it is said: "the number ending in 4 2". */
export function useDestinationWords(destination: Destination): string {
  const say = useSay();
  if (destination.kind === "pin") return "";
  if (destination.kind === "number")
    return say("registration:journey.number", { digits: oneByOne(destination.digits) });
  const { initial } = destination;
  return "domain" in destination
    ? say("registration:journey.address", { initial, domain: destination.domain })
    : say("registration:journey.address.ending", { initial, ending: destination.ending });
}

export function DestinationWords({ destination }: { destination: Destination }) {
  return useDestinationWords(destination);
}
