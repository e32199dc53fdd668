import { Button } from '@mantine/core'
import { IconUserEdit } from '@tabler/icons-react'
import { useContext, useEffect } from 'react'
import { AroundFormContext } from './around-form.ts'
import classes from './saved-meanwhile.module.css'

/**
 * Says above a form that somebody else saved its record since; what was typed stays.
 * @param props.onLook shows how the two differ; null while nobody else has saved it
 */
export function SavedMeanwhile({ onLook }: { onLook: ((by: string | null) => void) | null }) {
  const { savedBy } = useContext(AroundFormContext)
  return (
    <div role="status" className={classes.status}>
      {onLook && (
        <p className={classes.note}>
          <IconUserEdit size="1rem" aria-hidden />
          <span className={classes.words}>
            <bdi>{savedBy ?? 'Somebody else'}</bdi> saved this while you were editing. Your changes
            are still here.
          </span>
          <Button variant="default" size="compact-md" onClick={() => onLook(savedBy)}>
            Review changes
          </Button>
        </p>
      )}
    </div>
  )
}

/** Tells what stands around a form whether something is being edited in it. */
export function useTellEditing(editing: boolean): void {
  const { onEditing } = useContext(AroundFormContext)
  useEffect(() => {
    onEditing(editing)
    return () => onEditing(false)
  }, [editing, onEditing])
}
