export default {
  "identification.title": "Create your online account",
  "identification.lead.ubi":
    "You are joining the driving program. Enter these details as they appear on the policy and on your driver’s licence.",
  "identification.elsewhere.title": "We need your details once more.",
  "identification.elsewhere": "To protect them, we keep what you enter for a short time only.",

  "handover.title": "Check your details",
  "handover.lead": "We found your policy, and kept everything you entered.",
  "handover.licence": "One detail is missing: your driver’s licence.",
  "handover.name": "Name",
  "handover.change": "Change these details",

  "identification.notFound.title": "We can’t find your file. Check your information or contact us!",
  "identification.known.title": "You already have an account!",
  "identification.known": "Go back to the login page and use your email address.",

  "options.none": "None of these works for me",
  "options.one.title": "Let’s send your code",
  "options.one.none": "I can’t get a code this way",
  "options.one.lost": "This way doesn’t work for you?",
  "options.none.help": "We’ll help you by phone.",

  "account.label": "Account",

  "passwordValidation.title": "Confirm it’s you",
  "passwordValidation.lead": "Enter the password of your account, then the details that we have on file.",
  "passwordValidation.lead.driver":
    "Enter the password of the policyholder’s account, then your own details that we have on file.",
  "passwordValidation.lead.driver.cellPhone":
    "Enter the password of the policyholder’s account, then your own mobile number.",
  "passwordValidation.lead.household":
    "Someone on your policy already has an account with your email address. Enter its password to add your profile to it.",
  "passwordValidation.submit": "Log in",
  "passwordValidation.join": "Add my profile",
  "passwordValidation.forgot": "Forgot your password?",
  "passwordValidation.ask.title": "Don’t have the password?",
  "passwordValidation.ask": "Ask the policyholder instead. If they agree, you’ll create a separate account.",
  "passwordValidation.register":
    "Are you a driver on this policy? Register with its number: once you’ve entered a code, you can ask the policyholder.",
  "passwordValidation.register.start": "Use the policy number",

  "askPolicyholder.title": "Ask the policyholder",
  "askPolicyholder.lead":
    "We’ll send the policyholder an email with your first name. They have 72 hours to agree, and you don’t need their password.",
  "askPolicyholder.to": "Policyholder",
  "askPolicyholder.email": "We’ll send you the answer here, and you’ll log in with this address.",
  "askPolicyholder.submit": "Send my request",
  "askPolicyholder.password": "I have the password after all",

  "policyholderAsked.title": "Your request was sent",
  "policyholderAsked.lead": "We wrote to the policyholder at {email}.",
  "policyholderAsked.until": "They can answer until {day}, at {time}.",
  "policyholderAsked.next": "We’ll send you the answer at {email}. You can close this page.",
  "policyholderAsked.approved":
    "If they agree, our email will have a link to create your account. If they don’t answer in time, we’ll let you know too.",
  "policyholderAsked.call": "A wrong address, or a question? Call us at {number}.",
  "handOff.title": "It’s you. Welcome!",

  "newEmail.help": "We will send a link to this address.",
  "newEmail.send": "Send the link",
  "newEmail.typed": "You entered this one earlier. Change it if you prefer another.",

  "emailSent.title": "Your link is on its way",
  "emailSent.lead": "Open the link that you will receive at {email} to choose your password.",
  "emailSent.late": "Link not there yet?",
  "emailSent.late.text": "Only the newest one works. Look in your junk mail too.",
  "emailSent.again": "Send a new link",
  "emailSent.sentAgain": "Done. Open the newest link: it is the only one that works.",
  "emailSent.change": "Change the address",

  "password.title": "Create your account",
  "password.lead": "First, your date of birth and postal code: they confirm it’s you.",
  "password.lead.driver": "First, the mobile number in your file: it confirms it’s you.",
  "password.lead.known": "Your date of birth and postal code are the ones you entered earlier. Now choose a password.",

  notSaved: "We couldn’t update your file. Try again in a few minutes, or call us.",
} as const;
