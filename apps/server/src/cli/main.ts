import { speakLanguageOf } from '../environment-language.ts'
import { run } from './run.ts'

// Files are for this account only, since reports may hold rows of an imported file.
process.umask(0o077)
await speakLanguageOf(process.env)
process.exitCode = await run(process.argv.slice(2))
