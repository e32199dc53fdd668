import { useNavigate, useSearch } from '@tanstack/react-router'

/**
 * Which record's form is open, in the URL as `edit`, so that a reload or a new session shows it
 * again. `new` stands for one that is to be made.
 */
export function useEditing(): {
  editing: string | null
  /** Opens the form of a record, in its drawer. */
  edit: (id: string) => void
  leave: () => void
} {
  const search: { edit?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (change: Record<string, string | undefined>) =>
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => ({ ...before, ...change })) as never,
      resetScroll: false,
    })
  return {
    editing: typeof search.edit === 'string' ? search.edit : null,
    edit: (id) => go(id === 'new' ? { edit: id } : { edit: id, open: id }),
    leave: () => go({ edit: undefined }),
  }
}
