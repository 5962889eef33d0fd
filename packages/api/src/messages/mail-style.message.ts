import type { MailPalette } from "./email-theme.rule.ts";

/** Dark colours, and less padding on phones. The palette contains hexadecimal colours only. */
export function mailStyles(dark: MailPalette): string {
  return `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .card { padding: 28px 20px !important; } }
@media (prefers-color-scheme: dark) {
  .page { background: ${dark.surface} !important; }
  .card { background: ${dark["surface-raised"]} !important; border-color: ${dark.line} !important; }
  .text { color: ${dark.text} !important; }
  .code { background: ${dark["surface-sunken"]} !important; color: ${dark.text} !important; }
  .quiet { color: ${dark["text-quiet"]} !important; }
  .rule { border-color: ${dark.line} !important; }
  .mark, .call { color: ${dark.action} !important; }
  .action { background: ${dark.action} !important; }
  .on-action { color: ${dark["on-action"]} !important; }
}
`;
}
