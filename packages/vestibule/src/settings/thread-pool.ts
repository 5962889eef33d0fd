import { availableParallelism } from "node:os";

// Hashing uses up to two libuv threads per core; four more are left for file reads and DNS lookups. Node reads this
// once before the pool's first use, so this module is imported first.
process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() * 2 + 4);
