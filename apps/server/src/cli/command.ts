/** One command of the command line. */
export interface Command {
  name: string
  /** A few words for the list of commands. */
  summary: string
  /** What stands after the name: `<area> FILE [options]`. */
  synopsis: string
  /** Options and their words, and whatever else there is to say. */
  details: string
  /** @returns the exit code */
  run(words: string[]): Promise<number>
}

/** The help of one command. */
export const usage = ({ name, synopsis, summary, details }: Command): string =>
  `${summary}.\n\nUsage: steward ${name} ${synopsis}\n\n${details.trim()}\n`
