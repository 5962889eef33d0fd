import { shortenName } from "@vestibule/contract/fields/person-name.rule.ts";

export interface NameLength {
  wide: number;
  narrow: number;
}

/** A first name, shortened where it is long, depending on the screen's width. */
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
