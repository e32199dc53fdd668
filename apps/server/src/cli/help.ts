import type { Command } from './commands.ts'

/** The help of one command. */
export const usage = ({ name, synopsis, summary, details }: Command): string =>
  `${summary}.\n\nUsage: steward ${name} ${synopsis}\n\n${details.trim()}\n`
