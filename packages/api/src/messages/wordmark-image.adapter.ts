import { readFile } from "node:fs/promises";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import type { Brand } from "@vestibule/contract/brand/brand.schema.ts";
import { wordmarkContentId, wordmarkOnPlate, wordmarkSize } from "./wordmark.rule.ts";

/** Image pixels per CSS pixel. */
const density = 3;

let loading: Promise<void> | undefined;
const images = new WeakMap<Brand, Promise<Uint8Array>>();

/** The brand's wordmark as a PNG, rendered once per brand and process. A failure is not kept. */
export async function wordmarkImage(brand: Brand): Promise<Uint8Array> {
  const image = images.get(brand) ?? drawImage(brand);
  images.set(brand, image);
  try {
    return await image;
  } catch (fault) {
    images.delete(brand);
    throw fault;
  }
}

async function drawImage(brand: Brand): Promise<Uint8Array> {
  loading ??= loadRenderer();
  await loading.catch((fault: Error) => {
    loading = undefined;
    throw fault;
  });
  const fitTo = { mode: "width", value: wordmarkSize(brand).width * density } as const;
  return new Resvg(wordmarkOnPlate(brand), { fitTo }).render().asPng();
}

/** A process may load this module again, such as after a change in development, but the renderer only once. */
async function loadRenderer(): Promise<void> {
  const wasm = await readFile(new URL(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  await initWasm(wasm).catch((fault: Error) => {
    if (!fault.message.startsWith("Already initialized")) throw fault;
  });
}

/** Embeds the wordmark into an e-mail as a data URL, because browsers do not resolve `cid:`. */
export async function embedWordmark(mail: string, brand: Brand): Promise<string> {
  const image = Buffer.from(await wordmarkImage(brand)).toString("base64");
  return mail.replace(`"cid:${wordmarkContentId(brand)}"`, `"data:image/png;base64,${image}"`);
}
