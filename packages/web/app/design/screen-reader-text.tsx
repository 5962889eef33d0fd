export interface ScreenReaderTextProps {
  seen: string;
  heard: string;
  /** Of what is seen. */
  className?: string | undefined;
}

/** Said otherwise than it is written. Whole: a sign hidden after the words is heard apart from them. */
export function ScreenReaderText({ seen, heard, className }: ScreenReaderTextProps) {
  return (
    <>
      <span className={className} aria-hidden="true">
        {seen}
      </span>
      <span className="visually-hidden">{heard}</span>
    </>
  );
}

/** Words that end with their line: the eye needs no full stop there, the ear does. */
export function Line({ words }: { words: string }) {
  return words.endsWith(".") ? words : <ScreenReaderText seen={words} heard={`${words}.`} />;
}
