import { hasOwnColours } from "@vestibule/contract/brand/brand.rule.ts";

/** The brand's logo as inline SVG, in the text colour or its own colours. Hidden from screen readers. */
export function Wordmark({ drawing }: { drawing: string }) {
  return (
    <span
      className={hasOwnColours(drawing) ? "wordmark wordmark-own" : "wordmark"}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of the brand's folder, checked when the server starts
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  );
}
