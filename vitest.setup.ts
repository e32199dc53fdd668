import fc from 'fast-check'

// Property tests try the same examples each time, so that a run says something of the change that was made;
// `npm run test:scale` tries others, of those in `*.property.test.ts`.
if (process.env['STEWARD_SCALE'] !== '1') fc.configureGlobal({ seed: 20_261_125 })
