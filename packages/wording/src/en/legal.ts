/**
 * Four pages of numbered sections: `<document>.<n>.heading` and `.text`; a section's anchor is #section-<n>. An empty
 * line separates paragraphs. Placeholders: brandName, atBrand, telephone, version, accessibilityEmail, reviewed.
 */
export default {
  contents: "On this page",
  version: "Version {version}",
  reviewed: "Last reviewed on {reviewed}",

  "privacy.title": "Privacy",
  "privacy.lead": "How {brandName} treats your personal information when you create an account and log in.",
  "privacy.1.heading": "What we ask for, and why",
  "privacy.1.text":
    "To find your file, we ask for your email address or your policy number. With a policy number, we also ask for your name, date of birth and postal code. In some cases we ask for your driver’s licence number or your mobile number.\n\nWe use these details to make sure that nobody creates an account in your place. We do not use them for advertising.",
  "privacy.2.heading": "What we keep",
  "privacy.2.text":
    "We keep your name, date of birth, email address, language and province, and the policies of your account. We also keep the passkeys that you add and the browsers that you log in with. Your password is kept in a form that nobody can read, not even our staff.\n\nWe also keep a record of important events, such as a login or a changed password. It protects you if someone tries to use your account.\n\nWe also count how many people finish or stop at each step, and why. We count them by brand, province, language, type of account and the email that brought them here. Nobody can be recognized in these counts.",
  "privacy.3.heading": "What we delete",
  "privacy.3.text":
    "A registration that you do not finish is deleted after 24 hours. Codes and links are deleted seven days after they expire. The content of a message is deleted once it has been sent. A reference is deleted after seven days, with the page that it was made on.",
  "privacy.4.heading": "Who sees your information",
  "privacy.4.text":
    "Only the people who need your information to serve you can see it. The companies that deliver our emails and text messages receive your address or number and the message. They may use it for nothing else. We do not sell your information.",
  "privacy.5.heading": "Cookies",
  "privacy.5.text":
    "This site uses only the cookies that it needs to work. They keep your session, your language and your province. Language and province are kept for six months.\n\nAfter you log in, one more cookie recognizes this device for six months. Wrong tries made elsewhere then do not pause your access here.\n\nIf you ask us to, we remember your email address on your device for six months, encrypted. Clear the box to remove it.",
  "privacy.6.heading": "Your rights",
  "privacy.6.text":
    "You can ask to see your personal information, to have it corrected, or to receive a copy. You can also ask us to close your account. Some information must be kept for as long as insurance law requires.\n\nNo decision about your insurance is made on this site by a computer alone.",
  "privacy.7.heading": "Questions and complaints",
  "privacy.7.text":
    "Our privacy officer answers your questions. To reach them, call {telephone}. If our answer does not satisfy you, you can write to the Privacy Commissioner of Canada. In Quebec, you can write to the Commission d’accès à l’information.",

  "terms.title": "Terms of Use",
  "terms.lead": "What you agree to when you create an online account with {brandName}.",
  "terms.1.heading": "What this service is",
  "terms.1.text":
    "This service lets you create an online account and log in to it. It is free. It does not change your insurance: your policy alone says what is covered.",
  "terms.2.heading": "Your account",
  "terms.2.text":
    "Each person logs in with an email address of their own. A driver on your policy may add their profile to your account if you agree. The details that you give must be true and must be about you.",
  "terms.3.heading": "Your password and your codes",
  "terms.3.text":
    "Choose a password that you don’t use anywhere else, and keep it to yourself. To add a driver’s profile to your account, type it yourself. Never pass on a security code, even to someone who says they work for us.\n\nTell us right away if you think that someone else has used your account.",
  "terms.4.heading": "Email and text messages",
  "terms.4.text":
    "We send you messages that the service needs, such as security codes. Your mobile provider may charge for text messages. These messages are not advertising.",
  "terms.5.heading": "Fair use",
  "terms.5.text":
    "Do not try to reach the account or the file of another person. Do not try to disturb the service, or to get past its limits. We may pause or close an account that is used in this way.",
  "terms.6.heading": "When the service is interrupted",
  "terms.6.text":
    "Maintenance, or a reason that we do not control, may interrupt the service for a while. You can always reach us by phone. A claim or a change to your policy never depends on this service alone.",
  "terms.7.heading": "Our responsibility",
  "terms.7.text":
    "We take reasonable care to keep the service safe and correct. Nothing in these terms takes away a right that the law gives you.",
  "terms.8.heading": "Changes to these terms",
  "terms.8.text":
    "This is version {version}. Your account keeps a note of the version that you agreed to. The version that applies is always on this page.",
  "terms.9.heading": "The law that applies",
  "terms.9.text":
    "The law of the province or territory where you live applies, together with the laws of Canada. To end this agreement, call us at {telephone} and ask us to close your account.",

  "security.title": "Online security",
  "security.lead": "How we protect your account, and what you can do yourself.",
  "security.1.heading": "What we do",
  "security.1.text":
    "Everything that you send to this site is encrypted on its way. Before an account is created, a code or a personal link confirms that it is you. After several wrong tries, access pauses by itself. Your session closes after a while without activity.",
  "security.2.heading": "What you can do",
  "security.2.text":
    "Use a separate password for this site; a password manager makes that easy. Keep your phone and your computer up to date. Log out when you share a device, and do not ask us to remember your email address there.",
  "security.3.heading": "What we never ask",
  "security.3.text":
    "Nobody {atBrand} will ever ask for your password or for a security code. Not by phone, by text message or by email. If someone asks, end the conversation, then call us at {telephone}.",
  "security.4.heading": "A message that looks odd",
  "security.4.text":
    "Do not click anything, and do not reply. Type the address of this site yourself, or call us at {telephone}. Did you receive a code that you did not ask for? You can ignore it: without the code, nobody gets in.",
  "security.5.heading": "Sharing your screen",
  "security.5.text":
    "This site has no tool for sharing your screen. Is someone on the phone asking to see it, or to install a program on your device? Say no and end the call, even if they say they work for us. Then call us at {telephone}.",
  "security.6.heading": "The certificate of this site",
  "security.6.text":
    "The name in the address bar shows whether you are on our site. Open the connection details beside it to see the certificate: it must carry the same name. If it does not, close the page and call us.",

  "accessibility.title": "Accessibility",
  "accessibility.lead": "{brandName} wants everyone to be able to log in on their own.",
  "accessibility.1.heading": "What we aim for",
  "accessibility.1.text":
    "We follow the Web Content Accessibility Guidelines (WCAG) 2.2, level AA. Every page is checked by a program before each release. A program does not see everything, so tell us what we missed.",
  "accessibility.2.heading": "What you can count on",
  "accessibility.2.text":
    "Every page works with a keyboard alone, and with a screen reader. Text can be enlarged to 400% without being cut off. Colours keep a strong contrast, in light and in dark. Nothing moves if your device asks for less motion.\n\nYou can paste codes and passwords. The site also works without JavaScript.",
  "accessibility.3.heading": "What may still get in your way",
  "accessibility.3.text":
    "For your safety, a session ends after a while without activity. Two minutes before, the page warns you and offers more time. After 30 minutes in all, you need to start registration again. A code is sent by text message or email; if neither suits you, call us.",
  "accessibility.4.heading": "Tell us, or get help",
  "accessibility.4.text":
    "Call us at {telephone}. With a relay service, dial 711 first and give our number. Video relay (VRS) works too. An agent can help you right away, whatever the cause.\n\nYou can also write to us at {accessibilityEmail}. Tell us the page, what you wanted to do, and the tool that you use.",
  "accessibility.5.heading": "If our answer does not suit you",
  "accessibility.5.text":
    "Ask for the person in charge of accessibility {atBrand}. We keep your complaint in writing, and you can have our answer in the format that you choose. The human rights body of your province or territory can help you too.",
} as const;
