import { Presets, SingleBar } from "cli-progress";
import type { ImportProgress } from "./import-report.schema.ts";

/** Shows a progress bar per stage on a terminal; prints nothing elsewhere. */
export function progressDisplay(output: NodeJS.WriteStream) {
  if (!output.isTTY) return { onProgress: undefined, stop: () => {} };
  const format = " {stage} {bar} {percentage} % · {duration_formatted}";
  const bar = new SingleBar({ format, stream: output, hideCursor: true }, Presets.shades_grey);
  let stage: ImportProgress["stage"] | undefined;
  return {
    onProgress: (progress: ImportProgress) => {
      if (progress.stage !== stage) {
        if (stage) bar.stop();
        stage = progress.stage;
        bar.start(progress.total, 0, { stage: stage.padEnd(8) });
      }
      bar.update(progress.done);
    },
    /** Call it whether the import succeeds or fails. */
    stop: () => bar.stop(),
  };
}
