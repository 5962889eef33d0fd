const pattern =
  /^(iv-.*|x-display-name|x-last-sign-in|x-failed-sign-ins|x-last-failed-sign-in|x-(session|account)-.*)$/i;

/** Whether the gateway alone sets a header, to describe the signed-in person to an application. */
export const isIdentityHeader = (name: string): boolean => pattern.test(name);
