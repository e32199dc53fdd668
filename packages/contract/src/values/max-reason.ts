/** Characters of the reason that somebody gives for a request or a decision. */
export const maxReason = 300
