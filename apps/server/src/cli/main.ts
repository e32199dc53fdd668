import { run } from './run.ts'

// What it writes, such as a report with rows of a file, is for the own account alone.
process.umask(0o077)
process.exitCode = await run(process.argv.slice(2))
