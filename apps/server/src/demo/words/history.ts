/** Those who registered to help, and wait: hours ago, and whether they have confirmed their address. */
export const registrations: readonly {
  name: string
  email: string
  hours: number
  confirmed: boolean
}[] = [
  { name: 'Noor Haddad', email: 'noor+team@example.org', hours: 46, confirmed: true },
  { name: 'Tomasz Wilk', email: 'tomasz+team@example.com', hours: 31, confirmed: true },
  { name: 'Ingrid Solberg', email: 'ingrid+team@example.net', hours: 27, confirmed: true },
  { name: 'Chidi Okafor', email: 'chidi+team@example.org', hours: 20, confirmed: true },
  { name: 'Marta Ferreira', email: 'marta+team@example.com', hours: 9, confirmed: true },
  { name: 'Q. Deals', email: 'q.deals+1@example.net', hours: 4, confirmed: false },
  { name: 'Haruka Mori', email: 'haruka+team@example.org', hours: 1.5, confirmed: true },
]

/** Accounts that joined within an hour of each other and post the same. */
export const spammers: readonly { name: string; email: string }[] = [
  { name: 'Easy Money Now', email: 'easy.money+1@example.net' },
  { name: 'Lucky Prize Team', email: 'prize.team+7@example.net' },
  { name: 'CryptoKing 88', email: 'cryptoking+88@example.net' },
  { name: 'Cheap Watches', email: 'watches+3@example.net' },
]

/** Why others reported what they post, and who, as far as they said. */
export const reportReasons: readonly { reason: string | null; reporter: string | null }[] = [
  { reason: 'Spam. The same text stands under three other names.', reporter: 'Wendy Marsh' },
  { reason: 'Asks for money before anything is sent.', reporter: 'Idris Bell' },
  { reason: null, reporter: 'Lena Hoffmann' },
  { reason: 'Fraud', reporter: null },
]

/** What they post; `{…}` is filled from {@link spamSlots}. */
export const spamTexts: readonly string[] = [
  'EARN {sum} A WEEK FROM HOME!!! No experience, start today. Write me before {hour}, only {few} places left!',
  'Congratulations neighbour, you have WON a {prize}. Send your address and the {fee} for postage and it is yours.',
  'I doubled {sum} in {few} days with one simple coin. Ask me how, I show everybody for free {hour} tonight.',
  'Original {prize}, box and papers, {fee} only. Cash, no questions. First come first served!!!',
  'Your neighbours already joined: {few} of them made {sum} last week. Do not be the last. Message me NOW.',
]

/** What can stand in a spam text's braces. */
export const spamSlots: Record<string, readonly string[]> = {
  sum: ['€900', '€1,250', '€2,000', '€3,400', '$5,000'],
  few: ['3', '5', '7', '9', '12'],
  hour: ['8 pm', '9 pm', '10 pm', 'midnight'],
  prize: ['phone', 'coffee machine', 'designer watch', 'weekend for two', 'tablet', 'handbag'],
  fee: ['€4.90', '€9.99', '€19', '€25'],
}
