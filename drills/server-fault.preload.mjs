// Loaded into a server with `--import`: causes what only its own process can suffer. The product has no such hook.
const { DRILL_CLOCK_SKEW_MILLIS, DRILL_ON_SIGUSR2 } = process.env;

if (DRILL_CLOCK_SKEW_MILLIS) {
  const skew = Number(DRILL_CLOCK_SKEW_MILLIS);
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      super(...(given.length === 0 ? [RealDate.now() + skew] : given));
    }
    static now() {
      return RealDate.now() + skew;
    }
  };
}

const causes = {
  block: () => {
    const until = performance.now() + 4000;
    while (performance.now() < until);
  },
  eatMemory: () => {
    const eaten = [];
    for (;;) eaten.push(new Array(100_000).fill(eaten.length));
  },
};
if (DRILL_ON_SIGUSR2) process.on("SIGUSR2", causes[DRILL_ON_SIGUSR2]);
