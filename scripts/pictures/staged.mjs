/** Screens with a demo URL. `from` is the vertical offset of the picture. */
export const stagedPictures = [
  { name: "agent-find", path: "/demo/screens/agent-find?brand=belair&province=qc&language=fr", from: 0 },
  { name: "agent-case", path: "/demo/screens/agent-case?brand=belair&province=on&language=en", from: 0 },
  { name: "gallery", path: "/demo/screens?language=en&area=registration&find=code", from: 500 },
];
