// Loaded into a server with `--import`, to cause faults inside its process. The product has no such hook.
const { DRILL_CLOCK_SKEW_MILLIS, DRILL_ON_SIGUSR2 } = process.env;

if (DRILL_CLOCK_SKEW_MILLIS) {
  const skew = Number(DRILL_CLOCK_SKEW_MILLIS);
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...args) {
      super(...(args.length === 0 ? [RealDate.now() + skew] : args));
    }
    static now() {
      return RealDate.now() + skew;
    }
  };
}

const faults = {
  block: () => {
    const until = performance.now() + 4000;
    while (performance.now() < until);
  },
  eatMemory: () => {
    const retained = [];
    for (;;) retained.push(new Array(100_000).fill(retained.length));
  },
};
if (DRILL_ON_SIGUSR2) process.on("SIGUSR2", faults[DRILL_ON_SIGUSR2]);
