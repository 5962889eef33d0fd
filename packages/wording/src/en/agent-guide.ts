/**
 * What an agent asks, says, does and never does at each roadblock: `<id>.ask`, `.say`, `.do`, `.never`. A part may have
 * variants, `<part>.<form>`. The guide in docs/ and the agents' page are generated from them.
 */
const askWho = "Ask for the reference, then check who is calling as your procedure says.";
const never = "Never ask for the caller’s code.";
const neverPassword = `${never} Never ask for a password.`;
const ownError = "The problem is on our side. Your insurance file is not affected.";
const passOn = "Help by phone. Pass the reference on to technical support.";
const wrongCodesPaused = "Several codes didn’t match, so we paused. Nothing in your file has changed.";
const wrongCodes = "Several codes didn’t match, so that registration closed. You can start again now.";
const codesSent = "We sent as many codes as one registration allows. You can start again now.";
const seeMessages = "Look at the state of the messages. If one was refused, correct the number or address.";
const neverTellFact = `${never} Never say which detail differs, nor what our file holds.`;

const neverOwnRequest = `${neverPassword} Never approve what you asked for yourself.`;
const whoseMobile = `${askWho} Ask when the mobile number changed, and whether the caller asked for it.`;
const mobileWaits = "To protect you, your new mobile number gets no login code for 72 hours.";
const insteadOfMobile =
  "If they can’t wait, ask for a new way to confirm; a second agent approves it. If the change was not theirs, correct the file.";

