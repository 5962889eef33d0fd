import { hasOwnColours } from "@vestibule/contract/brand/wordmark.rule.ts";

/** The brand's name as it is drawn, in the ink of the page or in its own colours; the link around it says the name. */
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
