import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { toFailure } from '../../api/failure.ts'
import { fieldErrors } from './field-errors.ts'

/** The state of a form with one required field; `missing` is the error while that is empty. */
export function useFieldForm<A>(options: {
  name: string
  missing: string
  start?: string
  /** Returns whether the other fields are filled in; focuses the first one that isn't. */
  ready?: (() => boolean) | undefined
  send: (value: string) => Promise<A>
  done: (answer: A) => void
}) {
  const { name, send } = options
  const [value, setValue] = useState(options.start ?? '')
  const [tried, setTried] = useState(false)
  const ref = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(value),
    // Removes a password from memory as soon as it was sent.
    gcTime: 0,
    onSuccess: options.done,
  })
  useEffect(() => {
    if (error) ref.current?.select()
  }, [error])
  const { fields, rest } = fieldErrors(error, [name])
  // A password may consist of blanks.
  const isEmpty = (name === 'password' ? value : value.trim()) === ''
  return {
    value,
    setValue,
    field: {
      ref,
      value,
      onChange: (event: ChangeEvent<HTMLInputElement>) => setValue(event.currentTarget.value),
      error: tried && isEmpty ? options.missing : fields[name],
    },
    form: {
      pending: isPending,
      failure: error && toFailure(error),
      lines: rest,
      onSubmit: () => {
        const isReady = options.ready?.() ?? true
        setTried(true)
        if (!isReady) return
        if (isEmpty) ref.current?.focus()
        else mutate()
      },
    },
  }
}
