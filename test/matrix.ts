/** Whether each test runs on its whole matrix, such as every screen in every language; set by `npm run test:all`. */
export const isWholeMatrix = process.env.TEST_MATRIX === "whole";

/** All rows in the whole matrix, otherwise one of `share`, beginning with the row number `turn`. */
export function matrixRows<Row>(rows: readonly Row[], share: number, turn = 0): readonly Row[] {
  return isWholeMatrix ? rows : rows.filter((_, index) => index % share === turn % share);
}
