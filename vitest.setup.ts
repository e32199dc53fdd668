import fc from 'fast-check'

// Property tests try the same examples each time, so that a run says something of the change that was made;
// at scale (`npm run test:scale`) they try others.
if (process.env['STEWARD_SCALE'] !== '1') fc.configureGlobal({ seed: 20_261_125 })
