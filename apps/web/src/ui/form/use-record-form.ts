import { useForm } from '@mantine/form'
import { t } from '@steward/i18n/reader'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { numberOf } from '../../api/answers/read.ts'
import { readDraft } from '../../api/browser/form-drafts.ts'
import { focusFirstError } from '../keys/focus-first-error.ts'
import { showFailure, toast } from '../messages/messages.tsx'
import { lackingIn } from '../permissions/lacking.ts'
import { ownFieldRuleOf } from '../permissions/own-field-rule.ts'
import { useOwnLimits } from '../permissions/own-limits.ts'
import { fieldErrors } from './field-errors.ts'
import {
  changedFields,
  changesToSend,
  checkFields,
  type FormValues,
  mergeValues,
  pick,
  valuesOf,
} from './form-fields.ts'
import type { OpenPart } from './form-part.ts'
import { mergeEdits, resolveConflicts } from './merge-edits.ts'
import type { RecordFormOptions } from './record-form-options.ts'
import { type Attempt, EditConflict, saveMerged } from './save-merged.ts'
import { savedRecord } from './saved-record.ts'
import { submoduleOf } from './submodule-of.ts'
import { useDraft } from './use-draft.ts'

interface Snapshot<V> {
  values: V
  changes: unknown
}

/**
 * Edits and saves a record: errors at fields or as messages (specification section 8), three-way merge with
 * others' saves,
 * and a draft for a lost session, without secrets.
 */
export function useRecordForm<
  V extends FormValues,
  R extends object,
  S extends { [K in keyof V]?: unknown },
  P extends OpenPart<R> = never,
