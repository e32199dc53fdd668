/** How long the first page is held back for its first data, in milliseconds, once all else is there. */
const longest = 250

let begun: Promise<unknown> = Promise.resolve()

/** Notes the data that the opening page loads, so that page and data are drawn together. */
export function noteFirstData(asked: Promise<unknown>): void {
  begun = asked
}

/** Resolves when that is there, or doesn't come soon. */
export const firstData = (): Promise<unknown> =>
  Promise.race([begun, new Promise((done) => setTimeout(done, longest))])
