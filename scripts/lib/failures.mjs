import { stripVTControlCharacters } from 'node:util'

/** The first line of an error's message, without colours; empty without an error. */
export function firstLine(error) {
  return stripVTControlCharacters(error?.message ?? '')
    .trim()
    .split('\n')[0]
}

/** Names what failed at the end, where it is found without the whole output. */
export function printFailures(failures) {
  for (const { name, message } of failures) console.log(`\nFailed: ${name}\n  ${message}`)
}
