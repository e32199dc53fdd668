/** All of it in `npm run test:scale`, and in `npm test` the same at a reduced size. */
export const atScale = <const T>(all: readonly T[], few: readonly NoInfer<T>[]): readonly T[] =>
  process.env['STEWARD_SCALE'] === '1' ? all : few
