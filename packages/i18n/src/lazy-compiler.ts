import { createRequire } from 'node:module'
import { setCompiler } from './reader.ts'

const require = createRequire(import.meta.url)

/** Loads the compiler with the first message that needs it, as a start doesn't wait for it. */
setCompiler((message) => {
  const { compiled } = require('./catalog.ts') as typeof import('./catalog.ts')
  try {
    return compiled(message)
  } catch {
    // Not a message: a text that holds a brace, as it is.
    return message
  }
})
