const leading = /^[=+\-@\t\r\n＝＋－＠]/

/** Where a spreadsheet that splits at something else than commas would see a formula begin. */
const hidden = /[;\t\r\n](?=[=@＝＠]|[+\-＋－][\w(])/g

/**
 * Escapes text that somebody else wrote for a spreadsheet (CSV injection, formula injection): what would be taken for a
 * formula gets an apostrophe in front, which shows it as text. Every cell that Steward writes or
 * copies passes here, but for numbers and times of its own making, so that a negative one stays a
 * number.
 * @example escapeFormulas('=1+1') // "'=1+1"
 */
export const escapeFormulas = (text: string): string =>
  (leading.test(text) ? `'${text}` : text).replaceAll(hidden, "$&'")
