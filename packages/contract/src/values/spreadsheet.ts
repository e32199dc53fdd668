const leading = /^[=+\-@\t\r\n＝＋－＠]/

/** Where a spreadsheet that splits at something else than commas would see a formula begin. */
const hidden = /[;\t\r\n](?=[=@＝＠]|[+\-＋－][\w(])/g

/**
 * Escapes text that somebody else wrote for a spreadsheet (CSV injection, formula injection): what would be taken for
 * a formula gets an apostrophe in front. Numbers and times of our own making don't pass here: `-5` stays a number.
 */
export const escapeFormulas = (text: string): string =>
  (leading.test(text) ? `'${text}` : text).replaceAll(hidden, "$&'")
