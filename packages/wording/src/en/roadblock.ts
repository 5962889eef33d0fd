/**
 * One roadblock in four parts of one sentence each: `<id>.title` and `<id>.what` what happened, `<id>.affected` what it
 * affects and what not, `<id>.next` what to do. A part may have variants: `.until` where the end of the lockout is
 * known, others by the person's case.
 */
const severalCodes = "Several codes were sent or didn’t match.";
const wrongCodes = "Several codes didn’t match.";
const codesSent = "We sent several codes, as many as one registration allows.";
const nothingChanged = "Nothing in your file was changed.";
const notAffected = "Your insurance is not affected.";
const onlineAlone = "This only affects your online access.";
const notDone = "We couldn’t complete your request.";
const pause = "Let’s pause to protect your file.";
const startOver = "Let’s start again to protect your file.";
const startAgainNow = "You can start again right now, or call us.";
const startAgain = "Start again {from}, or call us.";
const emailTitle = "Let’s find an email address for you.";
const emailsTaken = "Each address you entered already belongs to another account.";
const known = {
  title: "You already have an account.",
  what: "An account exists for the details you entered.",
  affected: "Nothing in that account was changed.",
  next: "Log in right now with its email address, or call us if you are not sure which one.",
} as const;

export default {
  "time.until.today": "until {time}",
  "time.until.near": "until {day} at {time}",
  "time.until.far": "until {time} on {day}",
  "time.from.today": "after {time}",
  "time.from.near": "{day} after {time}",
  "time.from.far": "after {time} on {day}",
  "time.before.today": "before {time}",
  "time.before.near": "before {day} at {time}",
  "time.before.far": "before {time} on {day}",

  reference: "Your reference",

  "exit.telephone": "Call {number}",
  "exit.customerLine": "Call about your policy at {number}",
  "exit.telephone.sameHours": "Same hours.",
  "exit.telephone.technical": "Call technical support at {number}",
  "exit.chat": "Chat with an agent",
  "exit.login": "Go back to login",
  "exit.forgot": "Choose a new password",
  "exit.registration": "Start registration again",
  "exit.findEmail": "Find my address",
  "exit.changeRole": "Change my role",
  "exit.newLink": "Send a new link",
  "exit.newLetter": "Ask for a new letter",
  "letter.asked": "Your request for a letter is noted. It will go to the postal address in your file.",
  "exit.newCode": "Ask for a new code",
  "exit.marketing": "Go to our website",
  "exit.home": "Go back to the home page",
  "exit.retry": "Try again",
  "exit.back": "Go back",

  "ended.title": "The pause is over.",
  "ended.affected": notAffected,
  "ended.next.login": "You can log in again now.",
  "ended.next.findEmail": "You can look for the address of your account again now.",
  "ended.next.registration": "You can start registration again now.",

  "identity-verification.title": startOver,
  "identity-verification.title.until": pause,
  "identity-verification.what": severalCodes,
  "identity-verification.what.wrongCodes": wrongCodes,
  "identity-verification.what.codesSent": codesSent,
  "identity-verification.affected": nothingChanged,
  "identity-verification.next": startAgainNow,
  "identity-verification.next.until": startAgain,

  "pin-identification.title": startOver,
  "pin-identification.title.until": pause,
  "pin-identification.what": "Several PINs didn’t match.",
  "pin-identification.affected": nothingChanged,
  "pin-identification.next": "You can start again right now, or call us; we never ask for your PIN.",
  "pin-identification.next.until": "Start again {from}, or call us; we never ask for your PIN.",

  "unavailable-option.title": "We don’t have a way to reach you.",
  "unavailable-option.what": "Your file has no mobile number or email address we can use.",
  "unavailable-option.affected": notAffected,
  "unavailable-option.next": "One call is enough to add one; keep your policy handy.",

  "unable-to-identify.title": "Let’s find your file together.",
  "unable-to-identify.what": "The details you entered don’t match our files, even after several tries.",
  "unable-to-identify.title.usernameTaken": emailTitle,
  "unable-to-identify.title.alreadyRegistered": known.title,
  "unable-to-identify.what.usernameTaken": emailsTaken,
  "unable-to-identify.what.alreadyRegistered": known.what,
  "unable-to-identify.what.changeRole": "Your details match our files, but under the other role on the policy.",
  "unable-to-identify.affected": nothingChanged,
  "unable-to-identify.next": "Call us with your policy handy, or start registration again right now.",
  "unable-to-identify.affected.alreadyRegistered": known.affected,
  "unable-to-identify.next.usernameTaken":
    "Start registration again right now with an address that only you use, or call us.",
  "unable-to-identify.next.alreadyRegistered": known.next,
  "unable-to-identify.next.changeRole": "Change your role to continue right now, or call us with your policy handy.",

  "forgot-password.title": "Access with this address is paused.",
  "forgot-password.title.until": "Access with this address is paused {until}.",
  "forgot-password.what": "We paused it to protect your account.",
  "forgot-password.what.until": "Too many tries were made; they may not have been yours.",
  "forgot-password.title.newPassword": "Your account needs a new password.",
  "forgot-password.what.newPassword": "To protect you, the former password no longer works.",
  "forgot-password.affected": notAffected,
  "forgot-password.next": "To get in right away, choose a new password.",
  "forgot-password.next.newPassword": "Choose it right now with a code that we send by email, or call us.",
  "forgot-password.next.until": "To get in sooner, choose a new password.",

  "inconsistency.title": "Your access has changed.",
  "inconsistency.what": "The details of your account no longer match our files.",
  "inconsistency.affected": onlineAlone,
  "inconsistency.next": "Start registration again with your current policy (about five minutes), or call us.",

  "login-difficulties.title": "Get back into your account.",
  "login-difficulties.what": "Several tries didn’t work, so we are protecting your account.",
  "login-difficulties.affected": notAffected,
  "login-difficulties.next": "Call us: an agent will confirm it’s you, then help you log in.",
  "login-difficulties.next.newCode": "Ask for a new code to continue right away, or call us for help.",
  "login-difficulties.next.until": "Start again {from}, or call us: an agent will help you log in.",

  "login-difficulties.title.ownFault": "The problem is on our side.",
  "login-difficulties.what.ownFault": notDone,
  "login-difficulties.affected.ownFault": "Your insurance file is not affected.",
  "login-difficulties.next.ownFault": "Try again in a few minutes, or call us.",

  "login-difficulties.title.newMobile": "Your new mobile number gets no codes yet.",
  "login-difficulties.what.newMobile": "It is new in your file; to protect you, it gets no code {before}.",
  "login-difficulties.next.newMobile": "Log in {from}, or call us: an agent will confirm it’s you and help you.",

  "login-difficulties.title.noMethod": "We can’t send you a code.",
  "login-difficulties.what.noMethod": "Your login needs one, and nothing in your file can receive it now.",

  "maintenance.title": "This service is closed for now.",
  "maintenance.what": "We are working on it, and can’t yet say for how long.",
  "maintenance.what.until": "The work is planned to last {until}.",
  "maintenance.affected": "Your insurance file is not affected.",
  "maintenance.next": "Try again in a few minutes, or call us if it can’t wait.",
  "maintenance.next.ofLink": "Open the link in our message again later, or call us if it can’t wait.",
  "maintenance.next.until": "Call us if it can’t wait.",

  "more-than-one-profile.title": known.title,
  "more-than-one-profile.title.usernameTaken": emailTitle,
  "more-than-one-profile.what": known.what,
  "more-than-one-profile.what.usernameTaken": emailsTaken,
  "more-than-one-profile.affected": known.affected,
  "more-than-one-profile.affected.usernameTaken": nothingChanged,
  "more-than-one-profile.next": known.next,
  "more-than-one-profile.next.usernameTaken":
    "From the login page, start again with an address that only you use (about five minutes).",
  "more-than-one-profile.next.until": "Log in with its email address, or look for that address again {from}.",

  "no-options.title": "We need another way to reach you.",
  "no-options.what": "We send codes only to the mobile number or email address in your file.",
  "no-options.affected": notAffected,
  "no-options.next": "One call is enough to update them; keep your policy handy.",

  "pin-difficulties.title": "That PIN doesn’t match.",
  "pin-difficulties.what": "It differs from the one in our letter.",
  "pin-difficulties.affected": nothingChanged,
  "pin-difficulties.next": "Check the letter and start again right now, or call us; we never ask for your PIN.",
  "pin-difficulties.next.until": "Check the letter and start again {from}, or call us; we never ask for your PIN.",

  "registration-difficulties.title": "Let’s create your account by phone.",
  "registration-difficulties.what": "We can’t finish your registration online with these details.",
  "registration-difficulties.affected": notAffected,
  "registration-difficulties.next": "Call us with your policy handy: an agent will finish it with you.",
  "registration-difficulties.next.until": "Start again {from}, or call us with your policy handy.",

  "resend-code.title": startOver,
  "resend-code.title.until": pause,
  "resend-code.what": severalCodes,
  "resend-code.what.wrongCodes": wrongCodes,
  "resend-code.what.codesSent": codesSent,
  "resend-code.affected": nothingChanged,
  "resend-code.next": startAgainNow,
  "resend-code.next.until": startAgain,

  "resend-email.title": "Email not there yet?",
  "resend-email.what": "You asked for it several times.",
  "resend-email.affected": notAffected,
  "resend-email.next": "Give it a few minutes and look in your junk mail, or call us.",

  "resend-reset-password.title": "Email not there yet?",
  "resend-reset-password.what": "You asked several times to choose a new password.",
  "resend-reset-password.affected": notAffected,
  "resend-reset-password.next": "Give it a few minutes and look in your junk mail, or call us for help.",

  "technical.title": "The problem is on our side.",
  "technical.what": notDone,
  "technical.affected": "Your insurance file is not affected.",
  "technical.next": "Try again in a few minutes, or call us with the reference below.",
  "technical.next.ofLink": "In a few minutes, open the link in our message again, or call us.",
  "technical.next.withoutReference": "Try again in a few minutes, or call us.",

  "technical.title.accountClosed": "Your online access has changed.",
  "technical.what.accountClosed": "This account can no longer be used to log in.",
  "technical.affected.accountClosed": onlineAlone,
  "technical.next.accountClosed": "Call us: an agent will tell you why, and help you continue.",

  "temporary.title": "This temporary password doesn’t work.",
  "temporary.what": "It is more than a day old, or was mistyped too many times.",
  "temporary.what.sent": "We sent an email to the address of this account.",
  "temporary.what.until": "It was mistyped several times, so it is paused {until}.",
  "temporary.affected": notAffected,
  "temporary.next": "To get in right away, choose a new password.",
  "temporary.next.sent": "Open it {before} to choose a new password, or call us.",
  "temporary.next.until": "To get in sooner, choose a new password.",

  "token-expired.title": "This link no longer works.",
  "token-expired.what": "To protect you, each link works once and for a limited time.",
  "token-expired.affected": notAffected,
  "token-expired.next": "Ask for a new one: the email goes to the same address, and says how long it works.",
  "token-expired.next.withoutLink": "Call us with your policy handy: an agent can send you a new one.",

  "wrong-cellphone.title": "Your access is paused for 24 hours.",
  "wrong-cellphone.title.until": "Your access is paused {until}.",
  "wrong-cellphone.what": "Several tries didn’t match the mobile number in your file.",
  "wrong-cellphone.affected": notAffected,
  "wrong-cellphone.next": "Call us to check the number in your file.",

  "block.title": "Please call us.",
  "block.what": "We need to speak with you before you continue.",
  "block.affected": nothingChanged,
  "block.next": "An agent will explain why and help you continue.",

  "contact-changed.title": "Let’s update your file.",
  "contact-changed.what": "To protect you, we change an address or a number only by phone.",
  "contact-changed.affected": "Nothing in your file has changed yet.",
  "contact-changed.next": "Call us with your policy handy; we will then write to both your new and former addresses.",

  "account-frozen.title": "Your account is frozen to protect you.",
  "account-frozen.what": "Someone told us about activity in it that may not be yours.",
  "account-frozen.affected": "Nobody can log in to it; your insurance is not affected.",
  "account-frozen.next": "Call us: an agent will check who you are and open it again with you.",

  "not-found.title": "This page doesn’t exist.",
  "not-found.what": "The address may have changed, or a character may be missing.",
  "not-found.affected": nothingChanged,
  "not-found.next": "Check the address, or continue right now from the home page.",
} as const;
