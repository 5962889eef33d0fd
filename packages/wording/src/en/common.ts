export default {
  continue: "Continue",
} as const;
