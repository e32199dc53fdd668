import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Whether somebody can be asked. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true

/**
 * Asks the person at the terminal for one line; the question goes to standard error.
 * @param options.hidden whether what is typed is not shown
 */
export async function ask(question: string, { hidden = false } = {}): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  // In raw mode the terminal echoes nothing itself; the interface would, to its output.
  const lines = createInterface({
    input: process.stdin,
    output: hidden ? nowhere : process.stderr,
    terminal: true,
  })
  lines.on('SIGINT', () => {
    lines.close()
    process.stderr.write('\n')
    process.exit(130)
  })
  try {
    // It is drawn again with each key, so that the interface has to know it.
    if (hidden) process.stderr.write(question)
    return await lines.question(question)
  } finally {
    lines.close()
    if (hidden) process.stderr.write('\n')
  }
}
