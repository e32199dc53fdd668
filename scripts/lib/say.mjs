/** Ends the command with a sentence and a non-zero exit. */
export function fail(sentence) {
  console.error(`\n${sentence}\n`)
  process.exit(1)
}

/** Says what is being done, where it takes a while. */
export function say(sentence) {
  console.error(sentence)
}
