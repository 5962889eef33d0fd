import { availableParallelism } from "node:os";

// Hashing takes up to two threads a core of the pool that Node also reads files and looks up names with;
// four more are always left for those. Read once by Node, before its first use: this module comes first.
process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() * 2 + 4);
