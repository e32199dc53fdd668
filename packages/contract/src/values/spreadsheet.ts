const leading = /^[=+\-@\t\r\n＝＋－＠]/

/** Places where a spreadsheet that splits cells at semicolons or tabs would see a formula. */
const hidden = /[;\t\r\n](?=[=@＝＠]|[+\-＋－][\w(])/g

/** Puts an apostrophe before what a spreadsheet would take for a formula (CSV formula injection). */
export const escapeFormulas = (text: string): string =>
  (leading.test(text) ? `'${text}` : text).replaceAll(hidden, "$&'")
