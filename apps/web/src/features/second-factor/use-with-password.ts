import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toFailure } from '../../api/failure.ts'
import { ownSecondFactor } from './second-factor.queries.ts'

/**
 * Something that the own password is asked for first, and its pending and failed states.
 * @param act what is done with the password
 * @param done called with what came of it; how the account is secured is asked for anew then
 */
export function useWithPassword<T>(
  act: (password: string) => Promise<T>,
  done: (result: T) => void,
) {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  const mutation = useMutation({
    mutationFn: () => act(password),
    // Passwords don't stay in memory longer than needed.
    gcTime: 0,
    onSuccess: (result) => {
      setPassword('')
      void client.invalidateQueries({ queryKey: ownSecondFactor.queryKey })
      done(result)
    },
  })
  return {
    password,
    setPassword,
    pending: mutation.isPending,
    failure: mutation.error ? toFailure(mutation.error) : null,
    submit: () => {
      if (!mutation.isPending) mutation.mutate()
    },
  }
}
