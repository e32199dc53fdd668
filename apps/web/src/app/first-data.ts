/** How long the first page is held back for its first data, in milliseconds, once all else is there. */
const longest = 250

let begun: Promise<unknown> = Promise.resolve()

/** Notes what the page that opens has asked for; it is drawn once for all with what comes soon. */
export function noteFirstData(asked: Promise<unknown>): void {
  begun = asked
}

/** Resolves when that is there, or doesn't come soon. */
export const firstData = (): Promise<unknown> =>
  Promise.race([begun, new Promise((done) => setTimeout(done, longest))])
