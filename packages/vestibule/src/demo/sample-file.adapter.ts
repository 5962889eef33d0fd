import path from "node:path";

const folder = path.join(import.meta.dirname, "sample");

/** The book and the accounts that come with the demo, unless other files are named. */
export const sampleFiles = { book: path.join(folder, "book.csv"), accounts: path.join(folder, "accounts.csv") };
