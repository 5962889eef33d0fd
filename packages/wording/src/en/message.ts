/** Messages: e-mails, texts, letters. {brand}, {brandOf}, {brandAt} and {telephone} are the brand's. */
export default {
  "shared.telephone": "Questions? Call {telephone}.",
  "shared.automatic": "This message is automatic; nobody reads replies to it.",
  "shared.once": "It works once, until {time}.",

  "registrationCode.subject": "Your code to create your {brand} account",
  "registrationCode.preheader": "{code}: your code, good until {time}",
  "registrationCode.title": "Here is your code.",
  "registrationCode.purpose": "Type it on the page where you are creating your {brand} account.",
  "registrationCode.notYou": "Not you? Do nothing: without the code, no account is created.",
  "registrationCode.sms":
    "{brand}: {code} is your code to create your account. Enter it by {time}; share it with nobody.",

  "usernameCode.subject": "Your {brand} code to confirm this address",
  "usernameCode.preheader": "{code}: your code, good until {time}",
  "usernameCode.title": "Here is your code.",
  "usernameCode.purpose": "Type it to confirm that you will log in {brandAt} with this email address.",
  "usernameCode.notYou": "Not you? Do nothing: without the code, this address is not used.",

  "pinIssued.title": "Your PIN to create your {brand} account",
  "pinIssued.greeting": "{firstName},",
  "pinIssued.pin": "Your PIN is {code}.",
  "pinIssued.use": "Go to {link} and choose “Create an account”. When we ask for a code, type this PIN.",
  "pinIssued.once": "It works once. Type it in capital or small letters.",
  "pinIssued.keep": "Share it with nobody: our agents will never ask for it.",

  "welcome.subject": "Your {brand} account is ready",
  "welcome.preheader": "You can log in whenever you like.",
  "welcome.title": "Welcome.",
  "welcome.titleWithName": "Welcome, {firstName}.",
  "welcome.what": "Your account {brandAt} is ready. Log in with this email address and the password you chose.",
  "welcome.button": "Log in",
  "welcome.notYou": "Not you? Call us right away at {telephone}.",

  "alreadyRegistered.subject": "You already have a {brand} account",
  "alreadyRegistered.preheader": "Log in with this address; nothing has changed.",
  "alreadyRegistered.title": "You already have an account.",
  "alreadyRegistered.what": "Somebody, perhaps you, began to create a {brand} account with this address.",
  "alreadyRegistered.next": "Log in with the password of your account. Forgot it? Choose a new one.",
  "alreadyRegistered.button": "Log in",
  "alreadyRegistered.notYou": "Not you? Do nothing: your account has not changed.",

  "passwordDisabled.subject": "Choose a new password for your {brand} account",
  "passwordDisabled.preheader": "Your password was turned off to protect your account.",
  "passwordDisabled.title": "Your password was turned off.",
  "passwordDisabled.what":
    "Many wrong passwords were entered for your account. To protect it, your current password no longer works.",
  "passwordDisabled.next": "Your file was not opened. Choose a new password to log in again.",
  "passwordDisabled.button": "Choose a new password",
  "passwordDisabled.notYou": "Were those tries not yours? A new password protects your account.",
} as const;
