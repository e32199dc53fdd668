/**
 * Reads an answer's body as text.
 * @param most bytes, unpacked; what is longer is left on the line
 * @returns null where it is longer
 */
export async function readBounded(response: Response, most: number): Promise<string | null> {
  if (!response.body) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > most) return null
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
