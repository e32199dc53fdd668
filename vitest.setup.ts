import { compiled } from '@steward/i18n/catalog'
import { setCompiler } from '@steward/i18n/reader'
import fc from 'fast-check'

// Property tests try the same examples each time, so that a run says something of the change that was made;
// `npm run test:scale` tries others, of those in `*.property.test.ts`.
if (process.env['STEWARD_SCALE'] !== '1') fc.configureGlobal({ seed: 20_261_125 })

// The messages of tests are those in the code, which the build compiles for the browser.
setCompiler(compiled)
