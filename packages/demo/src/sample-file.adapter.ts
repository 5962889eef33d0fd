import path from "node:path";

const folder = path.join(import.meta.dirname, "../sample");

/** The built-in sample book and accounts. */
export const sampleFiles = { book: path.join(folder, "book.csv"), accounts: path.join(folder, "accounts.csv") };
