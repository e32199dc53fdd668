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
  const { edit } = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (change: { edit: string | undefined; open?: string }) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...change }),
      resetScroll: false,
    })
  return {
    editing: edit ?? null,
    edit: (id) => go(id === 'new' ? { edit: id } : { edit: id, open: id }),
    leave: () => go({ edit: undefined }),
  }
}
