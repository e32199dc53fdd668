import { toFailure } from '../../api/failure.ts'

/** The messages of a failure, one line each (specification section 8). */
export function FailureLines({ error }: { error: unknown }) {
  return toFailure(error).entries.map(({ msg }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id and never move
    <p key={index}>
      <bdi>{msg}</bdi>
    </p>
  ))
}
