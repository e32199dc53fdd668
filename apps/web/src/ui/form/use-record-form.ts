import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readDraft } from '../../api/drafts.ts'
import { toFailure } from '../../api/failure.ts'
import type { DeepPartial } from '../../api/read.ts'
import { toast } from '../feedback/messages.tsx'
import type { Difference } from './edit-conflict-dialog.tsx'
import { showFieldErrors } from './field-errors.ts'
import { focusFirstError } from './focus-first-error.ts'
import { useDraft } from './use-draft.ts'

/** The values of a form, as they stand in its fields. */
export type FormTexts = Record<string, string>

/** The form of one record, new or there already. */
export interface RecordFormOptions<V extends FormTexts, R> {
  /** Names the form for its draft: the route and the record. */
  draftKey: string
  /** The record as it was opened; null for a new one. */
  record: DeepPartial<R> | null
  valuesOf: (record: DeepPartial<R> | null) => V
  labels: Readonly<Record<keyof V & string, string>>
  /** A value in words, where what the field holds is none for people, such as an `_id`. */
  inWords?: { [K in keyof V & string]?: (value: string) => string }
  /** What is wrong with the values before they are sent, by field. */
  check: (values: V) => Partial<Record<keyof V & string, string>>
  /** @param base the record that the person had before them; null for a new one */
  send: (values: V, before: V, base: DeepPartial<R> | null) => Promise<{ message: string; data: R }>
  /** What stands before the names of fields in the server's paths, such as `data.` */
  prefix?: string
  /** @param base the record as it was; null for a new one */
  saved: (record: R, base: DeepPartial<R> | null) => void
  /** Leaves the form. Not called where something was typed while the record was being saved. */
  done: () => void
}

/**
 * Edits and saves a record: what the server refuses stands at its field, what was typed stays, and
 * what somebody else saved meanwhile is shown before anything is overwritten.
 */
export function useRecordForm<V extends FormTexts, R>(options: RecordFormOptions<V, R>) {
  const { valuesOf, labels, prefix = '' } = options
  const names = Object.keys(labels) as (keyof V & string)[]
  const element = useRef<HTMLFormElement>(null)
  const [base, setBase] = useState(options.record)
  const [theirs, setTheirs] = useState<DeepPartial<R> | null>(null)
  const before = valuesOf(base)
  const [first] = useState(() => ({ ...before, ...readDraft<Partial<V>>(options.draftKey) }))
  const form = useForm<V>({ initialValues: first as V })
  const values = form.getValues()
  const changed = names.filter((name) => values[name] !== before[name])

  const draft = useDraft(options.draftKey, () => {
    const now = form.getValues()
    const unsaved = names.filter((name) => now[name] !== before[name])
    return unsaved.length === 0 ? null : Object.fromEntries(unsaved.map((key) => [key, now[key]]))
  })

  const { mutate, isPending } = useMutation({
    mutationFn: (sent: V) => options.send(sent, before, base),
    onSuccess: ({ message, data }, sent) => {
      toast.success(message || 'Saved')
      options.saved(data, base)
      const typed = form.getValues()
      const later = names.filter((name) => typed[name] !== sent[name])
      if (later.length > 0) {
        const now = data as DeepPartial<R>
        setBase(now)
        const kept = Object.fromEntries(later.map((name) => [name, typed[name]]))
        form.setValues({ ...valuesOf(now), ...kept } as V)
        return
      }
      draft.discard()
      options.done()
    },
    onError: (thrown) => {
      const failure = toFailure(thrown)
      if (failure.code === 'out_of_date' && failure.data) {
        setTheirs(failure.data as DeepPartial<R>)
        return
      }
      const paths = names.map((name) => `${prefix}${name}`)
      const errors = Object.entries(showFieldErrors(thrown, paths)).map(([path, words]) => [
        path.slice(prefix.length),
        words,
      ])
      form.setErrors(Object.fromEntries(errors))
      focusFirstError(element.current)
    },
  })

  const differences: Difference[] = []
  if (theirs) {
    const stands = valuesOf(theirs)
    for (const name of names) {
      if (values[name] === stands[name]) continue
      const words = options.inWords?.[name] ?? ((value: string) => value)
      differences.push({
        label: labels[name],
        mine: words(values[name] ?? ''),
        theirs: words(stands[name] ?? ''),
      })
    }
  }

  return {
    form,
    base,
    element,
    draft,
    isPending,
    unchanged: base !== null && changed.length === 0,
    save: () => {
      if (isPending) return
      const errors = options.check(form.getValues())
      form.setErrors(errors)
      if (Object.keys(errors).length > 0) focusFirstError(element.current)
      else mutate(form.getValues())
    },
    conflict: {
      opened: theirs !== null,
      differences,
      onKeep: () => {
        if (!theirs) return
        // What this person left alone follows the other one's change.
        const stands = valuesOf(theirs)
        const kept = names.map((name) => [
          name,
          changed.includes(name) ? values[name] : stands[name],
        ])
        setBase(theirs)
        form.setValues(Object.fromEntries(kept) as V)
        setTheirs(null)
      },
      onTake: () => {
        if (!theirs) return
        setBase(theirs)
        form.setValues(valuesOf(theirs))
        setTheirs(null)
      },
      onClose: () => setTheirs(null),
    },
  }
}
