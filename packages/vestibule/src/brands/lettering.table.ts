/**
 * Glyphs with a single stroke width for the first wordmark of a new brand. Baseline at 24, x-height at 10, ascenders at
 * 2; `width` is the advance without the gap.
 */
export const lettering: Readonly<Record<string, { path: string; width: number }>> = {
  a: { path: "M14 17a7 7 0 1 1-14 0a7 7 0 0 1 14 0M14 10v14", width: 14 },
  b: { path: "M0 2v22M0 17a7 7 0 1 1 14 0a7 7 0 0 1-14 0", width: 14 },
  c: { path: "M12.4 12.5a7 7 0 1 0 0 9", width: 12.4 },
  d: { path: "M14 2v22M14 17a7 7 0 1 1-14 0a7 7 0 0 1 14 0", width: 14 },
  e: { path: "M0 17h14a7 7 0 1 0-2.2 5.1", width: 14 },
  f: { path: "M10 2.6c-4-1.6-6 .6-6 4.4v17M0 10h9", width: 9 },
  g: { path: "M14 10v14a7 7 0 0 1-12.6 4.2M14 17a7 7 0 1 1-14 0a7 7 0 0 1 14 0", width: 14 },
  h: { path: "M0 2v22M0 16.5a6 6.5 0 0 1 12 0v7.5", width: 12 },
  i: { path: "M0 10v14M0 3.5v.01", width: 0 },
  j: { path: "M4 10v16.5c0 3-1.5 4.5-4 4.5M4 3.5v.01", width: 4 },
  k: { path: "M0 2v22M10 10L0 18.5M4 15.2l7 8.8", width: 11 },
  l: { path: "M0 2v22", width: 0 },
  m: { path: "M0 10v14M0 16a5 6 0 0 1 10 0v8M10 16a5 6 0 0 1 10 0v8", width: 20 },
  n: { path: "M0 10v14M0 16.5a6 6.5 0 0 1 12 0v7.5", width: 12 },
  o: { path: "M0 17a7 7 0 1 1 14 0a7 7 0 0 1-14 0", width: 14 },
  p: { path: "M0 10v21M0 17a7 7 0 1 1 14 0a7 7 0 0 1-14 0", width: 14 },
  q: { path: "M14 10v21M14 17a7 7 0 1 1-14 0a7 7 0 0 1 14 0", width: 14 },
  r: { path: "M0 10v14M0 16.5c0-4 2.4-6.5 7-6.5", width: 7 },
  s: {
    path: "M9.6 12.2c-1-1.4-2.6-2.2-4.6-2.2-2.7 0-4.6 1.4-4.6 3.5 0 4.6 9.8 2.3 9.8 7 0 2.2-2.2 3.5-5 3.5-2.4 0-4.2-.9-5.2-2.6",
    width: 10,
  },
  t: { path: "M4 5v14.5c0 3 1.6 4.5 5 4.5M0 10h9", width: 9 },
  u: { path: "M0 10v7.5a6 6.5 0 0 0 12 0V10M12 10v14", width: 12 },
  v: { path: "M0 10l6 14 6-14", width: 12 },
  w: { path: "M0 10l4.5 14L9 10l4.5 14L18 10", width: 18 },
  x: { path: "M0 10l11 14M11 10L0 24", width: 11 },
  y: { path: "M0 10l6 13.5M12 10L4.5 28c-.8 2-2 3-4 3", width: 12 },
  z: { path: "M.5 10h10L0 24h11", width: 11 },
};
