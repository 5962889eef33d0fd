import { shortenName } from "@vestibule/contract/fields/person-name.rule.ts";

export interface NameLength {
  wide: number;
  narrow: number;
}

/** A first name, cut where it is long: more on a small phone. */
export function ShortName({ name, length }: { name: string; length: NameLength }) {
  const [wide, narrow] = [shortenName(name, length.wide), shortenName(name, length.narrow)];
  if (wide === narrow) return wide;
  return (
    <>
      <span className="only-wide">{wide}</span>
      <span className="only-narrow">{narrow}</span>
    </>
  );
}
