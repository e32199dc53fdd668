import { Button } from '@mantine/core'
import type { Category } from '@steward/contract/categories/categories'
import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { type DeepPartial, numberOf, textOf } from '../../api/read.ts'
import classes from '../../ui/feedback/dialog.module.css'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { counted } from '../../ui/format/locale.ts'

type Ask = (category: DeepPartial<Category>, go: () => void) => void

const AskContext = createContext<Ask>((_category, go) => go())

/** Asks before a category goes on which something hangs; deletes at once where nothing does. */
export const useDeletionAsked = (): Ask => use(AskContext)

/** What hangs on a category, in words; empty where nothing does. */
export function whatHangs(category: DeepPartial<Category>): string[] {
  const parts: [unknown, string, string][] = [
    [category.childCount, 'subcategory', 'subcategories'],
    [category.postCount, 'feed post in it', 'feed posts in it'],
    [category.shoppingPostCount, 'shopping post in it', 'shopping posts in it'],
  ]
  return parts.flatMap(([value, one, many]) => {
    const hanging = numberOf(value) ?? 0
    return hanging > 0 ? [counted(hanging, one, many)] : []
  })
}

/** Holds the dialog that says what hangs on a category. */
export function DeletionAsked({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ category: DeepPartial<Category>; go: () => void } | null>(
    null,
  )
  const [opened, setOpened] = useState(false)
  const ask = useCallback<Ask>((category, go) => {
    if (whatHangs(category).length === 0) {
      go()
      return
    }
    setAsked({ category, go })
    setOpened(true)
  }, [])
  const below = (numberOf(asked?.category.childCount) ?? 0) > 0
  const name = textOf(asked?.category.name) ?? 'this category'
  return (
    <AskContext value={ask}>
      {children}
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={
          <>
            {below ? 'Can’t delete ' : 'Delete '}
            <bdi>{name}</bdi>
            {below ? ' yet' : '?'}
          </>
        }
      >
        <p className={classes.text}>This category is used by:</p>
        <ul className={classes.list}>
          {(asked ? whatHangs(asked.category) : []).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <p className={classes.text}>
          {below
            ? 'Move or delete its subcategories first.'
            : 'The posts are kept and still show this category.'}
        </p>
        <div className={classes.actions}>
          <Button variant="default" data-autofocus onClick={() => setOpened(false)}>
            {below ? 'Close' : 'Cancel'}
          </Button>
          {!below && (
            <Button
              color="red.9"
              onClick={() => {
                setOpened(false)
                asked?.go()
              }}
            >
              Delete category
            </Button>
          )}
        </div>
      </Dialog>
    </AskContext>
  )
}
