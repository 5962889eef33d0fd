/** Messages: e-mails, texts, letters. {brand}, {brandOf}, {brandAt} and {telephone} are the brand's. */
export default {
  "shared.telephone": "Questions? Call {telephone}.",
  "shared.callNow": "Not you? Call us right away.",
  "shared.automatic": "This is an automatic message; nobody reads the replies.",
  "shared.once": "Good for one use, until {time}.",

  "shared.secret": "Don’t share this code with anyone: we never ask for it.",
  "shared.linkOnce": "The button works once, until {day}, at {time}.",
  "shared.greeting": "Hello {firstName},",
  "shared.notExpected": "Didn’t expect this? You can ignore it: nothing will change.",

  "registrationCode.subject": "Your code to create your {brand} account",
  "registrationCode.preheader": "{code}: your code, good until {time}",
  "registrationCode.title": "Here is your code.",
  "registrationCode.purpose": "Enter it on the page where you are creating your {brand} account.",
  "registrationCode.notYou": "Not you? Do nothing: without the code, no account is created.",
  "registrationCode.sms":
    "{brand}: {code} is your code to create an account. Good until {time}. Don’t share it with anyone.",

  "findAccountCode.subject": "Your code to find your {brand} account",
  "findAccountCode.preheader": "{code}: your code, good until {time}",
  "findAccountCode.title": "Here is your code.",
  "findAccountCode.purpose": "Enter it on the page where you are looking for your {brand} account.",
  "findAccountCode.notYou": "Not you? Do nothing: without the code, nothing about your account is shown.",
  "findAccountCode.sms":
    "{brand}: {code} is your code to find your account. Good until {time}. Don’t share it with anyone.",

  "policyCode.subject": "Your code to add a policy to your {brand} account",
  "policyCode.preheader": "{code}: your code, good until {time}",
  "policyCode.title": "Here is your code.",
  "policyCode.purpose": "Enter it on the page where you are adding a policy to your {brand} account.",
  "policyCode.notYou": "Not you? Do nothing: without the code, no policy is added.",
  "policyCode.sms": "{brand}: {code} is your code to add a policy. Good until {time}. Don’t share it with anyone.",

  "usernameCode.subject": "Your {brand} code to confirm this address",
  "usernameCode.preheader": "{code}: your code, good until {time}",
  "usernameCode.title": "Here is your code.",
  "usernameCode.purpose": "Enter it to confirm that you will log in {brandAt} with this email address.",
  "usernameCode.notYou": "Not you? Do nothing: without the code, this address is not used.",

  "pinIssued.title": "Your PIN to create your {brand} account",
  "pinIssued.greeting": "Hello {firstName},",
  "pinIssued.pin": "Your PIN is {code}.",
  "pinIssued.use": "Go to {link} and choose “Create an account”. When we ask for a code, enter this PIN.",
  "pinIssued.once": "It works once. Enter it in capital or small letters.",
  "pinIssued.keep": "Don’t share it with anyone: our agents will never ask for it.",

  "welcome.subject": "Your {brand} account is ready",
  "welcome.preheader": "You can log in whenever you like.",
  "welcome.title": "Welcome.",
  "welcome.titleWithName": "Welcome, {firstName}.",
  "welcome.what": "Your account {brandAt} is ready. Log in with this email address and the password you chose.",
  "welcome.button": "Log in",

  "alreadyRegistered.subject": "You already have a {brand} account",
  "alreadyRegistered.preheader": "Log in with this address; nothing has changed.",
  "alreadyRegistered.title": "You already have an account.",
  "alreadyRegistered.what": "Someone, perhaps you, wanted to use this address for another {brand} account.",
  "alreadyRegistered.link.what": "Someone, perhaps you, asked for a new link to create your {brand} account.",
  "alreadyRegistered.next": "Log in with the password of your account. Forgot it? Choose a new one.",
  "alreadyRegistered.button": "Log in",
  "alreadyRegistered.notYou": "Not you? Do nothing: your account has not changed.",

  "passwordDisabled.subject": "Choose a new password for your {brand} account",
  "passwordDisabled.preheader": "We turned off your password to protect your account.",
  "passwordDisabled.title": "We turned off your password.",
  "passwordDisabled.what":
    "Someone entered many wrong passwords for your account. To protect it, your current password no longer works.",
  "passwordDisabled.next": "Your file was not opened. Choose a new password to log in again.",
  "passwordDisabled.button": "Choose a new password",
  "passwordDisabled.notYou": "Not you? A new password protects your account.",

  "passwordReset.subject": "Your code to change your {brand} password",
  "passwordReset.preheader": "{code}: your code, good until {time}",
  "passwordReset.title": "Here is your code.",
  "passwordReset.use": "Use the code on the page where you asked for it, or press the button.",
  "passwordReset.button": "Choose a new password",
  "passwordReset.notYou": "Not you? Do nothing: your password stays as it is.",

  "noAccount.subject": "No {brand} account uses this address",
  "noAccount.preheader": "Find your account with your policy number.",
  "noAccount.title": "No account uses this address.",
  "noAccount.what": "Someone, perhaps you, asked for a new {brand} password with this address.",
  "noAccount.next": "If you are insured {brandAt}, find your account with your policy number.",
  "noAccount.button": "Find my account",
  "noAccount.notYou": "Not you? Do nothing: no account was created or changed.",

  "passwordChanged.subject": "The password of your {brand} account was changed",
  "passwordChanged.preheader": "Not you? Call us right away.",
  "passwordChanged.title": "Your password was changed.",
  "passwordChanged.what": "Your {brand} account has a new password.",
  "passwordChanged.next": "Was it you? You are all set. Every other device has been logged out.",

  "passkeyAdded.subject": "A passkey was added to your {brand} account",
  "passkeyAdded.preheader": "Not you? Call us right away.",
  "passkeyAdded.title": "A passkey was added.",
  "passkeyAdded.what":
    "A device can now log in to your {brand} account without a password. It asks for a fingerprint, a face or its own code.",
  "passkeyAdded.next": "Was it you? You are all set. Your password works as before.",

  "passkeyRemoved.subject": "A passkey was removed from your {brand} account",
  "passkeyRemoved.preheader": "Not you? Call us right away.",
  "passkeyRemoved.title": "A passkey was removed.",
  "passkeyRemoved.what": "It no longer logs in to your {brand} account.",
  "passkeyRemoved.next": "Was it you? You are all set. Your password works as before.",

  "passkeyKept.subject": "A passkey of your {brand} account works again",
  "passkeyKept.preheader": "Not you? Call us right away.",
  "passkeyKept.title": "A passkey works again.",
  "passkeyKept.what": "We had turned it off to protect your {brand} account. It now logs in again.",
  "passkeyKept.next": "Was it you? You are all set.",

  "passkeyBlocked.subject": "A passkey of your {brand} account was blocked",
  "passkeyBlocked.preheader": "Log in with your password.",
  "passkeyBlocked.title": "We have blocked a passkey.",
  "passkeyBlocked.what":
    "It seems to have been copied to another device. To be safe, it no longer logs in to your {brand} account.",
  "passkeyBlocked.next": "Log in with your password, remove this passkey and create another one.",
  "passkeyBlocked.callNow": "Not your passkey, or a device was lost? Call us right away.",

  "emailChangeAsked.subject": "A new email address was requested for your {brand} account",
  "emailChangeAsked.preheader": "Not you? Call us right away.",
  "emailChangeAsked.title": "A change of email address was requested.",
  "emailChangeAsked.what":
    "We created a link for another email address. Until it is used, your {brand} account keeps this one.",
  "emailChangeAsked.next": "Was it you? Open the link at the new address.",

  "emailChanged.subject": "The email address of your {brand} account was changed",
  "emailChanged.preheader": "Not you? Call us right away.",
  "emailChanged.title": "Your email address was changed.",
  "emailChanged.what": "Your {brand} account now uses another address. This one no longer logs you in.",
  "emailChanged.next": "Was it you? You are all set: log in with the new address.",

  "emailChangeUndone.subject": "The email address of your {brand} account was changed back",
  "emailChangeUndone.preheader": "Not you? Call us right away.",
  "emailChangeUndone.title": "The change of email address was undone.",
  "emailChangeUndone.what":
    "Your {brand} account uses its former address again. This address no longer logs you in, and the password no longer works.",
  "emailChangeUndone.next": "Was it you? To log in, choose a new password with the former address.",

  "changePutBack.subject": "A change in your {brand} account was put back",
  "changePutBack.preheader": "Not you? Call us right away.",
  "changePutBack.title": "A change was put back.",
  "changePutBack.what":
    "An agent put back a change in your {brand} account, by phone. The password no longer works, and passkeys are off.",
  "changePutBack.next": "Was it you? To log in, choose a new password.",

  "accountClosed.subject": "Your {brand} account is closed",
  "accountClosed.preheader": "Not you? Call us right away.",
  "accountClosed.title": "Your account is closed.",
  "accountClosed.what":
    "The {brand} account that used this address is closed and deleted. Your insurance stays in force.",
  "accountClosed.next": "Was it you? You are all set. You can create an account again at any time.",

  "accountFrozen.subject": "Your {brand} account is frozen",
  "accountFrozen.preheader": "Nobody can log in to it. Call us to open it again.",
  "accountFrozen.title": "Your account is frozen.",
  "accountFrozen.what":
    "Someone logged in to your {brand} account reported activity that they don’t know. Nobody can log in to it now.",
  "accountFrozen.next": "Call us: an agent will check who you are and open it again with you.",
  "emailChangedUndo.preheader": "Not you? Undo it with the button in this message.",
  "emailChangedUndo.button": "Undo this change",
  "emailChangedUndo.when": "Not you? The button works until {day}, at {time}.",

  "linkRequested.RESETPWD_LOGIN.subject": "Someone asked to change the email for your online account",
  "linkRequested.RESETPWD_LOGIN.what":
    "Someone asked our call centre to change the email address of your {brand} account. We do not have the new address on file.",
  "linkRequested.RESETPWD_LOGIN.sms":
    "{brand}: someone asked to change the email for your online account. Not you? Stop it:",
  "linkRequested.DEFPWD_REGISTER.subject": "Someone asked to use another email for your online account",
  "linkRequested.DEFPWD_REGISTER.what":
    "Someone asked our call centre to create your online account {brandAt}. The email address they gave is not on file.",
  "linkRequested.DEFPWD_REGISTER.sms": "{brand}: another email was given for your online account. Not you? Stop it:",
  "linkRequested.preheader": "Not you? Stop it before {day}, at {time}.",
  "linkRequested.title": "Did you ask for this?",
  "linkRequested.button": "Stop this request",
  "linkRequested.when": "If nobody stops it, a link goes to the new address on {day} at {time}.",
  "linkRequested.call": "Not sure? Call us at {telephone}.",
  "linkRequested.you": "Was it you? You don’t need to do anything.",
  "linkRequested.sms.when": "Otherwise it is done on {day} at {time}. Call: {telephone}",

  "link.edoc.title": "Your documents are ready online.",
  "link.edoc.why": "Your insurance documents are in your online file {brandAt}.",
  "link.BA.title": "Your agency or brokerage sent you this link.",
  "link.BA.why": "Your agency or brokerage asked us to send you this link.",
  "link.mrkt.title": "Your online account.",
  "link.mrkt.why": "You have a policy {brandAt}. This link is for your online account.",
  "link.crm3.title": "Here is the link from your agent.",
  "link.crm3.why": "You spoke with one of our agents about your online account.",
  "link.crm3_welcome_agencies.title": "Welcome.",
  "link.crm3_welcome_agencies.why":
    "Your agency set up your insurance {brandAt}. Here is how to reach your online file.",
  "link.crm3_welcome.title": "Welcome.",
  "link.crm3_welcome.why": "You now have insurance {brandAt}. Here is how to reach your online file.",
  "link.crm3_reset.title": "Get back into your account.",
  "link.crm3_reset.why": "One of our agents asked us to send you this link to get you back into your account.",
  "link.app.title": "Continue from the app.",
  "link.app.why": "You began in the {brand} mobile app. The rest happens here.",
  "link.none.title": "Here is your link.",
  "link.none.why": "You (or someone else) asked us to send this link.",

  "link.ASKPASSWORD.subject": "Add your profile to a {brand} account",
  "link.ASKPASSWORD.next": "An account exists already. Enter its password to add your profile to it.",
  "link.ASKPASSWORD.button": "Add my profile",
  "link.ASKUSERNAME.subject": "Choose the email address of your {brand} account",
  "link.ASKUSERNAME.next": "Choose the email address that you will log in with.",
  "link.ASKUSERNAME.button": "Choose my email address",
  "link.DEFPWD_REGISTER.subject": "Create your {brand} account",
  "link.DEFPWD_REGISTER.next": "Choose a password and confirm it’s you: your account will be ready.",
  "link.DEFPWD_REGISTER.button": "Create my account",
  "link.RESETPWD_LOGIN.subject": "Choose a new password for your {brand} account",
  "link.RESETPWD_LOGIN.next": "Choose a new password, then log in with it.",
  "link.RESETPWD_LOGIN.button": "Choose a new password",

  "lockedAccount.subject": "Your new link {brandAt}",
  "lockedAccount.ended.preheader": "It replaces the one that no longer worked.",
  "lockedAccount.wrongPasswords.preheader": "There were too many wrong passwords.",
  "lockedAccount.title": "Here is a new link.",
  "lockedAccount.ended.what": "The link you opened no longer worked. Use this one to continue.",
  "lockedAccount.wrongPasswords.what":
    "To protect the account, we paused access after too many wrong passwords. This link lets you try again.",
  "lockedAccount.button": "Continue",
} as const;