>(options: RecordFormOptions<V, R, S, P>) {
  const { record, fields, start, prefix = '' } = options
  const names = Object.keys(fields) as (keyof V & string)[]
  const element = useRef<HTMLFormElement>(null)
  const [base, setBase] = useState(record)
  const [conflict, setConflict] = useState<EditConflict<V, R> | null>(null)
  const [resolved, setResolved] = useState(false)
  const [kept] = useState(() => readDraft<Partial<V>>(options.draftKey))
  const before = valuesOf(fields, base)
  const form = useForm<V>({
    initialValues: { ...before, ...start?.values, ...(kept && pickKnown(kept, names)) },
  })
  const { name: partName = '', label = '', open } = options.part ?? {}
  const [part, setPart] = useState(() => {
    const opened = open?.(record, kept?.[partName] ?? null)
    if (opened && !kept) start?.part?.(opened)
    return opened
  })
  const rule = ownFieldRuleOf(useOwnLimits(), submoduleOf(options.area, base))
  // A new record has its fields from whoever makes it.
  const isHidden = (name: string) => base !== null && rule.hidden.includes(name)
  const isLocked = (name: string) => base !== null && rule.readOnly.includes(name)
  const changesSince = (since: unknown) => part?.changes(since) ?? null

  const draft = useDraft(options.draftKey, () => {
    const values = form.getValues()
    // A new record's initial values don't count as changes.
    const changed = changedFields(fields, values, {
      ...before,
      ...(base === null && start?.values),
    })
    const changes = changesSince(null)
    if (changed.length === 0 && changes === null) return null
    const shown = changed.filter((name) => !fields[name].secret)
    return { ...pick(values, shown), ...(changes !== null && { [partName]: changes }) }
  })
  useEffect(() => part?.listen(draft.touch), [part, draft])

  /** Puts a saved record into the form, keeping the changes made after `since` (null: none). */
  const adopt = (now: R, since: Snapshot<V> | null) => {
    const values = valuesOf(fields, now)
    form.setValues(since ? mergeValues(fields, since.values, form.getValues(), values) : values)
    form.clearErrors()
    setPart(open?.(now, since && changesSince(since.changes)))
    setBase(now)
    setConflict(null)
  }
  // With nothing unsaved, the form switches to the newer record at once.
  const isNewer = (versionOf(record) ?? 0) > (versionOf(base) ?? 0)
  useEffect(() => {
    if (record && isNewer && !draft.unsaved()) adopt(record, null)
  })

  /** Merges fields; the separate part merges its own values, so it never conflicts. */
  const merge = (on: Attempt<V, R>, saved: R) => {
    const merged = mergeEdits(fields, on.base, on.values, saved)
    const isPartChanged = open?.(on.base, null).changesOf(saved) != null
    return isPartChanged ? { ...merged, theirs: [...merged.theirs, t(label)] } : merged
  }
  const { mutate, isPending } = useMutation({
    mutationFn: async (sent: Snapshot<V>) => {
      const toSend = (on: Attempt<V, R>) => {
        const start = valuesOf(fields, on.base)
        const changed = changesToSend<V, S>(fields, on.values, start, base === null)
        const version = versionOf(on.base)
        const toRequest = () =>
          (on.base === base ? part : open?.(on.base, sent.changes))?.toRequest()
        return {
          ...changed,
          ...(sent.changes !== null && { [partName]: toRequest() }),
          ...(version !== null && { version }),
        } as Partial<S> & { version?: number }
      }
      const { answer, attempt, theirs, by } = await saveMerged(
        { base, values: sent.values },
        {
          send: (on) => options.send(toSend(on), on.base),
          merge,
          whoSaved: async (since, saved) => (since && options.whoSaved?.(since, saved)) ?? null,
        },
      )
      const fieldsSent = toSend(attempt)
      const now = await savedRecord(answer, fieldsSent, attempt.base, options)
      return { ...answer, fieldsSent, now, on: attempt.base, theirs, by }
    },
    onSuccess: ({ message, now: told, left, fieldsSent, on, theirs, by }, sent) => {
      toast.success(message || (options.savedWords ?? t('Saved')))
      if (theirs.length > 0)
        toast.info(
          by === null
            ? t('Somebody else also changed {fields}. Both changes are kept.', { fields: theirs })
            : t('{person} also changed {fields}. Both changes are kept.', {
                person: by,
                fields: theirs,
              }),
        )
      options.keep(told, on)
      if (told) options.saved?.(told)
      const typedOn =
        changedFields(fields, form.getValues(), sent.values).length > 0 ||
        changesSince(sent.changes) !== null
      // Changes typed during the save are kept on top of the values that were sent.
      const now = told ?? (on && typedOn ? { ...on, ...fieldsSent } : null)
      if (now && (typedOn || left || (on && options.stays))) {
        const unsaved = pick(before, left?.names ?? [])
        adopt(now, { ...sent, values: { ...sent.values, ...unsaved } })
        if (left) showRefusal(left.failure)
        return
      }
      draft.discard()
      if (left) showFailure(left.failure)
      options.done(now, on)
    },
    onError: (thrown) =>
      thrown instanceof EditConflict ? setConflict(thrown) : showRefusal(thrown),
  })

  const showRefusal = (thrown: unknown) => {
    const shown = [...names, ...(part ? [partName] : [])]
    const { fields: errors, rest } = fieldErrors(thrown, shown, prefix)
    // What no field shows appears as toasts (section 8).
    if (lackingIn(thrown)) showFailure(thrown)
    else for (const words of rest) toast.error(words)
    options.refused?.(errors)
    form.setErrors(errors)
    if (Object.keys(errors).length > 0) focusFirstError(element.current)
  }

  /** Shows the errors of all fields; returns whether there are none. */
  const check = (): boolean => {
    const errors = checkFields(fields, form.getValues(), base && before)
    form.setErrors(errors)
    const wrong = Object.keys(errors).length > 0
    if (wrong) focusFirstError(element.current)
    return !wrong
  }
  /** Ends a conflict; the fields in `taken` keep the other person's value. */
  const resolve = (taken: readonly string[]) => {
    if (!conflict) return
    const { saved } = conflict
    const mine = form.getValues()
    options.keep(saved, base)
    adopt(saved, { values: before, changes: null })
    // The form's current values, which include what was typed during the save.
    const merged = mergeEdits(fields, base, mine, saved)
    form.setValues(resolveConflicts(fields, mine, saved, merged, taken))
    setResolved(true)
  }
  // Saves once the form holds the merged values, unless only the other person's were chosen.
  useEffect(() => {
    if (!resolved) return
    setResolved(false)
    if (draft.unsaved()) element.current?.requestSubmit()
    else if (!options.stays) options.done(base, base)
  })

  return {
    form,
    base,
    element,
    draft,
    isPending,
    part: part as P,
    /** Whether the form started with values of a draft. */
    restored: kept !== null && Object.keys(kept).length > 0,
    input: <K extends keyof V & string>(name: K) => ({
      label: isLocked(name)
        ? // i18n: the label of a field that the person’s role doesn’t let them change
          t('{field} (read-only with your role)', { field: t(fields[name].label) })
        : t(fields[name].label),
      ...form.getInputProps(name),
      value: form.getValues()[name],
      ...(isLocked(name) && { disabled: true, onChange: () => {} }),
      ...(isHidden(name) && { hidden: true, display: 'none' }),
    }),
    /** Shows what somebody else saved; null unless they did so while there are unsaved changes. */
    meanwhile:
      record && isNewer && conflict === null && draft.unsaved()
        ? (by: string | null) => {
            const own = { base, values: form.getValues() }
            setConflict(new EditConflict(record, merge(own, record), by))
          }
        : null,
    check,
    save: () => {
      if (isPending || !check()) return
      mutate({ values: form.getValues(), changes: changesSince(null) })
    },
    reset: () => {
      part?.reset()
      form.setValues(before)
      form.clearErrors()
    },
    conflict: {
      opened: conflict !== null,
      by: conflict?.by ?? null,
      conflicts: conflict?.merge.conflicts ?? [],
      theirs: conflict?.merge.theirs ?? [],
      onSave: resolve,
      onClose: () => setConflict(null),
    },
  }
}

/** Drops draft fields that the form no longer has, as the draft may be from an older release. */
const pickKnown = <V extends FormValues>(kept: Partial<V>, names: readonly (keyof V)[]) =>
  pick(
    kept as V,
    names.filter((name) => kept[name] !== undefined),
  )

const versionOf = (record: object | null): number | null =>
  numberOf((record as { version?: unknown } | null)?.version)
