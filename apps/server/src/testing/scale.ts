/** Whether this is a run of `npm run test:scale`: full sizes, more examples, and every engine. */
export const atScale = process.env['STEWARD_SCALE'] === '1'
