import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { readDraft } from '../../api/drafts.ts'
import { toFailure } from '../../api/failure.ts'
import { type DeepPartial, numberOf } from '../../api/read.ts'
import { toast } from '../feedback/messages.tsx'
import { showFieldErrors } from './field-errors.ts'
import { focusFirstError } from './focus-first-error.ts'
import {
  changedFields,
  changesToSend,
  checkFields,
  differencesOf,
  type FormFields,
  type FormValues,
  mergeValues,
  notChanged,
  pick,
  valuesOf,
} from './form-fields.ts'
import { useDraft } from './use-draft.ts'

/**
 * A part of a form that keeps its state in a store of its own, such as a grid of thousands of boxes.
 * @typeParam P the store
 * @typeParam C what was changed of it, as JSON can hold it
 */
export interface FormPart<R, P, C> {
  /** What the call that saves the record names it. */
  name: string
  label: string
  /** Makes the store of a record, or of a new one, with changes on top. */
  open: (record: DeepPartial<R> | null, changes: C | null) => P
  /**
   * What differs from the record, or from an earlier state; null for nothing.
   * @param since what this said at that time
   */
  changes: (store: P, since: C | null) => C | null
  /** What somebody else changed: how a record differs from the one that the store was made of. */
  changesOf: (store: P, theirs: DeepPartial<R>) => C | null
  inWords: (changes: C) => string
  toRequest: (store: P) => unknown
  /** Goes back to the record. */
  reset: (store: P) => void
  /** @returns stops listening */
  listen: (store: P, changed: () => void) => () => void
}

/** The form of one record, new or there already. */
export interface RecordFormOptions<
  V extends FormValues,
  R extends object,
  S extends { [K in keyof V]?: unknown },
  P,
  C,
> {
  /** Names the form for its draft: the route and the record. */
  draftKey: string
  /** The record as it is saved; null for a new one. */
  record: DeepPartial<R> | null
  fields: FormFields<V, R, S>
  part?: FormPart<R, P, C>
  /** What a new record starts with, such as a copy of another one. */
  start?: { values?: Partial<V>; part?: (store: P) => void }
  /**
   * Saves the record.
   * @param fields what has changed, with the version of the record where it has one
   * @param base the record that the person had before them; null for a new one
   */
  send: (
    fields: Partial<S> & { version?: number },
    base: DeepPartial<R> | null,
  ) => Promise<{ message: string; data: R }>
  /** What stands before the names of fields in the server's paths, such as `data.` */
  prefix?: string
  /**
   * Puts a record, as the server told it, wherever it is shown.
   * @param base the record as it was; null for a new one
   */
  keep: (record: DeepPartial<R>, base: DeepPartial<R> | null) => void
  /** Told what the server refused, by field. */
  refused?: (errors: Readonly<Record<string, string>>) => void
  /**
   * Leaves the form. Not called where something was typed while the record was being saved.
   * @param base the record as it was; null for a new one
   */
  done: (record: R, base: DeepPartial<R> | null) => void
  /** The form of a record that is there already stays open once it is saved. */
  stays?: boolean
  /** What is said of a record that is saved, where the server says nothing. */
  savedWords?: string
}

/** A state of a form: of its fields, and what has changed of its other part. */
interface Snapshot<V, C> {
  values: V
  changes: C | null
}

/**
 * Edits and saves a record: what the server refuses stands at its field, the rest is said as
 * messages (specification section 8), what was typed stays, and what somebody else saved meanwhile
 * is shown before anything is overwritten. What stands unsaved is there again after a session was
 * lost, but for secrets.
 */
export function useRecordForm<
  V extends FormValues,
  R extends object,
  S extends { [K in keyof V]?: unknown },
  P = never,
  C = never,