export default {
  title: "The agent’s guide",
  lead: "Someone is stuck and calls. They read you a reference: nine digits, in threes. Enter it at {path}.",
  rule: never,
  "rule.why": "Codes go to the person alone. We tell our callers not to trust anyone who asks for one.",
  rows: "Each screen that stops a person has a code, shown at its bottom: “Screen R212”. It is not the reference.",
  "rows.codes": "A second code in brackets says what went wrong. The table at the end explains it.",
  policies:
    "A caller is logged in and a policy is missing? They add it under “Your policies”, “Add a policy”. Since an upgrade, the account shows only policies that were confirmed. None was cancelled.",
  mobile:
    "A mobile number that changed in the file gets no login code for 72 hours. The former one gets them until then, where we know it. This protects the caller: a thief may have asked for the change. It cannot be shortened.",
  settling:
    "An account that changed in the last 72 hours waits. It can’t be closed or exported, and older passkeys and apps stay. If its address changed, codes and links go to the former one. The page says until when. Was the change not theirs? Undo it first. A link to a new address needs a second agent and 24 hours.",
  ask: "Ask",
  say: "Say",
  do: "Do",
  never: "Never",

  "form.ownFault": "With a code that starts with lnr",
  "form.accountClosed": "Where the company closed the account",
  "form.noAccount": "Without an account",
  "form.waiverRequested": "Once a new way to confirm was asked for",
  "form.waiverGiven": "While the person may set up a new way to confirm",
  "form.newMobile": "While a new mobile number gets no code",
  "form.noMethod": "Where nothing in the file can receive a code",
  "form.codesSent": "Where too many codes were sent",
  "form.newPassword": "Where the account opens with a new password",
  "form.reopened": "Once the freeze is lifted and the password is new",
  "form.lifted": "Once the freeze is lifted",
  "form.open": "With no pause in force",

  "codes.title": "Codes in brackets",
  "codes.code": "Code",
  "codes.means": "What it means to you",
  "codes.other": "any other",
  "code.lnr500120":
    "The account system answered 5001: the problem is on its side. Pass the reference on to technical support.",
  "code.lnr500140":
    "The account system answered 5002: the problem is on its side. Pass the reference on to technical support.",
  "code.lnr500150":
    "The account system answered 5003: the problem is on its side. Pass the reference on to technical support.",
  "code.lnr500160":
    "The address was not written to the company’s file. Nothing typed was wrong. Have them try again, then pass it on.",
  "code.0x13212077":
    "The login service was unavailable, or too many tries came from one connection. Have them try again in a few minutes.",
  "code.0x38cf04d7": "The login worked; the service behind it is unavailable. Have them try again in a few minutes.",
  "code.0x13212064":
    "The login form came from another page, or was too large. Have them open the site from its own address.",
  "code.0x132120d0":
    "The account is closed by the company. Waiting changes nothing. Read the note on the file, and follow it.",
  "code.other": "Any other code comes from the login service. Pass it on to technical support with the reference.",

  "identity-verification.ask": `${askWho} Ask whether the mobile number or email address has changed.`,
  "identity-verification.say": wrongCodesPaused,
  "identity-verification.say.codesSent": codesSent,
  "identity-verification.say.open": wrongCodes,
  "identity-verification.do": "Correct the contact details first. Then lift the limit, and have them start again.",
  "identity-verification.do.codesSent": `${seeMessages} Then have them start again.`,
  "identity-verification.do.open": "Correct the contact details if they have changed. Then have them start again.",
  "identity-verification.never": `${never} Never lift the limit before you know who is calling.`,

  "pin-identification.ask": `${askWho} Ask whether the letter with the PIN is the most recent one.`,
  "pin-identification.say": "Several PINs didn’t match, so we paused. Nothing in your file has changed.",
  "pin-identification.say.open": "Several PINs didn’t match, so that registration closed. You can start again now.",
  "pin-identification.do": "Lift the limit, or order a new letter if this one is lost.",
  "pin-identification.do.open":
    "Have them compare each character and start again. If the letter is lost, order a new one.",
  "pin-identification.never": `${never} Never ask for the PIN, nor read one aloud.`,

  "unavailable-option.ask": `${askWho} Ask for a mobile number or an email address that we may use.`,
  "unavailable-option.say": "We have no way to send you a code yet. We can add one now.",
  "unavailable-option.do": "Add the number or address to the file. Then have them start registration again.",
  "unavailable-option.never": `${never} Never add contact details before you know who is calling.`,

  "unable-to-identify.ask": `${askWho} Ask for the policy number, and whether the caller has moved or changed their name.`,
  "unable-to-identify.say": "Something you entered differs from our file. We will go through it together.",
  "unable-to-identify.do": "Look in the timeline for what did not match. Correct the file if it is wrong.",
  "unable-to-identify.never": neverTellFact,

  "forgot-password.ask": `${askWho} Ask whether the tries were the caller’s own.`,
  "forgot-password.say": "There were too many tries, so access is paused. A new password restores it at once.",
  "forgot-password.say.noAccount": "Let’s check together which email address you use.",
  "forgot-password.say.newPassword": "Your account needs a new password. You can log in as soon as you choose one.",
  "forgot-password.say.open": "The pause is over. You can log in again now.",
  "forgot-password.do": "Have them choose a new password. If they can’t read their email, unlock or send a link.",
  "forgot-password.do.noAccount":
    "No account uses this address. Check its spelling. If it is right, have them register instead.",
  "forgot-password.do.open": "Have them log in. If the password is forgotten, have them choose a new one.",
  "forgot-password.never": neverPassword,

  "inconsistency.ask": `${askWho} Ask which policy the caller has now.`,
  "inconsistency.say": "Your account no longer matches our files. We will find out why.",
  "inconsistency.do": "Check whether the policy ended or moved to another company. Have them register again.",
  "inconsistency.never": `${never} Never give access back before the file is right.`,

  "login-difficulties.ask": `${askWho} Ask which email address the caller uses.`,
  "login-difficulties.say": "Several tries didn’t work, so we paused access to protect your account.",
  "login-difficulties.say.ownFault": ownError,
  "login-difficulties.say.newPassword": "Your account needs a new password.",
  "login-difficulties.do.newPassword": "Lift the limits in force. Then send a link to choose a new password.",
  "login-difficulties.say.open": "Several tries didn’t work. Nothing is paused now.",
  "login-difficulties.do.ownFault":
    "Have them try again in a few minutes. If it still fails, pass the reference on to technical support.",
  "login-difficulties.do.open": "Have them try again. If needed, send a link to choose a new password.",
  "login-difficulties.do": "Check which limit is in force. Lift it, or send a link to choose a new password.",
  "login-difficulties.never": neverPassword,
  "login-difficulties.ask.newMobile": whoseMobile,
  "login-difficulties.say.newMobile": mobileWaits,
  "login-difficulties.do.newMobile": `The case says until when. ${insteadOfMobile}`,
  "login-difficulties.never.newMobile": neverOwnRequest,
  "login-difficulties.say.noMethod":
    "Your login needs a code, and your file has no contact for it. We can change that.",
  "login-difficulties.do.noMethod":
    "Add the mobile number to the file; it gets codes after 72 hours. Sooner: ask for a new way to confirm; a second agent approves it.",
  "login-difficulties.never.noMethod": neverOwnRequest,

  "maintenance.ask": "Ask what the caller needs today.",
  "maintenance.say": "Our site is closed for now, for planned work or an outage. Your insurance is not affected.",
  "maintenance.do":
    "Help by phone with what can’t wait. Give the end of the work if it is announced. If none is, have them try again in a few minutes.",
  "maintenance.never": `${never} Never promise an hour that was not announced.`,

  "more-than-one-profile.ask": `${askWho} Ask which email addresses the caller may have used.`,
  "more-than-one-profile.say": "You already have an account. Let’s find its email address.",
  "more-than-one-profile.do": "Once you know who is calling, send a link to the account’s address.",
  "more-than-one-profile.never": `${never} Never read an account’s address aloud.`,

  "no-options.ask": `${askWho} Ask for a mobile number or an email address that still works.`,
  "no-options.say": "We send codes only to what your file holds. We can bring it up to date now.",
  "no-options.do": "Correct the file. Then have them start registration again.",
  "no-options.never": `${never} Never change contact details before you know who is calling.`,

  "pin-difficulties.ask": `${askWho} Ask for the date on the letter with the PIN.`,
  "pin-difficulties.say": "The PIN differs from the one in our letter. Nothing in your file has changed.",
  "pin-difficulties.do": "Have them compare each character. Order a new letter if this one is old.",
  "pin-difficulties.never": `${never} Never ask for the PIN, nor read one aloud.`,

  "registration-difficulties.ask": `${askWho} Ask for the policy number, and whether the caller has moved or changed their name.`,
  "registration-difficulties.say": "We can’t finish this online with these details. We will finish it together.",
  "registration-difficulties.do": "Correct the file if it is wrong. Then send a link to choose a password.",
  "registration-difficulties.never": neverTellFact,

  "resend-code.ask": `${askWho} Ask where the caller looked for the message.`,
  "resend-code.say": wrongCodesPaused,
  "resend-code.say.codesSent": codesSent,
  "resend-code.say.open": wrongCodes,
  "resend-code.do": `${seeMessages} Then lift the limit, and have them start again.`,
  "resend-code.do.codesSent": `${seeMessages} Then have them start again.`,
  "resend-code.do.open": `${seeMessages} Then have them start again.`,
  "resend-code.never": `${never} Never lift the limit before you know who is calling.`,

  "resend-email.ask": `${askWho} Ask whether the address is still the caller’s.`,
  "resend-email.say": "We sent the message several times. Let’s check where it went.",
  "resend-email.do": "Look at the state of the messages. Correct the address, or send a link to a new one.",
  "resend-email.never": `${never} Never read the address on file aloud; have the caller say it.`,

  "resend-reset-password.ask": `${askWho} Ask whether the caller still reads that address.`,
  "resend-reset-password.say": "We sent the message several times. Let’s check where it went.",
  "resend-reset-password.do": "Look at the state of the messages. Send a link to a new address if needed.",
  "resend-reset-password.never": neverPassword,

  "technical.ask": "Ask for the reference, and what the caller was doing.",
  "technical.ask.accountClosed": askWho,
  "technical.say": ownError,
  "technical.say.accountClosed": "This account can no longer be used to log in. Let me see why.",
  "technical.do": passOn,
  "technical.do.accountClosed": "Read the note on the file, and follow it. Ask your lead if there is none.",
  "technical.never": `${never} Never ask the caller to turn off their device’s protection.`,

  "temporary.ask": `${askWho} Ask when the temporary password was received.`,
  "temporary.say": "A temporary password works for one day and three tries. Choose a new password to get in.",
  "temporary.do": "Have them choose a new password. Send a link if our email does not arrive.",
  "temporary.never": neverPassword,

  "token-expired.ask": `${askWho} Ask when the message with the link arrived.`,
  "token-expired.say": "Each link works once and for a limited time. We can send a new one.",
  "token-expired.do": "Send a link. It goes to the address on file unless you give another.",
  "token-expired.never": `${never} Never ask the caller to read or forward the link.`,

  "wrong-cellphone.ask": `${askWho} Ask for the mobile number that the caller uses now.`,
  "wrong-cellphone.say": "The number didn’t match several times, so we paused for a day.",
  "wrong-cellphone.say.open": "The number didn’t match several times. Nothing is paused now.",
  "wrong-cellphone.do": "Correct the number in the file. Then lift the limit.",
  "wrong-cellphone.do.open": "Correct the number in the file. Then have them start again.",
  "wrong-cellphone.never": neverTellFact,

  "block.ask": askWho,
  "block.say": "We need to speak with you before you continue. Thank you for calling.",
  "block.do": "Read the note on the file, and follow it. Ask your lead if there is none.",
  "block.never": `${never} Never give access back on your own initiative.`,

  "not-saved.ask": `${askWho} Ask which page the caller was on.`,
  "not-saved.say": "We could not save what you entered. The problem is on our side.",
  "not-saved.do": "Have them press the button again in a few minutes. Pass the reference on if it still fails.",
  "not-saved.never": `${never} Never ask the caller to choose another address for it.`,

  "contact-changed.ask": `${askWho} Ask for the new address or number, spelled out.`,
  "contact-changed.say":
    "A colleague checks this with me. Then we send a link to your new address, 24 hours from now at the earliest.",
  "contact-changed.do":
    "Ask for a link to the new address. A second agent approves it; the contacts on file are told and can stop it.",
  "contact-changed.never": `${never} Never change an address before you know who is calling.`,

  "account-frozen.ask": `${askWho} Ask which activity was not theirs, and compare it with the timeline.`,
  "account-frozen.say": "Your account is frozen, and nobody can log in to it. We will open it again together.",
  "account-frozen.say.lifted":
    "Your account is no longer frozen. You will choose a new password with the link that we send.",
  "account-frozen.ask.lifted": `${askWho} Ask whether the link has arrived.`,
  "account-frozen.ask.reopened": `${askWho} Ask whether the login works again.`,
  "account-frozen.say.reopened": "Your account is open, and you have chosen a new password.",
  "account-frozen.do":
    "First go through what changed with the person, and undo what was not theirs. Then lift the freeze. Then send a link to choose a new password.",
  "account-frozen.do.lifted":
    "Go through what changed, if that was not done. Then send a link to choose a new password. In the account, the person keeps or removes each passkey.",
  "account-frozen.do.reopened":
    "Go through what changed, if that was not done. Have the person keep or remove each passkey in the account.",
  "account-frozen.never": `${neverPassword} Never lift the freeze before you know who is calling.`,

  "not-found.ask": "Ask what the caller came to do, and where the address came from.",
  "not-found.say": "This page does not exist. Nothing in your file has changed.",
  "not-found.do": "Have them open the site from its own address. If a link of ours led there, tell technical support.",
  "not-found.never": `${never} Never ask the caller to read or forward a link.`,

  "second-proof.title": "Confirm it’s you",
  "second-proof.ask": `${askWho} Ask which ways to confirm the caller has lost, and whether one is left.`,
  "second-proof.say": "A colleague checks this with me. In 24 hours you can set up an app with your password.",
  "second-proof.do":
    "Is another way left? Have them use it. Otherwise ask for a new way to confirm; a second agent approves it.",
  "second-proof.never": neverOwnRequest,
  "second-proof.say.waiverRequested": "Your request was made. We check it first.",
  "second-proof.do.waiverRequested": "Say when the person can log in, as the request shows.",
  "second-proof.say.waiverGiven": "Log in with your password. The page lets you add an authenticator app.",
  "second-proof.do.waiverGiven": "Have them log in before the time that the request shows.",
  "second-proof.ask.newMobile": whoseMobile,
  "second-proof.say.newMobile": mobileWaits,
  "second-proof.do.newMobile": `Is another way on the page? Have them use it. ${insteadOfMobile}`,

  "help.title": "Help was asked for",
  "help.ask": `${askWho} Ask what the caller wants to do, and what the page says.`,
  "help.say": "Let’s go through it together.",
  "help.do": "Look at what stands in the way, then at the last steps. Help with the page, or do what is offered here.",
  "help.never": `${never} Never type anything in the caller’s place.`,
} as const;
