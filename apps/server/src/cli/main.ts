import { run } from './run.ts'

// Reports may hold rows of a file.
process.umask(0o077)
process.exitCode = await run(process.argv.slice(2))
