export async function* tap(
  bytes: Iterable<Buffer> | AsyncIterable<Buffer>,
  see: (chunk: Buffer) => unknown,
): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    see(chunk)
    yield chunk
  }
}
