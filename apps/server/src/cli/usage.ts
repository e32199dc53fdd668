/** A command called in a way that it doesn't know; its message is a whole sentence. */
export class Usage extends Error {
  override name = 'Usage'
}
