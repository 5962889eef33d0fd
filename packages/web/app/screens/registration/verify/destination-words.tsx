import { oneByOne } from "@vestibule/wording/one-by-one.ts";
import { Spoken } from "../../../design/spoken.tsx";
import { useSay } from "../../../visit/texts.tsx";
import type { Destination } from "./destination.rule.ts";

/** Where a code goes: `seen` has the mask, `heard` says it in words. */
export function useDestinationWords(destination: Destination): { seen: string; heard: string } {
  const say = useSay();
  if (destination.kind === "pin") return { seen: "", heard: "" };
  if (destination.kind === "number") {
    const inWords = (digits: string) => say("registration:journey.number", { digits });
    return { seen: inWords(destination.digits), heard: inWords(oneByOne(destination.digits)) };
  }
  const { initial, masked } = destination;
  const heard =
    "domain" in destination
      ? say("registration:journey.address", { initial, domain: destination.domain })
      : say("registration:journey.address.ending", { initial, ending: destination.ending });
  return { seen: say("registration:journey.mask", { address: masked }), heard };
}

export function DestinationWords({ destination }: { destination: Destination }) {
  return <Spoken {...useDestinationWords(destination)} />;
}