>(options: RecordFormOptions<V, R, S, P, C>) {
  const { record, fields, part, start, prefix = '' } = options
  const names = Object.keys(fields) as (keyof V & string)[]
  const element = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [base, setBase] = useState(record)
  const [theirs, setTheirs] = useState<DeepPartial<R> | null>(null)
  const [kept] = useState(() => readDraft<Partial<V>>(options.draftKey))
  const before = valuesOf(fields, base)
  const form = useForm<V>({
    initialValues: { ...before, ...(kept ? pickKnown(kept, names) : start?.values) },
  })
  const [store, setStore] = useState(() => {
    if (!part) return null
    const opened = part.open(record, ((kept?.[part.name] as C | undefined) ?? null) as C | null)
    if (!kept) start?.part?.(opened)
    return opened
  })
  const changesSince = (since: C | null) =>
    part && store !== null ? part.changes(store, since) : null

  const draft = useDraft(options.draftKey, () => {
    const values = form.getValues()
    const changed = changedFields(fields, values, before)
    const changes = changesSince(null)
    if (changed.length === 0 && changes === null) return null
    const open = changed.filter((name) => !fields[name].secret)
    return { ...pick(values, open), ...(part && changes !== null && { [part.name]: changes }) }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a part is the same one as long as its store
  useEffect(
    () => (part && store !== null ? part.listen(store, draft.touch) : undefined),
    [store, draft],
  )

  /**
   * Goes on from a record as it is saved now.
   * @param since a state of the form; what was changed after it is kept on top of the record
   */
  const adopt = (now: DeepPartial<R>, since: Snapshot<V, C> | null) => {
    const values = valuesOf(fields, now)
    form.setValues(since ? mergeValues(fields, since.values, form.getValues(), values) : values)
    form.clearErrors()
    if (part) setStore(part.open(now, since && changesSince(since.changes)))
    setBase(now)
    setTheirs(null)
  }
  // Somebody else saved it while nothing of ours stood unsaved: theirs is shown.
  const isNewer = (versionOf(record) ?? 0) > (versionOf(base) ?? 0)
  useEffect(() => {
    if (record && isNewer && !draft.unsaved()) adopt(record, null)
  })

  const { mutate, isPending } = useMutation({
    mutationFn: (sent: Snapshot<V, C>) => {
      const changed = changesToSend<V, S>(fields, sent.values, before, base === null)
      const version = versionOf(base)
      const fieldsSent = {
        ...changed,
        ...(part && store !== null && sent.changes !== null
          ? { [part.name]: part.toRequest(store) }
          : {}),
        ...(version !== null && { version }),
      }
      return options.send(fieldsSent as Partial<S> & { version?: number }, base)
    },
    onSuccess: ({ message, data }, sent) => {
      toast.success(message || (options.savedWords ?? 'Saved'))
      const now = data as DeepPartial<R>
      options.keep(now, base)
      const typedOn =
        changedFields(fields, form.getValues(), sent.values).length > 0 ||
        changesSince(sent.changes) !== null
      if (typedOn || (base && options.stays)) {
        adopt(now, sent)
        return
      }
      draft.discard()
      options.done(data, base)
    },
    onError: (thrown) => {
      const failure = toFailure(thrown)
      if (failure.code === 'out_of_date' && failure.data) {
        setTheirs(failure.data as DeepPartial<R>)
        return
      }
      const paths = [...names, ...(part ? [part.name] : [])].map((name) => `${prefix}${name}`)
      const errors = Object.fromEntries(
        Object.entries(showFieldErrors(thrown, paths)).map(([path, words]) => [
          path.slice(prefix.length),
          words,
        ]),
      )
      options.refused?.(errors)
      form.setErrors(errors)
      focusFirstError(element.current)
    },
    onSettled: () => {
      sending.current = false
    },
  })

  /** Marks what is wrong before anything is sent. @returns whether nothing is */
  const check = (): boolean => {
    const errors = checkFields(fields, form.getValues())
    form.setErrors(errors)
    const wrong = Object.keys(errors).length > 0
    if (wrong) focusFirstError(element.current)
    return !wrong
  }
  const differences = theirs ? differencesOf(fields, base, form.getValues(), theirs) : []
  if (theirs && part && store !== null) {
    const others = part.changesOf(store, theirs)
    const own = changesSince(null)
    const mine = own === null ? notChanged : part.inWords(own)
    if (others !== null) differences.push({ label: part.label, mine, theirs: part.inWords(others) })
  }
  const resolve = (since: Snapshot<V, C> | null) => {
    if (!theirs) return
    options.keep(theirs, base)
    adopt(theirs, since)
  }

  return {
    form,
    base,
    element,
    draft,
    isPending,
    /** The store of the part that has one. */
    store: store as P,
    /** Whether a draft was found. */
    restored: kept !== null && Object.keys(kept).length > 0,
    /** What the input of a field takes. */
    input: <K extends keyof V & string>(name: K) => ({
      label: fields[name].label,
      ...form.getInputProps(name as never),
      value: form.getValues()[name],
    }),
    check,
    save: () => {
      if (sending.current || !check()) return
      sending.current = true
      mutate({ values: form.getValues(), changes: changesSince(null) })
    },
    /** Goes back to what is saved. */
    reset: () => {
      if (part && store !== null) part.reset(store)
      form.setValues(before)
      form.clearErrors()
    },
    conflict: {
      opened: theirs !== null,
      differences,
      // What this person left alone follows the other one's change.
      onKeep: () => resolve({ values: before, changes: null }),
      onTake: () => resolve(null),
      onClose: () => setTheirs(null),
    },
  }
}

/** A draft may be of an older version of the app. */
const pickKnown = <V extends FormValues>(kept: Partial<V>, names: readonly (keyof V)[]) =>
  pick(
    kept as V,
    names.filter((name) => kept[name] !== undefined),
  )

const versionOf = (record: object | null): number | null =>
  numberOf((record as { version?: unknown } | null)?.version)
