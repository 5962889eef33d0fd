export default {
  "method.passkey": "Clé d’accès",
  "method.authenticator": "Application d’authentification",
  "method.text": "Texto",
  "method.call": "Appel téléphonique",
  "method.email": "Courriel",
  "method.recoveryCode": "Code de secours",
} as const;
