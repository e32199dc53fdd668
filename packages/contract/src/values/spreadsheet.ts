const leading = /^[=+\-@\t\r\n＝＋－＠]/

/** Where a spreadsheet that splits at other signs would see a formula. */
const hidden = /[;\t\r\n](?=[=@＝＠]|[+\-＋－][\w(])/g

/** Against CSV formula injection in texts of others: an apostrophe before what would be a formula. */
export const escapeFormulas = (text: string): string =>
  (leading.test(text) ? `'${text}` : text).replaceAll(hidden, "$&'")
