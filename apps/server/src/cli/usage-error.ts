/** A command called in a way that it doesn't know; its message is a whole sentence. */
export class UsageError extends Error {
  override name = 'Usage'
}
