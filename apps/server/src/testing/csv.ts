/**
 * Reads CSV as RFC 4180 has it, with nothing forgiven.
 * @throws {Error} where a quote stands in the wrong place
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y
  const body = text.replace(/^\ufeff/, '')
  while (field.lastIndex < body.length) {
    const at = field.lastIndex
    const match = field.exec(body)
    if (!match) throw new Error(`no CSV from character ${at}: ${body.slice(at, at + 40)}`)
    row.push(match[1] === undefined ? (match[2] ?? '') : match[1].replaceAll('""', '"'))
    if (match[3] === ',') {
      if (field.lastIndex === body.length) row.push('')
      continue
    }
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push(row)
  return rows
}
