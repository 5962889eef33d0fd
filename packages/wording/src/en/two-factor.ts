export default {
  "method.passkey": "Passkey",
  "method.authenticator": "Authenticator app",
  "method.text": "Text message",
  "method.call": "Phone call",
  "method.email": "Email",
  "method.recoveryCode": "Recovery code",
} as const;
