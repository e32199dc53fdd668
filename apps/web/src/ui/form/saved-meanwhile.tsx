import { Button } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconUserEdit } from '@tabler/icons-react'
import { useContext, useEffect } from 'react'
import { rich } from '../format/rich.tsx'
import { AroundFormContext } from './around-form.ts'
import classes from './saved-meanwhile.module.css'

/** Says that somebody else has saved the record; `onLook` shows the differences, null for none. */
export function SavedMeanwhile({ onLook }: { onLook: ((by: string | null) => void) | null }) {
  const { savedBy } = useContext(AroundFormContext)
  return (
    <div role="status" className={classes.status}>
      {onLook && (
        <p className="row wrap gap-8">
          <IconUserEdit size="1rem" aria-hidden />
          <span style={{ flex: '1 1 14rem' }}>
            {savedBy === null
              ? t('Somebody else saved this while you were editing. Your changes are still here.')
              : rich('{person} saved this while you were editing. Your changes are still here.', {
                  person: <bdi>{savedBy}</bdi>,
                })}
          </span>
          <Button size="compact-md" onClick={() => onLook(savedBy)}>
            {t('Review changes')}
          </Button>
        </p>
      )}
    </div>
  )
}

export function useTellEditing(editing: boolean): void {
  const { onEditing } = useContext(AroundFormContext)
  useEffect(() => {
    onEditing(editing)
    return () => onEditing(false)
  }, [editing, onEditing])
}
