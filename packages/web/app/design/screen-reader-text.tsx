export interface ScreenReaderTextProps {
  seen: string;
  heard: string;
  /** Class of the visible text. */
  className?: string | undefined;
}

/**
 * Text that is announced differently than it is written. The whole text is replaced, because a hidden suffix is
 * announced separately.
 */
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

/** A line of text; screen readers also get a full stop, which makes them pause. */
export function Line({ words }: { words: string }) {
  return words.endsWith(".") ? words : <ScreenReaderText seen={words} heard={`${words}.`} />;
}
