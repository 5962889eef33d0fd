import { create } from "qrcode";

/** A QR code as the path of an SVG in a square of `size` units, with the margin that scanners need. */
export interface QrCode {
  size: number;
  path: string;
}

const margin = 4;

export function drawQrCode(text: string): QrCode {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const positions = Array.from({ length: modules.size * modules.size }, (_, at) => at);
  const path = positions
    .filter((at) => modules.data[at])
    .map((at) => `M${margin + (at % modules.size)} ${margin + Math.floor(at / modules.size)}h1v1h-1z`)
    .join("");
  return { size: modules.size + 2 * margin, path };
}
