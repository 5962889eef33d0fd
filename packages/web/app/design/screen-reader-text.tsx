export interface ScreenReaderTextProps {
  visible: string;
  spoken: string;
  /** Class of the visible text. */
  className?: string | undefined;
}

/**
 * Text that screen readers announce differently than it is written. It replaces the whole visible text, because screen
 * readers announce a hidden suffix separately.
 */
export function ScreenReaderText({ visible, spoken, className }: ScreenReaderTextProps) {
  return (
    <>
      <span className={className} aria-hidden="true">
        {visible}
      </span>
      <span className="visually-hidden">{spoken}</span>
    </>
  );
}

/** A line of text; screen readers also get a full stop, which makes them pause. */
export function Line({ words }: { words: string }) {
  return words.endsWith(".") ? words : <ScreenReaderText visible={words} spoken={`${words}.`} />;
}
