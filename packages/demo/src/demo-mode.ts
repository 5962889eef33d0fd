import type { DemoMode } from "@vestibule/vestibule/serve/demo-mode.ts";
import { screenGallery } from "./gallery/gallery.route.ts";
import { lonePages } from "./gallery/lone-page.route.ts";
import { seedDemo } from "./seed-demo.ts";

export const demoMode: DemoMode = {
  seed: seedDemo,
  gallery: (deps) => ({ screens: screenGallery(deps), lonePages: lonePages(deps) }),
};
