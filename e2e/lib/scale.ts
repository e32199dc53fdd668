const isScale = process.env['STEWARD_SCALE'] === '1'

/** All of it in `npm run test:scale`, and in `npm test` the same at a reduced size. */
export const atScale = <const T>(all: readonly T[], few: readonly NoInfer<T>[]): readonly T[] =>
  isScale ? all : few

/** Leaves the tests of a file or a group to `npm run test:scale`. */
export const onlyAtScale = (test: { skip(condition: boolean, reason: string): void }): void =>
  test.skip(!isScale, 'only in npm run test:scale')
