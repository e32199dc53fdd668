import { toFailure } from '../../api/failure.ts'
import type { FormValues } from './form-fields.ts'
import type { Merge } from './merge-edits.ts'

/** The values to save and the record that they are based on. */
export interface Attempt<V extends FormValues, R> {
  base: R | null
  values: V
}

/** Thrown where both sides changed a field, so that the person has to choose. */
export class EditConflict<V extends FormValues, R> extends Error {
  readonly saved: R
  readonly merge: Merge<V>
  readonly by: string | null
  constructor(saved: R, merge: Merge<V>, by: string | null) {
    // i18n-ignore: never shown
    super('Somebody else saved this record while you were editing.')
    this.saved = saved
    this.merge = merge
    this.by = by
  }
}

/** How often a save is merged and repeated before the person is asked. */
const maxMerges = 3

/** Saves a form; on 409 out_of_date merges and repeats, or throws {@link EditConflict}. */
export async function saveMerged<V extends FormValues, R extends object, A>(
  first: Attempt<V, R>,
  options: {
    send: (attempt: Attempt<V, R>) => Promise<A>
    merge: (attempt: Attempt<V, R>, saved: R) => Merge<V>
    whoSaved: (base: R | null, saved: R) => Promise<string | null>
  },
): Promise<{ answer: A; attempt: Attempt<V, R>; theirs: string[]; by: string | null }> {
  let attempt = first
  const theirs = new Set<string>()
  let by: string | null = null
  for (let merges = 0; ; merges += 1) {
    try {
      const answer = await options.send(attempt)
      return { answer, attempt, theirs: [...theirs], by }
    } catch (thrown) {
      const failure = toFailure(thrown)
      if (failure.code !== 'out_of_date' || !failure.data) throw thrown
      // Fields that the answer lacks are unchanged.
      const saved = { ...attempt.base, ...failure.data } as R
      const merge = options.merge(attempt, saved)
      by = await options.whoSaved(first.base, saved)
      if (merge.conflicts.length > 0 || merges >= maxMerges) {
        // Merged with the record as it was opened, since the form shows changes to that one.
        throw new EditConflict(saved, options.merge(first, saved), by)
      }
      for (const label of merge.theirs) theirs.add(label)
      attempt = { base: saved, values: merge.values }
    }
  }
}
